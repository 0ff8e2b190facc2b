"""2.5 and 2.6: where a model comes to rest that did not choose the place: beside whoever is there already."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import reaches_into
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.systems.brigands.ground.standing_room import girth_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, advance

STEP, FARTHEST = INCH // 4, 12 * INCH
DIRECTIONS = 16


@heeds("brigands.2.6", "brigands.2.5")
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
    walls = solids_under(state.ground, Body(body.x, body.y, body.z, girth))
    return not any(reaches_into(piece, body) for piece in walls)


def touchdown(state: State, unit: Unit, x: int, y: int, rule_id: str = "brigands.2.7a") -> Body | Refusal:
    """The model where it comes down: on the ground, an incline, or wholly on a top that holds it.

    What leaves it room below it comes to stand under, but not through what it was above.
    """
    feet = Body(x, y, 0, unit.line.radius)
    if not is_on_table(feet, state.ground.width, state.ground.height):
        return Refusal("table", "brigands.2.2", f"The {unit.name} would leave the table.")
    floor = slope_at(state.ground, x, y)
    below = sorted(solids_under(state.ground, feet), key=lambda piece: -piece.top)
    for piece in below:
        if piece.top <= floor or (piece.base >= floor + unit.height and piece.top > unit.z):
            continue
        if not piece.footing or not footprint_inside(feet, piece.outline):
            return Refusal("terrain", rule_id, f"There is no room to land at the {piece.name}.")
        floor = piece.top
    landing = Body(x, y, floor, unit.line.radius, unit.height)
    roof = next((piece for piece in below if reaches_into(piece, landing)), None)
    if roof is not None:
        message = f"The {unit.name} has no headroom under the {roof.name} there."
        return Refusal("headroom", rule_id, message, {"piece": roof.id})
    return landing
