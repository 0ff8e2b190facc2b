"""Locking on: taking locks, resisting them, keeping and losing them."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import spend
from gearlock.systems.hex100.detection.events import HexLockLost, LockLost, LockResisted, LockTaken, ResistanceBegan
from gearlock.systems.hex100.detection.orders import LockOn, Resist
from gearlock.systems.hex100.detection.sight import is_small, update_contacts
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.e_war import gains_from_network, is_networked, resistance_to_lock
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance

LOCK_RANGE = 10


@rule("hex100.soliton-radar")
@heeds("hex100.lock-on", "hex100.small-units")
def can_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a lock is possible: small units are locked by who has soliton radar alone."""
    if is_small(state, target) and not equipment_effect(state, unit, "radar"):
        return False
    return can_hold_lock(state, unit, target)


@rule("hex100.locking-common", "hex100.attr-sensor-lock")
@heeds("hex100.lock-on", "hex100.jamming", "hex100.optical-stealth")
def can_hold_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a lock lasts: within ten hexes and in line of sight, which sensor lock equipment does without.

    A jammed unit cannot lock, and no line of sight leads to a unit with optical stealth.
    """
    if unit.jammed or distance(unit.hex, target.hex) > LOCK_RANGE:
        return False
    if equipment_effect(state, unit, "sensor_lock"):
        return True
    return state.land.is_clear(unit.hex, target.hex) and not is_hidden_from(state, state.serves(unit), target)


@heeds("hex100.lock-on", "hex100.lock-single", "hex100.utility-action")
def resolve_lock_on(ctx: Ctx[State], order: LockOn) -> Script[None]:
    """Spend a utility action and lock; the lock held before is gone even if the new one fails."""
    unit = ctx.state.units[order.unit]
    target = ctx.state.enemy_called(unit.seat, order.target)
    assert target is not None, "a legal lock has a target"
    target_id = target.id
    spend(ctx, order.unit, "utility")
    yield from resolve_lock(ctx, order.unit, target_id)


@rule("hex100.lock-on")
@heeds("hex100.lock-single", "hex100.electronic-resistance")
def resolve_lock(ctx: Ctx[State], unit_id: str, target_id: str) -> Script[None]:
    """Give up the old lock and take a new one, unless the target resists."""
    give_up_lock(ctx, unit_id)
    target = ctx.state.units[target_id]
    number = resistance_to_lock(ctx.state, target)
    if number:
        roll = Roll("resist a lock", 1, 100, 0, target.seat, target_id, "hex100.electronic-resistance", (number,))
        (face,) = yield from throw(roll)
        if face < number:
            ctx.emit(LockResisted(unit_id, target_id, number, face))
            return
    ctx.emit(LockTaken(unit_id, target_id))


@rule("hex100.lock-single")
def give_up_lock(ctx: Ctx[State], unit_id: str) -> None:
    """End the lock that a unit holds, on an enemy or on a hex: it tries for another."""
    unit = ctx.state.units[unit_id]
    if unit.lock:
        ctx.emit(LockLost(unit_id, unit.lock, "given up for another"))
    elif unit.lock_at is not None:
        ctx.emit(HexLockLost(unit_id, "given up for another"))


@heeds("hex100.target-marker", "hex100.networks")
def is_hex_locked_for(state: State, unit: Unit, hex_: Hex) -> bool:
    """Whether a unit shells a hex with a lock on it: its own, or that of an ally when both are in the network."""
    if unit.jammed:
        return False
    if unit.lock_at == hex_:
        return True
    if all(ally.lock_at != hex_ for ally in state.standing(unit.seat)) or not gains_from_network(state, unit):
        return False
    return any(ally.lock_at == hex_ and is_networked(state, ally) for ally in state.standing(unit.seat))


@rule("hex100.electronic-resistance")
def resist(ctx: Ctx[State], order: Resist) -> None:
    """A utility action: oppose jams, hacks and locks until the next own phase."""
    spend(ctx, order.unit, "utility")
    ctx.emit(ResistanceBegan(order.unit))


@heeds("hex100.networks", "hex100.jamming", "hex100.hacking")
def is_locked_for(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a unit shoots with a lock: its own, or that of an ally when both are in the network.

    A jammed unit has nothing of any lock, a hacked one nothing of those of others.
    """
    if unit.jammed:
        return False
    if unit.lock == target.id:
        return True
    if not gains_from_network(state, unit):
        return False
    return any(ally.lock == target.id and is_networked(state, ally) for ally in state.serving(unit.seat))


@rule("hex100.lock-persistence")
def drop_broken_locks(ctx: Ctx[State]) -> None:
    """End the locks whose target is out of sight, out of range, destroyed or held by nobody of the side any more."""
    for unit in list(ctx.state.units.values()):
        if unit.lock_at is not None:
            drop_broken_hex_lock(ctx, unit, unit.lock_at)
        if not unit.lock:
            continue
        target = ctx.state.units[unit.lock]
        if target.destroyed:
            ctx.emit(LockLost(unit.id, target.id, "the target is destroyed"))
        elif target.id not in ctx.state.known[ctx.state.serves(unit)]:
            ctx.emit(LockLost(unit.id, target.id, "the contact is lost"))
        elif unit.jammed:
            ctx.emit(LockLost(unit.id, target.id, "jammed"))
        elif not can_hold_lock(ctx.state, unit, target):
            far = distance(unit.hex, target.hex) > LOCK_RANGE
            ctx.emit(LockLost(unit.id, target.id, "out of range" if far else "out of sight"))


@heeds("hex100.lock-persistence", "hex100.target-marker")
def drop_broken_hex_lock(ctx: Ctx[State], unit: Unit, hex_: Hex) -> None:
    """End a lock on a hex that is out of sight or out of range, or when its holder is jammed."""
    if unit.jammed:
        ctx.emit(HexLockLost(unit.id, "jammed"))
    elif distance(unit.hex, hex_) > LOCK_RANGE:
        ctx.emit(HexLockLost(unit.id, "out of range"))
    elif not ctx.state.land.is_clear(unit.hex, hex_):
        ctx.emit(HexLockLost(unit.id, "out of sight"))


def look_again(ctx: Ctx[State]) -> None:
    """After anything moved or vanished: contacts first, then the locks that hang on them."""
    update_contacts(ctx)
    drop_broken_locks(ctx)
