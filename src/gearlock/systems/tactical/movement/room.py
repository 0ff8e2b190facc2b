"""Room for a base: on the table, clear of others and of what stands there."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.systems.tactical.movement.structures_entered import is_open
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import FULL_TURN, advance

STEPS = 24


def level_below(state: State, x: int, y: int, ceiling: int) -> int:
    """The highest ground at a place that is not above a height."""
    return max(slope_at(state.ground, x, y), surface_at(state.ground, x, y, ceiling))


def has_room(state: State, unit: Unit, x: int, y: int, z: int) -> bool:
    """Whether a unit could stand at a place without touching anybody, and not in the middle of a rock."""
    body = Body(x, y, z, unit.card.radius, unit.card.height)
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    others = (other for other in state.units.values() if other.is_fielded and other.id != unit.id and not other.carrier)
    if any(bodies_overlap(body, other.body) for other in others):
        return False
    solids = solids_under(state.ground, body)
    return not any(piece.top > z and piece.base < body.top and not is_open(state, piece) for piece in solids)


def spots_around(x: int, y: int, gaps: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """A place, then rings around it."""
    yield x, y
    for gap in gaps:
        for step in range(STEPS):
            yield advance(x, y, step * FULL_TURN // STEPS, gap)


def room_near(state: State, unit: Unit, x: int, y: int, z: int) -> tuple[int, int]:
    """A place, or the nearest one to it on the same ground where nobody stands; the place itself if there is none."""
    wide = unit.card.radius
    for spot in spots_around(x, y, (wide // 2, wide, 2 * wide, 3 * wide, 4 * wide)):
        if has_room(state, unit, *spot, z) and level_below(state, *spot, z) == z:
            return spot
    return x, y
