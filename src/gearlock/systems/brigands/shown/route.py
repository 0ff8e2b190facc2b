"""The way an order of movement goes: straight from Turn to Turn, and what it uses of inches and Turns."""

from __future__ import annotations

from gearlock.kernel.view import Leg, Route
from gearlock.systems.brigands.chain_of_command.orders_in_force import TIGHT_MANEUVERS, is_ordered
from gearlock.systems.brigands.movement.climbing import climb_left
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.movement import ROAD_BONUS, UNLIMITED, turns_of
from gearlock.systems.brigands.movement.orders import ChangeFloor, Climb, Jump, Move, Slide
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import INCH, inches
from gearlock.table.path import walk

Going = Move | Climb | Jump | Slide | ChangeFloor


def route_of(state: State, order: Going, end: Moved) -> Route | None:
    """The way to where a legal order leads; a change of floor goes nowhere on the table."""
    unit = state.units[order.unit]
    if isinstance(order, Move):
        return _on_foot(state, unit, order, end)
    if isinstance(order, ChangeFloor):
        return None
    if isinstance(order, Climb):
        most, way = climb_left(state, unit, order.gait), "climbed"
    elif isinstance(order, Jump):
        most, way = unit.trait("Jetpack") * INCH, "by Jetpack"
    else:
        most, way = unit.trait("Thrusters") * INCH, "sideways"
    gone = inches(end.travelled)
    return Route(
        (unit.x, unit.y), (Leg(end.x, end.y, f"{gone} in"),), f"{gone} of {inches(most)} in {way}", _length(unit, end)
    )


def _on_foot(state: State, unit: Unit, order: Move, end: Moved) -> Route:
    """Leg by leg; what the Move has used already when it goes on counts, and backing up counts twice."""
    now = state.activation
    spent, turns, road = (now.spent, now.turns, now.on_road) if now is not None and now.gait else (0, 0, True)
    most = unit.line.move[order.gait] + (ROAD_BONUS[order.gait] if end.on_road and road else 0)
    legs, cost = [], spent
    for stride in walk(unit.x, unit.y, unit.facing, order.legs).strides:
        cost += stride.length if stride.length >= 0 else -2 * stride.length
        legs.append(Leg(stride.x1, stride.y1, f"{inches(cost)} in"))
    limit = turns_of(unit.line, order.gait, is_ordered(state, unit, TIGHT_MANEUVERS))
    made = turns + end.turns
    of = "" if limit == UNLIMITED else f" of {limit}"
    plural = "" if (made if limit == UNLIMITED else limit) == 1 else "s"
    used = f"{inches(spent + end.spent)} of {inches(most)} in, {made}{of} Turn{plural}"
    return Route((unit.x, unit.y), tuple(legs), used, _length(unit, end))


def _length(unit: Unit, end: Moved) -> int:
    """How far it is, with every step, climb or fall."""
    return end.travelled + abs(end.z - unit.z)
