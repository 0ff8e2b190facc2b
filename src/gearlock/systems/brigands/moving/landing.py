"""2.5 and 2.6: where a model comes to rest that did not choose the place: beside whoever is there already."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.events import Fell
from gearlock.systems.brigands.moving.standing_room import girth_of, reaches_into
from gearlock.systems.brigands.moving.terrain import instances_under, slope_at, surface_at
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, advance

STEP, FARTHEST = INCH // 4, 12 * INCH
DIRECTIONS = 16


def fall_of(state: State, unit_id: str, height: int, hits: int, z: int) -> Fell:
    """A fall to this surface, with the place beside it if the one below is taken."""
    unit = state.units[unit_id]
    place = resting_place(state, unit, z)
    return Fell(unit_id, height, hits, z, None if place == (unit.x, unit.y) else place)


@rule("brigands.2.6", "brigands.2.5")
def resting_place(state: State, unit: Unit, z: int) -> tuple[int, int]:
    """The free place nearest to where a model comes down: Silhouettes never overlap, not even after a fall."""
    others = [other.body for other in state.obstacles(unit)]
    for x, y in places_around(unit.x, unit.y):
        body = Body(x, y, z, unit.line.radius, unit.height)
        if _has_room(state, body, girth_of(unit)) and not any(bodies_overlap(body, other) for other in others):
            return x, y
    return unit.x, unit.y


def places_around(x: int, y: int) -> Iterator[tuple[int, int]]:
    """The place itself, then rings of places around it."""
    yield x, y
    for length in range(STEP, FARTHEST + 1, STEP):
        for number in range(DIRECTIONS):
            yield advance(x, y, number * FULL_TURN // DIRECTIONS, length)


def _has_room(state: State, body: Body, girth: int) -> bool:
    """Whether a model fits there: on the table, on this very surface, and clear of what rises from it."""
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    if body.z != max(slope_at(state.ground, body.x, body.y), surface_at(state.ground, body.x, body.y, body.z)):
        return False
    walls = instances_under(state.ground, Body(body.x, body.y, body.z, girth))
    return not any(reaches_into(piece, body) for piece in walls)
