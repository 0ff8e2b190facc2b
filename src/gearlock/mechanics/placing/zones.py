"""Zones: parts of the table named by the side they lie on: strips along an edge, ninths, corners of ninths.

Or the boxes that a map marks for its sides, named after them.
"""

from __future__ import annotations

from gearlock.kernel.errors import BadInput
from gearlock.table.measure import FULL_TURN
from gearlock.table.polygon import Outline, rectangle
from gearlock.table.terrain import Ground

SIDES = ("south", "southeast", "east", "northeast", "north", "northwest", "west", "southwest")
"""Counter-clockwise, so that opposite sides are four apart."""
EDGES, CORNERS = SIDES[::2], SIDES[1::2]
MARKED = "marked"
"""The kind of zones that a map marks, and the beginning of their names."""
AHEAD = {side: (900 + 450 * number) % FULL_TURN for number, side in enumerate(SIDES)}
"""The facing across the table from each side."""


def opposite(side: str) -> str:
    """The side across the table."""
    if is_marked(side):
        return marked_for("blue" if side == marked_for("red") else "red")
    return SIDES[(SIDES.index(side) + 4) % 8]


def strip(ground: Ground, side: str, depth: int) -> Outline:
    """A strip along an edge, so many mils deep."""
    wide, high = ground.width, ground.height
    return {
        "south": rectangle(0, 0, wide, depth),
        "north": rectangle(0, high - depth, wide, high),
        "west": rectangle(0, 0, depth, high),
        "east": rectangle(wide - depth, 0, wide, high),
    }[side]


def ninth(ground: Ground, column: int, row: int) -> Outline:
    """One of the nine parts of a table, counted from the southwest; what does not divide is the middle's."""
    xs = (0, ground.width // 3, ground.width - ground.width // 3, ground.width)
    ys = (0, ground.height // 3, ground.height - ground.height // 3, ground.height)
    return rectangle(xs[column], ys[row], xs[column + 1], ys[row + 1])


def corner(ground: Ground, side: str) -> Outline:
    """A corner ninth of the table and the two ninths that share an edge with it."""
    third, row = ground.width // 3, ground.height // 3
    corners = ((0, 0), (2 * third, 0), (2 * third, row), (third, row), (third, 2 * row), (0, 2 * row))
    eastern, northern = side.endswith("east"), side.startswith("north")
    turned = tuple((ground.width - x if eastern else x, ground.height - y if northern else y) for x, y in corners)
    return turned if eastern == northern else turned[::-1]


# --- zones that a map marks ---


def marked_for(seat: str) -> str:
    """The name of the zone that a map marks for a seat."""
    return f"{MARKED} {seat}"


def is_marked(side: str) -> bool:
    """Whether this names a zone that a map marks."""
    return side.startswith(MARKED)


def marks_zones(ground: Ground) -> bool:
    """Whether a map says where both sides deploy."""
    return bool(ground.zones)


def marked_zones(ground: Ground) -> dict[str, str]:
    """The zones of both seats by name, if the map marks any."""
    return {seat: marked_for(seat) for seat in ("red", "blue")} if marks_zones(ground) else {}


def marked_box(ground: Ground, side: str) -> Outline:
    """The box that a map marks for a seat."""
    box = ground.zone_of(side.removeprefix(MARKED).strip())
    assert box is not None, f"this map marks no zone '{side}'"
    return rectangle(*box)


def kind_agreed(ground: Ground, said: str, usual: str) -> str:
    """The kind of zones of a battle: what somebody said, else those that the map marks, else the usual.

    Raises BadInput for marked zones on a map that marks none.
    """
    if said == MARKED and not marks_zones(ground):
        raise BadInput(f"'zones={MARKED}': this map marks no deployment zones.")
    return said or (MARKED if marks_zones(ground) else usual)


def edge_along(ground: Ground, side: str) -> str:
    """The edge of the table that a zone lies along; of a marked one that touches several the longest stretch."""
    if not is_marked(side):
        return side
    (x0, y0), _, (x1, y1), _ = marked_box(ground, side)
    lies = {"south": y0 == 0, "east": x1 == ground.width, "north": y1 == ground.height, "west": x0 == 0}
    along = {edge: (x1 - x0 if edge in ("south", "north") else y1 - y0) if lies[edge] else 0 for edge in EDGES}
    return max(EDGES, key=lambda edge: along[edge])


def in_words(side: str) -> str:
    """Where a zone lies, for a sentence."""
    return f"where the map marks it for {side.removeprefix(MARKED).strip()}" if is_marked(side) else f"in the {side}"
