"""What an order is paid with, in words: actions, ammunition, charges, what was held back; and the way a move goes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.chapters import Cost
from gearlock.kernel.view import Leg, Route
from gearlock.systems.hex100.actions.pool import payment
from gearlock.systems.hex100.damage.orders import SpendCharges
from gearlock.systems.hex100.defences.interceptors import interceptors
from gearlock.systems.hex100.defences.orders import Intercept
from gearlock.systems.hex100.movement.orders import Move
from gearlock.systems.hex100.movement.ways import stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.weapons.aux_turrets import AUX
from gearlock.systems.hex100.weapons.targeting import named_weapons
from gearlock.table.hexes import Hex


def _paid(cost: Callable[[State, Unit, Any], str]) -> Cost[State]:
    """What a side pays for its own units, once they are on the map; anybody else learns nothing."""

    def told(state: State, seat: str, order: Any) -> str:
        unit = state.units.get(order.unit)
        return "" if unit is None or unit.seat != seat or not unit.placed else cost(state, unit, order)

    return told


def _charges(_state: State, unit: Unit, order: SpendCharges) -> str:
    return f"{order.charges} of {unit.charges} charges"


def _stopped_shots(state: State, unit: Unit, order: Intercept) -> str:
    left = sum(each.shots for each in interceptors(state, unit))
    return f"{order.shots} of {left} shots that its interceptors can still stop"


def _held_move(state: State, unit: Unit, _order: Move) -> str:
    return "the move that was held back" if unit.held == "move" and state.active != unit.seat else ""


def _cost_of_fire(state: State, unit: Unit, tokens: tuple[str, ...], pay: str) -> str:
    """The action, and a use of every weapon that has so many."""
    paid = ["nothing: the aux turret fires by itself" if pay == AUX else _action(unit, pay)]
    for mount, weapon in named_weapons(state, unit, tokens) or ():
        if mount.id in unit.uses:
            paid.append(f"1 of {unit.uses[mount.id]} uses of the {weapon.name}")
    return ", ".join(each for each in paid if each)


def _action(unit: Unit, kind: str) -> str:
    """The action that the pool pays with, out of how many of its kind."""
    found = payment(unit, kind)
    if found is None:
        return ""
    (action,) = found
    count = unit.pool[action]
    return f"1 of {count} {action} actions" if count > 1 else f"the {action} action"


attack_cost = _paid(lambda state, unit, order: _cost_of_fire(state, unit, order.weapons, order.pay))
bombard_cost = _paid(lambda state, unit, order: _cost_of_fire(state, unit, (order.weapon,), order.pay))
utility_cost = _paid(lambda _state, unit, _order: _action(unit, "utility"))
commander_cost = _paid(lambda _state, unit, _order: _action(unit, "commander"))
reserve_cost = _paid(lambda _state, _unit, _order: "the attack that was held back")
move_cost = _paid(_held_move)
charges_cost = _paid(_charges)
interception_cost = _paid(_stopped_shots)


def route_of(state: State, unit: Unit, path: tuple[Hex, ...], way: str = "") -> Route:
    """Each hex with the movement points spent so far; what a hex costs is known to all."""
    points, kind = stride(state, unit, way)
    legs, spent = [], 0
    for hex_ in path:
        spent += state.land.cost(hex_, kind)
        legs.append(Leg(*hex_, f"{spent} MP"))
    return Route(unit.hex, tuple(legs), f"{spent} of {points} movement points", len(path))
