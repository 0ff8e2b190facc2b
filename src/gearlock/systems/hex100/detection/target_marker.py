"""The target marker: a lock that is rolled for, on anything in clear sight, an empty hex too."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.actions.pool import refuse_payment, spend
from gearlock.systems.hex100.contacts import hexes, is_known, name_for, no_contact
from gearlock.systems.hex100.detection.events import HexLocked, LockTaken, MarkerMissed
from gearlock.systems.hex100.detection.locks import give_up_lock
from gearlock.systems.hex100.detection.orders import MarkHex, MarkTarget
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, disc, distance

MARKER, MARKER_RANGE = "target-marker", 6
PAYMENTS = ("utility", "attack")


@rule("hex100.target-marker")
@heeds("hex100.once-per-turn")
def _refuse_marker(state: State, unit: Unit, goal: Hex, pay: str) -> Refusal | None:
    """Why nothing in this hex can be marked."""
    if not equipment_effect(state, unit, "target_marker"):
        message = "That needs a target marker that works and is not jammed."
        return Refusal("no-such-device", "hex100.target-marker", message)
    if MARKER in unit.used:
        return Refusal("used", "hex100.once-per-turn", "The target marker has been used this round.")
    if pay not in PAYMENTS:
        return Refusal("no-such-payment", "hex100.target-marker", "A utility or an attack action pays for it.")
    away = distance(unit.hex, goal)
    if away > MARKER_RANGE:
        message = f"A target marker reaches {hexes(MARKER_RANGE)}; the target is {away} away."
        return Refusal("out-of-range", "hex100.target-marker", message, {"distance": away, "range": MARKER_RANGE})
    if not state.land.is_clear(unit.hex, goal):
        return Refusal("no-line-of-sight", "hex100.target-marker", "A clear line of sight to the target is needed.")
    return refuse_payment(unit, pay)


@heeds("hex100.target-marker", "hex100.lock-limits", "hex100.optical-stealth")
def refuse_marking(state: State, unit: Unit, order: MarkTarget) -> Refusal | None:
    """Why a unit cannot mark an enemy; its size is no hindrance, optical stealth is."""
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    if is_hidden_from(state, unit.seat, target):
        return Refusal("no-line-of-sight", "hex100.optical-stealth", "No eye can find the contact: optical stealth.")
    return _refuse_marker(state, unit, target.hex, order.pay)


@heeds("hex100.target-marker", "hex100.lock-limits")
def refuse_hex(state: State, unit: Unit, order: MarkHex) -> Refusal | None:
    """Why a unit cannot mark a hex: only one where it knows of nobody."""
    goal = (order.q, order.r)
    if goal not in state.land.ground:
        return Refusal("off-map", "hex100.target-marker", "That hex is off the map.")
    if any(each.standing and each.hex == goal and is_known(state, unit.seat, each) for each in state.units.values()):
        return Refusal("not-empty", "hex100.target-marker", "A unit stands there: mark it, or an empty hex.")
    if unit.lock_at == goal:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that hex already.")
    return _refuse_marker(state, unit, goal, order.pay)


@heeds("hex100.target-marker", "hex100.lock-single")
def resolve_marking(ctx: Ctx[State], order: MarkTarget | MarkHex) -> Script[None]:
    """Roll for the lock; nothing resists it. The lock held before is gone even if the new one fails."""
    unit = ctx.state.units[order.unit]
    number = equipment_effect(ctx.state, unit, "target_marker")
    target = ctx.state.enemy_called(unit.seat, order.target) if isinstance(order, MarkTarget) else None
    spend(ctx, order.unit, order.pay, weapons=(MARKER,))
    give_up_lock(ctx, order.unit)
    roll = Roll("target marker", 1, 100, 0, unit.seat, order.unit, "hex100.target-marker", (number,))
    (face,) = yield from throw(roll)
    if face >= number:
        ctx.emit(MarkerMissed(order.unit, number, face))
    elif isinstance(order, MarkHex):
        ctx.emit(HexLocked(order.unit, order.q, order.r))
    elif target is not None:
        ctx.emit(LockTaken(order.unit, target.id))


def marker_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every contact that can be marked, and a hex."""
    if not equipment_effect(state, unit, "target_marker"):
        return
    for pay in PAYMENTS:
        for enemy in state.found(unit.seat):
            order = MarkTarget(unit.id, state.contacts[unit.seat][enemy.id], pay)
            if refuse_marking(state, unit, order) is None:
                label = f"Target marker on {name_for(state, unit.seat, enemy.id)} ({pay} action)"
                yield Pick(label, order, "hex100.target-marker")
        if MARKER not in unit.used and refuse_payment(unit, pay) is None:
            at_hex = MarkHex(unit.id, *unit.hex, pay)
            yield Place(f"Target marker on a hex ({pay} action)", at_hex, "hex100.target-marker", unit=unit.id)


def guess_hex(state: State, ask: Ask, order: MarkHex, chooser: Chooser, _attempt: int) -> Order:  # noqa: ARG001 - one of the guesses
    """Any hex in reach."""
    return MarkHex(order.unit, *chooser.choice([*disc(state.units[order.unit].hex, MARKER_RANGE)]), order.pay)


def aim_hex(state: State, ask: Ask, order: MarkHex, spot: Aim) -> Order:  # noqa: ARG001 - one of the aims
    """The hex pointed at."""
    return MarkHex(order.unit, spot.x, spot.y, order.pay)
