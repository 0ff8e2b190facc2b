"""Locks, resistance and scanners: what may be answered, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.actions.pool import payment, refuse_payment
from gearlock.systems.hex100.contacts import hexes, known_enemies, name_for, no_contact
from gearlock.systems.hex100.detection.active_lock import active_lock_options
from gearlock.systems.hex100.detection.locks import LOCK_RANGE, can_hold_lock, can_lock
from gearlock.systems.hex100.detection.orders import LockOn, Resist
from gearlock.systems.hex100.detection.search import search_options
from gearlock.systems.hex100.detection.stealth import is_hidden_from
from gearlock.systems.hex100.detection.target_marker import marker_options
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance


@rule("hex100.lock-limits")
@heeds("hex100.lock-on")
def refuse_lock_on(state: State, unit: Unit, order: LockOn) -> Refusal | None:
    refusal = refuse_payment(unit, "utility")
    if refusal is not None:
        return refusal
    target = state.enemy_called(unit.seat, order.target)
    if target is None:
        return no_contact(order.target)
    if unit.jammed:
        return Refusal("jammed", "hex100.jamming", "A jammed unit cannot lock on to anything.")
    if unit.lock == target.id:
        return Refusal("locked", "hex100.lock-single", "The unit is locked on to that contact already.")
    if can_lock(state, unit, target):
        return None
    away = distance(unit.hex, target.hex)
    if away > LOCK_RANGE:
        message = f"Locks reach {hexes(LOCK_RANGE)}; the contact is {away} away."
        return Refusal("out-of-range", "hex100.locking-common", message, {"distance": away, "range": LOCK_RANGE})
    if can_hold_lock(state, unit, target):
        message = "The contact is too small to lock on to without soliton radar."
        return Refusal("too-small", "hex100.lock-limits", message)
    if is_hidden_from(state, unit.seat, target):
        message = "No eye can find the contact: optical stealth. Without a sensor lock a line of sight is needed."
        return Refusal("no-line-of-sight", "hex100.optical-stealth", message)
    return Refusal("no-line-of-sight", "hex100.lock-on", "Without a sensor lock a line of sight is needed.")


def refuse_resist(state: State, unit: Unit, order: Resist) -> Refusal | None:  # noqa: ARG001 - one of the orders
    if unit.resisting:
        return Refusal("resisting", "hex100.electronic-resistance", "The unit resists already.")
    return refuse_payment(unit, "utility")


def offer_locks(state: State, unit: Unit) -> Iterator[Option]:
    """Contacts to lock on to, and resistance."""
    if not payment(unit, "utility"):
        return
    for enemy in known_enemies(state, unit.seat).values():
        if enemy.id != unit.lock and can_lock(state, unit, enemy):
            label = f"Lock on to {name_for(state, unit.seat, enemy.id)}"
            yield Pick(label, LockOn(unit.id, state.contacts[unit.seat][enemy.id]), "hex100.lock-on")
    if not unit.resisting:
        yield Pick("Electronic resistance", Resist(unit.id), "hex100.electronic-resistance")


def offer_searches(state: State, unit: Unit) -> Iterator[Option]:
    """What the acting unit may do here."""
    yield from search_options(state, unit)
    yield from active_lock_options(state, unit)
    yield from marker_options(state, unit)
