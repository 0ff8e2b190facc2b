"""3.2.5: the parts of structures that stand and fall by themselves: inches of a road or a wall, square inches.

A part goes by the id of its piece and its number ("bridge:2", "town:12:7"); a single building is a part by its own id.
The ground follows from what has been done to parts, in whatever order.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import isqrt

import msgspec

from gearlock.systems.tactical.line_of_sight.standing import winning
from gearlock.systems.tactical.line_of_sight.terrain import (
    BRIDGE,
    BUILT,
    CLEAR,
    DEEP_WATER,
    ROAD,
    ROUGH,
    RUBBLE,
    SPAN,
    SWAMP,
    WALLS,
    WATER,
    type_of,
)
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, is_inside, rectangle
from gearlock.table.terrain import Ground, Piece

CELL, PART = "cell", "part"
"""What a piece of ground has among its `props` that was made of a part: a square inch, an inch of something."""
IN_INCHES = (ROAD, BRIDGE, *WALLS)
CORNERS = 4


def _length(outline: Outline, at: int) -> int:
    (x0, y0), (x1, y1) = outline[at], outline[(at + 1) % len(outline)]
    return isqrt((x1 - x0) ** 2 + (y1 - y0) ** 2)


def along(piece: Piece) -> tuple[int, int] | None:
    """The corner at which the long side of a piece begins, and its length; None for what has no long side."""
    if len(piece.outline) != CORNERS:
        return None
    at = 0 if _length(piece.outline, 0) >= _length(piece.outline, 1) else 1
    return at, _length(piece.outline, at)


def is_in_inches(piece: Piece) -> bool:
    """Whether a piece falls by the inch of its length: it has more than one."""
    return type_of(piece) in IN_INCHES and PART not in piece.props and inches_of(piece) > 1


def is_in_squares(piece: Piece) -> bool:
    """Whether a piece falls by the square inch: a town, or a road that winds."""
    kind = type_of(piece)
    if PART in piece.props or piece.kind == "building" or ("capacity" in piece.props and kind in BUILT):
        return False
    return kind in BUILT or (kind in IN_INCHES and along(piece) is None)


def inches_of(piece: Piece) -> int:
    """How many inches long a piece is, the last one perhaps not whole."""
    found = along(piece)
    return 1 if found is None else max(1, -(-found[1] // INCH))


def slice_of(piece: Piece, number: int) -> Outline:
    """The outline of one inch of a piece, counted along its long side."""
    found = along(piece)
    assert found is not None, "only what has a long side is cut into inches"
    at, length = found
    corners = [piece.outline[(at + turn) % CORNERS] for turn in range(CORNERS)]
    near, far = number * INCH, min((number + 1) * INCH, length)

    def between(a: tuple[int, int], b: tuple[int, int], mils: int) -> tuple[int, int]:
        return a[0] + (b[0] - a[0]) * mils // length, a[1] + (b[1] - a[1]) * mils // length

    first, second, third, fourth = corners
    ends = ((first, second, near), (first, second, far), (fourth, third, far), (fourth, third, near))
    return tuple(between(*end) for end in ends)


def part_at(piece: Piece, x: int, y: int) -> str:
    """The part of a piece at a point."""
    if is_in_squares(piece):
        return f"{piece.id}:{x // INCH}:{y // INCH}"
    if not is_in_inches(piece):
        return piece.id
    found = along(piece)
    assert found is not None
    at, length = found
    (x0, y0), (x1, y1) = piece.outline[at], piece.outline[(at + 1) % CORNERS]
    ahead = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) // max(1, length)
    return f"{piece.id}:{min(max(0, ahead // INCH), inches_of(piece) - 1)}"


def piece_of(ground: Ground, part: str) -> Piece | None:
    """The piece of the ground that a part is, or lies in; None if there is none."""
    names = (part, part.rpartition(":")[0], part.rpartition(":")[0].rpartition(":")[0])
    found = (_piece(ground, name) for name in names)
    return next((piece for piece in found if piece is not None and CELL not in piece.props), None)


def _piece(ground: Ground, name: str) -> Piece | None:
    try:
        return ground.piece(name)
    except KeyError:
        return None


def is_fallen(ground: Ground, part: str) -> bool:
    """Whether a part lies in rubble."""
    piece = _piece(ground, part)
    return piece is not None and RUBBLE in piece.props


@lru_cache(maxsize=256)
def cut(ground: Ground, part: str) -> Ground:
    """The ground with the piece that an inch belongs to cut into its inches."""
    piece = piece_of(ground, part)
    if piece is None or not is_in_inches(piece):
        return ground
    props: dict[str, int | str] = {**piece.props, PART: 1}
    slices = [msgspec.structs.replace(piece, id=id, outline=outline, props=props) for id, outline in parts_of(piece)]
    at = ground.pieces.index(piece)
    return ground.of(*ground.pieces[:at], *slices, *ground.pieces[at + 1 :])


def parts_of(piece: Piece) -> list[tuple[str, Outline]]:
    """The inches of a piece, each by its id with its outline; a part that is cut out already is one."""
    if not is_in_inches(piece):
        return [(piece.id, piece.outline)]
    return [(f"{piece.id}:{number}", slice_of(piece, number)) for number in range(inches_of(piece))]


def middle_of(outline: Outline) -> tuple[int, int]:
    """The middle of the corners."""
    return sum(x for x, _ in outline) // len(outline), sum(y for _, y in outline) // len(outline)


def becomes(ground: Ground, piece: Piece) -> str:
    """The terrain that is left of a part: rough ground; debris in water; of a road what it led through."""
    x, y = middle_of(piece.outline)
    below = [type_of(other) for other in ground.pieces if other is not piece and is_inside(other.outline, x, y)]
    others = [kind for kind in below if kind and kind not in IN_INCHES]
    if type_of(piece) == ROAD:
        return winning(others)
    over = str(piece.props.get("over", "")) or winning(others)
    if type_of(piece) == BRIDGE and over in (WATER, DEEP_WATER):
        return SWAMP if over == WATER else DEEP_WATER
    return ROUGH


@lru_cache(maxsize=256)
def fallen(ground: Ground, part: str) -> Ground:
    """The ground after a part has fallen."""
    ground = cut(ground, part)
    piece = piece_of(ground, part)
    if piece is None or is_fallen(ground, part):
        return ground
    if not is_in_squares(piece):
        props: dict[str, int | str] = {**piece.props, "going": becomes(ground, piece), RUBBLE: 1}
        if type_of(piece) == BRIDGE:
            props[SPAN] = 1
        down = msgspec.structs.replace(
            piece, kind="area", name=f"Rubble of {piece.name}", top=0, base=0, footing=False, props=props
        )
        return ground.changed(down)
    column, row = (int(number) * INCH for number in part.split(":")[-2:])
    square = rectangle(column, row, column + INCH, row + INCH)
    kind = becomes(ground, piece)
    heap = Piece(part, f"Rubble of {piece.name}", "area", square, props={"going": kind or CLEAR, RUBBLE: 1, CELL: 1})
    heaps = sorted([heap, *(one for one in ground.pieces if CELL in one.props)], key=lambda one: one.id)
    kept = tuple(one for one in ground.pieces if CELL not in one.props)
    return ground.of(*kept, *heaps)


def as_fought_over(ground: Ground, damage: Mapping[str, int], capacities: Mapping[str, int]) -> Ground:
    """The ground of a set-up after what was done to its parts: what is hurt is cut out, what has too much fell."""
    for part in sorted(damage):
        ground = cut(ground, part)
        if damage[part] > capacities[part]:
            ground = fallen(ground, part)
    return ground
