"""Step 3: deployment zones by the edge or the ninths they lie on, and the home edges that touch them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.placing.zones import (
    AHEAD,
    EDGES,
    MARKED,
    edge_along,
    in_words,
    is_marked,
    marked_box,
    marked_for,
    ninth,
    opposite,
    strip,
)
from gearlock.systems.fieldmanual.state import State, opponent
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, is_on_table
from gearlock.table.measure import FULL_TURN, INCH
from gearlock.table.polygon import Outline, bounds, rectangle
from gearlock.table.terrain import Ground

EDGE, NARROW, WIDE, DIAGONAL, SURROUNDED = "edge", "narrow", "wide", "diagonal", "surrounded"
"""Kinds of zones in `State.switches["zones"]`: "edge" is the strip of a Brawl; "surrounded wide" are two words."""
MIDDLE = "middle"
STRIP = 12 * INCH
KINDS = (EDGE, NARROW, WIDE, DIAGONAL, *(f"{SURROUNDED} {kind}" for kind in (NARROW, WIDE, DIAGONAL)))
_CELLS = {
    "southwest": (0, 0), "south": (1, 0), "southeast": (2, 0), "west": (0, 1), "east": (2, 1),
    "northwest": (0, 2), "north": (1, 2), "northeast": (2, 2),
}  # fmt: skip

Segment = tuple[int, int, int, int]
"""A part of a table edge: x0, y0, x1, y1, the smaller first."""


def kind_of(state: State) -> str:
    """The kind of zones of this battle."""
    return state.switches.get("zones", EDGE)


def is_surrounded(kind: str) -> bool:
    """Whether one side lies between the two zones of the other."""
    return kind.startswith(SURROUNDED)


def layout_of(kind: str) -> str:
    """Narrow, wide, diagonal or a strip, whoever takes which part."""
    return kind.removeprefix(SURROUNDED).strip()


@heeds("fieldmanual.zone-narrow", "fieldmanual.zone-wide", "fieldmanual.zone-diagonal", "fieldmanual.zone-surrounded")
@heeds("fieldmanual.straight-up-brawl", "fieldmanual.step3-zones")
def sides_of(ground: Ground, kind: str) -> tuple[str, str]:
    """The two zones there are. On a square table south and north are the wide edges.

    A diagonal zone is the two ninths on the left of whoever stands at a narrow edge.
    """
    if kind == MARKED:
        return marked_for("red"), marked_for("blue")
    lengthwise = ground.width >= ground.height
    if layout_of(kind) == DIAGONAL:
        pair = ("northwest+west", "southeast+east") if lengthwise else ("southwest+south", "northeast+north")
    else:
        pair = ("west", "east") if lengthwise == (layout_of(kind) == NARROW) else ("south", "north")
    return ("+".join(pair), MIDDLE) if is_surrounded(kind) else pair


def across(ground: Ground, kind: str, side: str) -> str:
    """The zone of whoever does not have this one."""
    one, other = sides_of(ground, kind)
    return other if side == one else one


@lru_cache(maxsize=64)
@rule("fieldmanual.zone-narrow", "fieldmanual.zone-wide", "fieldmanual.zone-diagonal", "fieldmanual.zone-surrounded")
def zone_at(ground: Ground, kind: str, side: str) -> tuple[Outline, ...]:
    """The parts of a zone: a third of the table in from an edge, ninths side by side, or what lies in the middle.

    Or what the map marks for a side.
    """
    if is_marked(side):
        return (marked_box(ground, side),)
    layout = layout_of(kind)
    if side == MIDDLE:
        return (_middle(ground, layout),)
    if layout != DIAGONAL:
        return tuple(strip(ground, edge, _depth(ground, layout, edge)) for edge in side.split("+"))
    names = side.split("+")
    return tuple(_joined(ground, *names[at : at + 2]) for at in range(0, len(names), 2))


@heeds("fieldmanual.straight-up-brawl")
def _depth(ground: Ground, layout: str, edge: str) -> int:
    if layout == EDGE:
        return STRIP
    return (ground.width if edge in ("west", "east") else ground.height) // 3


def _middle(ground: Ground, layout: str) -> Outline:
    """The middle ninth between diagonal zones, else the middle third of the table."""
    if layout == DIAGONAL:
        return ninth(ground, 1, 1)
    x0, y0, x1, y1 = bounds(ninth(ground, 1, 1))
    if sides_of(ground, layout)[0] in ("west", "east"):
        return rectangle(x0, 0, x1, ground.height)
    return rectangle(0, y0, ground.width, y1)


def _joined(ground: Ground, *names: str) -> Outline:
    """The rectangle of ninths side by side."""
    corners = [corner for name in names for corner in ninth(ground, *_CELLS[name])]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return rectangle(min(xs), min(ys), max(xs), max(ys))


def zone_of(state: State, seat: str) -> tuple[Outline, ...]:
    """The parts of a seat's deployment zone."""
    return zone_at(state.ground, kind_of(state), state.zones[seat])


