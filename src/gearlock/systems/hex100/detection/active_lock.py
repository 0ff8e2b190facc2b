"""Active locks of the Stratus: certain, unseen through any cover, and loud."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import hexes, name_for, no_contact
from gearlock.systems.hex100.detection.events import BeaconLit, LockTaken
from gearlock.systems.hex100.detection.locks import LOCK_RANGE, give_up_lock, look_again
from gearlock.systems.hex100.detection.orders import ActiveLock
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance

ACTIVE_LOCK = "active-lock"


@rule("hex100.stratus-active-lock")
@heeds("hex100.once-per-turn")
def refuse_active_lock(state: State, unit: Unit, order: ActiveLock) -> Refusal | None:
    """Why a unit cannot lock like that: ten hexes are the limit, sight is not needed."""
    if not equipment_effect(state, unit, "stratus"):
        message = "An active lock needs a Stratus Sensor System that works and is not jammed."
        return Refusal("no-such-device", "hex100.stratus-active-lock", message)
    if ACTIVE_LOCK in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The active lock has been used this round.")
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    away = distance(unit.hex, target.hex)
    if away > LOCK_RANGE:
        message = f"Locks reach {hexes(LOCK_RANGE)}; the contact is {away} away."
        return Refusal("out-of-range", "hex100.locking-common", message, {"distance": away, "range": LOCK_RANGE})
    return refuse_payment(unit, "utility")


@heeds("hex100.stratus-active-lock", "hex100.lock-single", "hex100.utility-action")
def resolve_active_lock(ctx: Ctx[State], order: ActiveLock) -> Script[None]:
    """A utility action: the lock is taken whatever the target does against it, and the unit is a beacon."""
    unit = ctx.state.units[order.unit]
    target = ctx.state.enemy_called(unit.seat, order.target)
    assert target is not None, "a legal lock has a target"
    spend(ctx, order.unit, "utility", weapons=(ACTIVE_LOCK,))
    give_up_lock(ctx, order.unit)
    ctx.emit(LockTaken(order.unit, target.id))
    if not ctx.state.units[order.unit].beacon:
        ctx.emit(BeaconLit(order.unit))
    look_again(ctx)
    yield from ()


def active_lock_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every contact that the unit can lock on to for certain."""
    for target in state.found(unit.seat):
        order = ActiveLock(unit.id, state.contacts[unit.seat][target.id])
        if refuse_active_lock(state, unit, order) is None:
            label = f"Active lock on {name_for(state, unit.seat, target.id)} (makes a beacon)"
            yield Pick(label, order, "hex100.stratus-active-lock")
