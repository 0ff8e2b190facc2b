"""Where somebody comes to rest: straight down from the air, or nearest to where a fall ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure, body_at, overlapped
from gearlock.mechanics.ground.forms import reaches_into
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, advance
from gearlock.table.terrain import Ground

STEP, FARTHEST = INCH // 4, 12 * INCH
DIRECTIONS = 16


def resting_place(ground: Ground, figure: Figure, z: int, girth: int, others: Iterable[Figure]) -> tuple[int, int]:
    """The free place nearest to where a figure comes down on a surface; the very place where there is none."""
    taken = list(others)
    for x, y in places_around(figure.x, figure.y):
        body = body_at(figure, x, y, z)
        if _has_room(ground, body, girth) and overlapped(body, taken) is None:
            return x, y
    return figure.x, figure.y


def places_around(x: int, y: int) -> Iterator[tuple[int, int]]:
    """The place itself, then rings of places around it."""
    yield x, y
    for length in range(STEP, FARTHEST + 1, STEP):
        for number in range(DIRECTIONS):
            yield advance(x, y, number * FULL_TURN // DIRECTIONS, length)


def _has_room(ground: Ground, body: Body, girth: int) -> bool:
    """Whether somebody fits there: on the table, on this very surface, and clear of what rises from it."""
    if not is_on_table(body, ground.width, ground.height):
        return False
    if body.z != max(slope_at(ground, body.x, body.y), surface_at(ground, body.x, body.y, body.z)):
        return False
    walls = solids_under(ground, Body(body.x, body.y, body.z, girth))
    return not any(reaches_into(piece, body) for piece in walls)


def touchdown(ground: Ground, figure: Figure, x: int, y: int) -> Body | Refusal:
    """A figure where it comes down from its height: on the ground, an incline, or wholly on a top that holds it.

    What leaves it room below it comes to stand under, but not through what it was above.
    """
    body = figure.body
    feet = Body(x, y, 0, body.radius)
    if not is_on_table(feet, ground.width, ground.height):
        return Refusal("table", "", f"The {figure.name} would leave the table.")
    floor = slope_at(ground, x, y)
    below = sorted(solids_under(ground, feet), key=lambda piece: -piece.top)
    for piece in below:
        if piece.top <= floor or (piece.base >= floor + body.height and piece.top > body.z):
            continue
        if not piece.footing or not footprint_inside(feet, piece.outline):
            return Refusal("terrain", "", f"There is no room to land at the {piece.name}.")
        floor = piece.top
    landing = Body(x, y, floor, body.radius, body.height)
    roof = next((piece for piece in below if reaches_into(piece, landing)), None)
    if roof is not None:
        message = f"The {figure.name} has no headroom under the {roof.name} there."
        return Refusal("headroom", "", message, {"piece": roof.id})
    return landing
