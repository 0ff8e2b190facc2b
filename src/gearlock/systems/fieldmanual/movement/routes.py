"""The way an order of movement goes: straight from turn to turn, and the MPs it uses."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.view import Leg, Route
from gearlock.systems.fieldmanual.movement.bands import SHUFFLE, slowest
from gearlock.systems.fieldmanual.movement.climbing import trace_climb
from gearlock.systems.fieldmanual.movement.jumping import power_of, trace_jump
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.orders import Climb, Jump, Move
from gearlock.systems.fieldmanual.state import STATIONARY, State
from gearlock.table.measure import inches


def route_of(state: State, order: Move | Climb | Jump) -> Route | None:
    """The way to where a legal order leads; None for one that is not."""
    unit = state.units[order.figure or order.unit]
    start = (unit.x, unit.y)
    if isinstance(order, Move):
        return _on_the_ground(state, order)
    if isinstance(order, Climb):
        climbed = trace_climb(state, order)
        if isinstance(climbed, Refusal):
            return None
        used = f"{inches(climbed.spent)} of {inches(slowest(unit))} MP, climbing"
        return Route(start, (Leg(climbed.x, climbed.y, used),), used, abs(climbed.z - unit.z))
    jumped = trace_jump(state, order)
    if isinstance(jumped, Refusal):
        return None
    used = f"{inches(order.length)} of {inches(power_of(unit))} in on Jump Jets"
    return Route(start, (Leg(jumped.x, jumped.y, used),), used, order.length)


def _on_the_ground(state: State, order: Move) -> Route | None:
    """Leg by leg with the MPs spent in this activation so far; a Stationary model counts inches."""
    course = judge(state, order)
    if isinstance(course, Refusal):
        return None
    unit = state.units[order.figure or order.unit]
    legs = tuple(Leg(x, y, f"{inches(spent)} MP") for x, y, spent in course.trail)
    length = sum(abs(far) for _, far in order.legs)
    if unit.band == STATIONARY:
        return Route((unit.x, unit.y), legs, f"{inches(course.gone)} of {inches(SHUFFLE)} in", length)
    return Route((unit.x, unit.y), legs, f"{inches(course.spent)} of {inches(course.most)} MP", length)
