"""Orders made by pointing: a hex to go to, to fire at or to be placed in."""

from __future__ import annotations

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.hex100 import orders as o
from gearlock.systems.hex100.movement import known_enemies
from gearlock.systems.hex100.refusals import refuse
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.view import TENTHS_PER_HEXSIDE
from gearlock.table.hexes import Hex, sides_toward
from gearlock.table.hexreach import HexReach, reach


def aim(state: State, ask: Ask, option: Option, spot: Aim) -> Order | Refusal:
    """Complete an open option towards a hex, the cheapest way there for a move; or the reason why not."""
    template = option.order
    hex_ = (spot.x, spot.y)
    facing = None if spot.facing is None else hexside(spot.facing)
    order: Order
    if isinstance(template, o.Deploy):
        ahead = 1 if ask.seat == "red" else 4
        order = o.Deploy(template.unit, *hex_, ahead if facing is None else facing, template.load)
    elif isinstance(template, o.Bombard):
        order = o.Bombard(template.unit, template.weapon, *hex_, template.pay)
    elif isinstance(template, o.Move):
        found = _move_to(state, state.units[template.unit], hex_, facing)
        if isinstance(found, Refusal):
            return found
        order = found
    else:
        order = template
    return refuse(state, ask, order) or order


def hexside(tenths: int) -> int:
    """The hexside nearest to an angle in tenths of a degree."""
    return (tenths + TENTHS_PER_HEXSIDE // 2) // TENTHS_PER_HEXSIDE % 6


def reach_of(state: State, unit: Unit) -> HexReach:
    """Where one move action can take a unit, as far as its side knows: allies are passed, known enemies are not."""
    card = state.machine(unit.id).unit
    allies = {each.hex for each in state.standing(unit.seat) if each.id != unit.id}
    blocked = known_enemies(state, unit.seat)
    return reach(state.land.ground, unit.hex, card.movement, state.land.prices[card.movement_type], blocked, allies)


def _move_to(state: State, unit: Unit, hex_: Hex, facing: int | None) -> o.Move | Refusal:
    """The cheapest path to a hex; without a wish for a facing the unit looks the way it came."""
    found = reach_of(state, unit)
    cost = found.cost(hex_)
    if cost is None:
        points = state.machine(unit.id).unit.movement
        message = f"No path of {points} movement points leads there."
        return Refusal("too-far", "hex100.movement-points", message, {"movement": points})
    path = found.path(hex_)
    if facing is None:
        facing = sides_toward(path[-2], path[-1])[0] if len(path) > 1 else unit.facing
    return o.Move(unit.id, path[1:], facing)
