"""Escape! and Breakthrough on larger tables than the book's own: ways out and a zone that are not too far."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.placing.zones import EDGES
from gearlock.systems.fieldmanual.deployment.zones import Segment, faces, home_edges, zone_of
from gearlock.systems.fieldmanual.state import State, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, bounds, distance_to, rectangle
from gearlock.table.terrain import Ground

LONG, SHORT = 72 * INCH, 48 * INCH
DOWN_THE_EDGE = 25 * INCH
ZONE, AWAY = 9 * INCH, 20 * INCH


def is_larger(ground: Ground) -> bool:
    """Whether a table is larger than the 48 by 72 in that the book thinks of."""
    return max(ground.width, ground.height) > LONG or min(ground.width, ground.height) > SHORT


@heeds("fieldmanual.obj-escape")
def ways_out(state: State, seat: str) -> tuple[Segment, ...]:
    """The edges by which a side escapes: the enemy's; on larger tables all that is 25 in or more down from its zone."""
    ways = home_edges(state, opponent(seat))
    if not is_larger(state.ground):
        return ways
    wide, high = state.ground.width, state.ground.height
    far: list[Segment] = []
    for edge in EDGES:
        length = high if edge in ("west", "east") else wide
        marks = [mark for mark in range(0, length + 1, INCH) if _is_far(state, seat, edge, mark)]
        if marks:
            low, top = marks[0], marks[-1]
            upright = edge in ("west", "east")
            across = {"south": 0, "west": 0, "north": high, "east": wide}[edge]
            far.append((across, low, across, top) if upright else (low, across, top, across))
    return (*ways, *far)


def _is_far(state: State, seat: str, edge: str, mark: int) -> bool:
    wide, high = state.ground.width, state.ground.height
    x, y = {"south": (mark, 0), "north": (mark, high), "west": (0, mark), "east": (wide, mark)}[edge]
    return all(distance_to(part, x, y) >= DOWN_THE_EDGE for part in zone_of(state, seat))


@heeds("fieldmanual.obj-breakthrough")
def far_zone(state: State, seat: str) -> Outline:
    """A square of 9 in, straight ahead of the middle of a side's zone and 20 in outside it."""
    x0, y0, x1, y1 = bounds(zone_of(state, seat)[0])
    middle_x, middle_y = (x0 + x1) // 2, (y0 + y1) // 2
    ahead = faces(state, seat)
    if ahead == 0:
        return rectangle(x1 + AWAY, middle_y - ZONE // 2, x1 + AWAY + ZONE, middle_y + ZONE // 2)
    if ahead == 1800:
        return rectangle(x0 - AWAY - ZONE, middle_y - ZONE // 2, x0 - AWAY, middle_y + ZONE // 2)
    if ahead == 900:
        return rectangle(middle_x - ZONE // 2, y1 + AWAY, middle_x + ZONE // 2, y1 + AWAY + ZONE)
    return rectangle(middle_x - ZONE // 2, y0 - AWAY - ZONE, middle_x + ZONE // 2, y0 - AWAY)


def is_in_far_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a base lies in that square."""
    return footprint_overlaps(body, far_zone(state, seat))
