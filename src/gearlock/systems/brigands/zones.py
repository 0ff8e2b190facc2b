"""11.4a: deployment zones, named by the side of the table they lie on."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.state import State
from gearlock.table.bodies import Body
from gearlock.table.inches import is_on_table
from gearlock.table.measure import FULL_TURN
from gearlock.table.polygon import Outline, border_compared, is_inside, rectangle
from gearlock.table.terrain import Ground

WIDE, NARROW, CORNER = "wide", "narrow", "corner"
ZONES = {WIDE: "Wide Edge", NARROW: "Narrow Edge", CORNER: "Corner"}
SIDES = ("south", "southeast", "east", "northeast", "north", "northwest", "west", "southwest")
"""Counter-clockwise, so that opposite sides are four apart."""
AHEAD = {side: (900 + 450 * number) % FULL_TURN for number, side in enumerate(SIDES)}
"""The facing across the table from each side."""


def opposite(side: str) -> str:
    """The side across the table."""
    return SIDES[(SIDES.index(side) + 4) % 8]


@heeds("brigands.11.4a")
def sides_of(ground: Ground, kind: str) -> tuple[str, ...]:
    """The sides that a kind of zone may lie on. On a square table south and north are the wide edges."""
    if kind == CORNER:
        return ("southwest", "southeast", "northeast", "northwest")
    lengthwise = ground.width >= ground.height
    return ("south", "north") if lengthwise == (kind == WIDE) else ("west", "east")


@rule("brigands.11.4a-wide", "brigands.11.4a-narrow")
def edge_zone(ground: Ground, side: str) -> Outline:
    """A third of the way onto the table from an edge."""
    wide, high = ground.width, ground.height
    third, row = wide // 3, high // 3
    return {
        "south": rectangle(0, 0, wide, row),
        "north": rectangle(0, high - row, wide, high),
        "west": rectangle(0, 0, third, high),
        "east": rectangle(wide - third, 0, wide, high),
    }[side]


@rule("brigands.11.4a-corner")
def corner_zone(ground: Ground, side: str) -> Outline:
    """A corner ninth of the table and the two ninths that share an edge with it."""
    third, row = ground.width // 3, ground.height // 3
    corners = ((0, 0), (2 * third, 0), (2 * third, row), (third, row), (third, 2 * row), (0, 2 * row))
    eastern, northern = side.endswith("east"), side.startswith("north")
    turned = tuple((ground.width - x if eastern else x, ground.height - y if northern else y) for x, y in corners)
    return turned if eastern == northern else turned[::-1]


@lru_cache(maxsize=64)
def zone_at(ground: Ground, side: str) -> Outline:
    """The outline of the deployment zone on a side."""
    return corner_zone(ground, side) if side in sides_of(ground, CORNER) else edge_zone(ground, side)


@heeds("brigands.11.4a")
def zone_of(state: State, seat: str) -> Outline:
    """The outline of a seat's deployment zone."""
    return zone_at(state.ground, state.zones[seat])


@heeds("brigands.11.4a")
def is_within(outline: Outline, x: int, y: int, radius: int) -> bool:
    """Whether a round base lies wholly in an area; it may touch the border."""
    return is_inside(outline, x, y) and border_compared(outline, x, y, radius) >= 0


def is_in_zone(state: State, seat: str, body: Body) -> bool:
    """Whether a model stands wholly in a seat's deployment zone."""
    on_table = is_on_table(body, state.ground.width, state.ground.height)
    return on_table and is_within(zone_of(state, seat), body.x, body.y, body.radius)


def faces(state: State, seat: str) -> int:
    """The facing from a seat's side of the table to the other."""
    return AHEAD[state.zones[seat]]