@heeds("fieldmanual.measurement", "fieldmanual.straight-up-brawl")
def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's zone; in a Brawl its base comes within 12 in of the table edge."""
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    if kind_of(state) == EDGE:
        return distance_to_edge(state.ground, state.zones[seat], body) <= STRIP
    return any(footprint_inside(body, part) for part in zone_of(state, seat))


def touches_zone(state: State, seat: str, body: Body) -> bool:
    """Whether any part of a base lies in a seat's zone; to touch its border from outside is not to be in it."""
    for x0, y0, x1, y1 in (bounds(part) for part in zone_of(state, seat)):
        dx, dy = max(x0 - body.x, 0, body.x - x1), max(y0 - body.y, 0, body.y - y1)
        if dx * dx + dy * dy < body.radius * body.radius or (x0 <= body.x <= x1 and y0 <= body.y <= y1):
            return True
    return False


def distance_to_edge(ground: Ground, edge: str, body: Body) -> int:
    """From a table edge to the nearest point of a base."""
    away = {"south": body.y, "north": ground.height - body.y, "west": body.x, "east": ground.width - body.x}[edge]
    return max(0, away - body.radius)


@rule("fieldmanual.step3-zones")
@heeds("fieldmanual.zone-surrounded")
def home_edges(state: State, seat: str) -> tuple[Segment, ...]:
    """The parts of the table's edges that touch a seat's zone; of who is surrounded those that touch no enemy zone."""
    kind, side = kind_of(state), state.zones[seat]
    if kind == EDGE:
        return tuple(_whole_edge(state.ground, edge) for edge in side.split("+"))
    if is_surrounded(kind) and side == MIDDLE:
        theirs = (part for area in zone_of(state, opponent(seat)) for part in _touched(state.ground, area))
        return edges_without(state.ground, theirs)
    return tuple(part for area in zone_of(state, seat) for part in _touched(state.ground, area))


def _whole_edge(ground: Ground, edge: str) -> Segment:
    wide, high = ground.width, ground.height
    edges = {
        "south": (0, 0, wide, 0), "north": (0, high, wide, high),
        "west": (0, 0, 0, high), "east": (wide, 0, wide, high),
    }  # fmt: skip
    return edges[edge]


def _touched(ground: Ground, area: Outline) -> list[Segment]:
    x0, y0, x1, y1 = bounds(area)
    found: list[tuple[bool, Segment]] = [
        (y0 == 0, (x0, 0, x1, 0)),
        (y1 == ground.height, (x0, y1, x1, y1)),
        (x0 == 0, (0, y0, 0, y1)),
        (x1 == ground.width, (x1, y0, x1, y1)),
    ]
    return [part for is_touched, part in found if is_touched]


def edges_without(ground: Ground, taken: Iterable[Segment]) -> tuple[Segment, ...]:
    """The parts of all table edges that are none of these."""
    barred, left = list(taken), list[Segment]()
    for x0, y0, x1, y1 in (_whole_edge(ground, edge) for edge in EDGES):
        upright = x0 == x1
        start, end = (y0, y1) if upright else (x0, x1)
        for low, high in sorted(_along(part, upright) for part in barred if _is_on(part, (x0, y0, x1, y1))):
            if low > start:
                left.append((x0, start, x1, low) if upright else (start, y0, low, y1))
            start = max(start, high)
        if start < end:
            left.append((x0, start, x1, end) if upright else (start, y0, end, y1))
    return tuple(left)


def _along(part: Segment, upright: bool) -> tuple[int, int]:
    return (part[1], part[3]) if upright else (part[0], part[2])


def _is_on(part: Segment, edge: Segment) -> bool:
    if edge[0] == edge[2]:
        return part[0] == part[2] == edge[0]
    return part[1] == part[3] == edge[1]


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    side = state.zones[seat]
    if side == MIDDLE:
        side = opposite(state.zones[opponent(seat)].split("+")[0])
    return AHEAD[edge_along(state.ground, side.split("+")[-1])] % FULL_TURN


def zone_words(state: State, seat: str) -> str:
    """Where a seat deploys, in inches as rulers show them."""
    side = state.zones[seat]
    if kind_of(state) == EDGE:
        return f"within {STRIP // INCH} in of the {side} edge"
    boxes = (bounds(part) for part in zone_of(state, seat))
    parts = (f"{x0 // INCH} to {x1 // INCH} in east, {y0 // INCH} to {y1 // INCH} in north" for x0, y0, x1, y1 in boxes)
    return f"inside {side_words(side)} ({' or '.join(parts)} of the southwest corner)"


def side_words(side: str) -> str:
    """A zone in words."""
    if is_marked(side):
        return f"the zone {in_words(side)}"
    return "the middle" if side == MIDDLE else f"the {' and '.join(side.split('+'))}"
