"""11.4a: deployment zones, named by the side of the table they lie on."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.placing.zones import (
    AHEAD,
    CORNERS,
    MARKED,
    corner,
    edge_along,
    is_marked,
    marked_box,
    marked_for,
    strip,
)
from gearlock.systems.brigands.state import State
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, is_on_table
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground

WIDE, NARROW, CORNER = "wide", "narrow", "corner"
ZONES = {WIDE: "Wide Edge", NARROW: "Narrow Edge", CORNER: "Corner"}


@heeds("brigands.11.4a")
def sides_of(ground: Ground, kind: str) -> tuple[str, ...]:
    """The sides that a kind of zone may lie on. On a square table south and north are the wide edges."""
    if kind == MARKED:
        return (marked_for("red"), marked_for("blue"))
    if kind == CORNER:
        return ("southwest", "southeast", "northeast", "northwest")
    lengthwise = ground.width >= ground.height
    return ("south", "north") if lengthwise == (kind == WIDE) else ("west", "east")


@lru_cache(maxsize=64)
@rule("brigands.11.4a-wide", "brigands.11.4a-narrow", "brigands.11.4a-corner")
def zone_at(ground: Ground, side: str) -> Outline:
    """The zone on a side: a third of the way onto the table from an edge, or a corner ninth and the two beside it.

    Or what the map marks for a side.
    """
    if is_marked(side):
        return marked_box(ground, side)
    if side in CORNERS:
        return corner(ground, side)
    return strip(ground, side, (ground.width if side in ("west", "east") else ground.height) // 3)


@heeds("brigands.11.4a")
def zone_of(state: State, seat: str) -> Outline:
    """The outline of a seat's deployment zone."""
    return zone_at(state.ground, state.zones[seat])


def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's deployment zone."""
    on_table = is_on_table(body, state.ground.width, state.ground.height)
    return on_table and footprint_inside(body, zone_of(state, seat))


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    return AHEAD[edge_along(state.ground, state.zones[seat])]
