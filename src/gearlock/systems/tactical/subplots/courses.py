"""4.1.4: ways that units go which are not free to choose: home, or towards an enemy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.tactical.missions.carrying import edge_distance
from gearlock.systems.tactical.movement.moving import judge, refuse_unmoving
from gearlock.systems.tactical.movement.orders import Move
from gearlock.systems.tactical.movement.pointing import aim_move
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.measure import INCH, distance

GAIN: Final = INCH // 2
"""Nobody is sent on for less."""
ASIDE: Final = (0, 6, -6, 15, -15, 30, -30)
"""Inches along the edge at which a way home is looked for."""


def end_of(state: State, order: Move) -> Unit | None:
    """The unit as it stands at the end of a way; None where it cannot be gone."""
    course = judge(state, order)
    return None if isinstance(course, Refusal) else course.unit


def _aimed(state: State, unit: Unit, x: int, y: int) -> Move | None:
    found = aim_move(state, Ask(unit.seat, "act", unit.id), Move(unit.id), Aim(x, y))
    return found if isinstance(found, Move) and any(length for _, length in found.legs) else None


def way_to(state: State, unit: Unit, x: int, y: int) -> Move | None:
    """The way that brings a unit nearer to a place by half an inch or more; None if there is none."""
    if refuse_unmoving(state, unit) is not None:
        return None
    order = _aimed(state, unit, x, y)
    end = None if order is None else end_of(state, order)
    if end is None or distance(unit.x, unit.y, x, y) - distance(end.x, end.y, x, y) < GAIN:
        return None
    return order


def _exits(state: State, unit: Unit, edge: str) -> Iterator[tuple[int, int]]:
    wide, high, rim = state.ground.width, state.ground.height, unit.card.radius
    for aside in ASIDE:
        if edge in ("south", "north"):
            x = min(max(rim, unit.x + aside * INCH), wide - rim)
            yield x, rim if edge == "south" else high - rim
        else:
            y = min(max(rim, unit.y + aside * INCH), high - rim)
            yield (rim if edge == "west" else wide - rim), y


def home_gain(state: State, unit: Unit, order: Move) -> int:
    """Mils that a way brings a unit nearer to its home edge."""
    edge, end = state.homes[unit.seat], end_of(state, order)
    return 0 if end is None else edge_distance(state, unit, edge) - edge_distance(state, end, edge)


def way_home(state: State, unit: Unit) -> Move | None:
    """The way that brings a unit nearest to its home edge; None if there is none worth going."""
    if refuse_unmoving(state, unit) is not None:
        return None
    aimed = (_aimed(state, unit, x, y) for x, y in _exits(state, unit, state.homes[unit.seat]))
    ways = [order for order in aimed if order is not None]
    best = max(ways, key=lambda order: home_gain(state, unit, order), default=None)
    return best if best is not None and home_gain(state, unit, best) >= GAIN else None
