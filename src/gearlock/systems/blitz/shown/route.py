"""The way an order of movement goes: straight from turn to turn, and what it uses of movement and turns."""

from __future__ import annotations

from gearlock.kernel.chapters import checked
from gearlock.kernel.view import Leg, Route
from gearlock.systems.blitz.movement.climbing import climb_left
from gearlock.systems.blitz.movement.events import Jumped, Moved
from gearlock.systems.blitz.movement.gaits import UNLIMITED, bonus_of, turns_of
from gearlock.systems.blitz.movement.movement import CAUTIOUS, judge
from gearlock.systems.blitz.movement.orders import Climb, Jump, Move
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.measure import INCH, inches

Going = Move | Climb | Jump


def route_of(state: State, order: Going, end: Moved | Jumped) -> Route | None:
    """The way to where a legal order leads."""
    unit = state.units[order.unit]
    if isinstance(order, Move) and isinstance(end, Moved):
        return _on_foot(state, unit, order, end)
    if isinstance(order, Climb) and isinstance(end, Moved):
        gone, used = end.advanced, f"{inches(end.spent)} of {inches(climb_left(state, unit, order.gait))} in climbed"
    else:
        gone = abs(order.length) if isinstance(order, Jump) else 0
        used = f"{inches(gone)} of {inches(unit.trait('Jetpack') * INCH)} in by jetpack"
    return Route((unit.x, unit.y), (Leg(end.x, end.y, f"{inches(gone)} in"),), used, gone + abs(end.z - unit.z))


def _on_foot(state: State, unit: Unit, order: Move, end: Moved) -> Route:
    """Leg by leg, difficult ground and backing up counted; what the move has used already counts too."""
    now = state.activation
    assert now is not None, "only the active model moves"
    begun = bool(now.gait)
    spent, made = (now.spent, now.turns) if begun else (0, 0)
    stretch, *_ = checked(judge(state, order))
    legs = [
        Leg(stride.x1, stride.y1, f"{inches(spent + stretch.cost(mark))} in")
        for stride, mark in zip(stretch.path.strides, stretch.marks[1:], strict=True)
    ]
    is_open, on_road = end.is_open and (now.is_open or not begun), end.on_road and (now.on_road or not begun)
    most = CAUTIOUS if order.cautious else unit.line.move + bonus_of(order.gait, is_open, on_road)
    used = end.advanced if order.cautious else spent + end.spent
    limit, turns = turns_of(unit, order.gait), made + end.turns
    of = f" of {limit}" if limit < UNLIMITED else ""
    many = "" if (limit if of else turns) == 1 else "s"
    text = f"{inches(used)} of {inches(most)} in, {turns}{of} turn{many}"
    return Route((unit.x, unit.y), tuple(legs), text, end.advanced + abs(end.z - unit.z))
