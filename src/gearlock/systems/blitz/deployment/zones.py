"""3.0b and 16.0: deployment zones, named by where they lie."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.placing.zones import (
    AHEAD,
    CORNERS,
    EDGES,
    MARKED,
    edge_along,
    is_marked,
    marked_box,
    marked_for,
    ninth,
    opposite,
    strip,
)
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.state import State
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, is_on_table
from gearlock.table.measure import FULL_TURN
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground

NARROW, WIDE, DIAGONAL, DIVIDED = "narrow", "wide", "diagonal", "divided"
ZONES = {NARROW: "Narrow edge", WIDE: "Wide edge", DIAGONAL: "Diagonal", DIVIDED: "Divided forces"}
_CELLS = {
    "southwest": (0, 0), "south": (1, 0), "southeast": (2, 0), "west": (0, 1), "east": (2, 1),
    "northwest": (0, 2), "north": (1, 2), "northeast": (2, 2),
}  # fmt: skip


@rule("blitz.16.0-2a-narrow", "blitz.16.0-2a-wide", "blitz.16.0-2a-diagonal", "blitz.16.0-2a-divided")
def sides_of(ground: Ground, kind: str) -> tuple[str, ...]:
    """Where a zone of this kind may lie. On a square table south and north are the wide edges.

    A diagonal zone is a corner ninth and one beside it; divided forces have two opposite corners.
    """
    if kind == MARKED:
        return tuple(map(marked_for, SEATS))
    if kind == DIAGONAL:
        return tuple(f"{corner}+{edge}" for corner in CORNERS for edge in EDGES if edge in corner)
    if kind == DIVIDED:
        return ("southwest+northeast", "southeast+northwest")
    lengthwise = ground.width >= ground.height
    return ("south", "north") if lengthwise == (kind == WIDE) else ("west", "east")


@heeds("blitz.16.0-2a-diagonal", "blitz.16.0-2a-divided")
def across(side: str) -> str:
    """The zone of the other side: mirrored about the middle of the table, or the other two corners."""
    if side in ("southwest+northeast", "southeast+northwest"):
        return "southeast+northwest" if side.startswith("southwest") else "southwest+northeast"
    return "+".join(opposite(part) for part in side.split("+"))


@lru_cache(maxsize=64)
@heeds("blitz.16.0-2a-narrow", "blitz.16.0-2a-wide", "blitz.16.0-2a-diagonal", "blitz.16.0-2a-divided")
def zone_at(ground: Ground, side: str) -> tuple[Outline, ...]:
    """The parts of a zone: a third of the table in from an edge, or ninths; or what the map marks for a side."""
    if is_marked(side):
        return (marked_box(ground, side),)
    if "+" in side:
        return tuple(ninth(ground, *_CELLS[part]) for part in side.split("+"))
    depth = (ground.width if side in ("west", "east") else ground.height) // 3
    return (strip(ground, side, depth),)


def zone_of(state: State, seat: str) -> tuple[Outline, ...]:
    """A seat's deployment zone."""
    return zone_at(state.ground, state.zones[seat])


@heeds("blitz.3.0b")
def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's deployment zone; across the seam of two ninths that touch it may."""
    if not is_on_table(body, state.ground.width, state.ground.height):
        return False
    return any(footprint_inside(body, part) for part in areas_of(state, seat))


def areas_of(state: State, seat: str) -> tuple[Outline, ...]:
    """The parts of a seat's zone; two ninths that touch are one area besides."""
    parts, joined = zone_of(state, seat), state.zones[seat].split("+")
    return (*parts, _joined(parts)) if len(joined) == 2 and joined[1] in joined[0] else parts


def _joined(parts: tuple[Outline, ...]) -> Outline:
    """The rectangle of two ninths side by side."""
    xs = [x for part in parts for x, _ in part]
    ys = [y for part in parts for _, y in part]
    return ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    return AHEAD[edge_along(state.ground, state.zones[seat].split("+")[0])] % FULL_TURN
