"""3: terrain. What the pieces of a map mean: open, area, instance, road and water."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import hypot

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.measure import INCH, mils
from gearlock.table.terrain import Ground, Piece

SOLID = ("instance", "building", "hill")
RUBBLE = INCH
STEEPEST, VERTICAL = 45, 90
"""Degrees: an incline that can still be walked, and a wall."""


@rule("brigands.3.2")
@heeds("brigands.3.1")
def is_area(piece: Piece) -> bool:
    """Area terrain may be entered and hinders whoever does; water is area terrain with a Depth."""
    return piece.kind in ("area", "water")


@rule("brigands.3.1")
def is_instance(piece: Piece) -> bool:
    """Instance terrain has its true shape, and nobody moves through it; no Gear enters a building either."""
    return piece.kind in SOLID and not is_incline(piece)


@rule("brigands.3.3")
def is_incline(piece: Piece) -> bool:
    """A slope of up to 45 degrees, crossed like any ground; what is steeper, or has no slope noted, is vertical."""
    slope = piece.props.get("slope", VERTICAL)
    return piece.kind in SOLID and isinstance(slope, int) and slope <= STEEPEST


@heeds("brigands.3.3", "brigands.2.3-walker-step")
def surface_at(ground: Ground, x: int, y: int, ceiling: int) -> int:
    """The highest surface at a point that is not above the ceiling: ground, incline, or the top of instance terrain."""
    tops = [p.top for p in ground.pieces_at(x, y) if p.top <= ceiling and p.kind in SOLID]
    return max(tops, default=0)


@heeds("brigands.3.3")
def slope_at(ground: Ground, x: int, y: int) -> int:
    """How high the inclines have lifted the ground at a point."""
    return max((piece.top for piece in ground.pieces_at(x, y) if is_incline(piece)), default=0)


@heeds("brigands.3.2b")
def is_building(piece: Piece) -> bool:
    """Buildings are closed to all but Infantry, to whom each floor is area terrain."""
    return piece.kind == "building"


@heeds("brigands.3.2b")
def doors_of(piece: Piece) -> list[tuple[int, int]]:
    """The named entry points of a building, noted in inches: `doors = "13,14 20.5,14"`."""
    doors: list[tuple[int, int]] = []
    for text in str(piece.props.get("doors", "")).split():
        x, _, y = text.partition(",")
        try:
            doors.append((mils(x), mils(y)))
        except ValueError:
            continue
    return doors


@rule("brigands.3.1a")
def is_road(piece: Piece) -> bool:
    """Open ground that is quick to move on."""
    return piece.kind == "road"


@heeds("brigands.3.2a")
def depth_of(piece: Piece) -> int:
    """How deep a piece of water is in mils; dry ground has no depth."""
    return int(piece.props.get("depth", 0)) if piece.kind == "water" else 0


@rule("brigands.3.2a")
def water_depth(ground: Ground, x: int, y: int) -> int:
    """How deep the water is at a point, 0 where it is dry."""
    return max((depth_of(piece) for piece in ground.pieces_at(x, y)), default=0)


def instances_under(ground: Ground, body: Body) -> list[Piece]:
    """The instance terrain that shares ground with a footprint."""
    reach = body.radius
    near = ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return [piece for piece in near if is_instance(piece) and footprint_overlaps(body, piece.outline)]


@lru_cache(maxsize=64)
@heeds("brigands.3.2b")
def opened_ground(ground: Ground, inside: tuple[str, ...]) -> Ground:
    """The ground to somebody in a building: its floors are area terrain of its rating, not walls."""
    return ground.changed(*(msgspec.structs.replace(ground.piece(name), kind="area") for name in inside))


@lru_cache(maxsize=64)
@heeds("brigands.3.2b-destroyed")
def ruined(ground: Ground, building: str) -> Ground:
    """The ground after a building has fallen: it is Heavy area terrain, an inch high."""
    rubble = msgspec.structs.replace(
        ground.piece(building), kind="area", rating="heavy", top=RUBBLE, base=0, footing=False
    )
    return ground.changed(rubble)


def nearest_side(piece: Piece, x: int, y: int) -> tuple[float, float, float, float]:
    """The point of a piece's outline nearest to a place, and the direction square to that side, outward."""
    best: tuple[float, float, float, float, float] | None = None
    corners = (*piece.outline, piece.outline[0])
    for (x0, y0), (x1, y1) in pairwise(corners):
        dx, dy = x1 - x0, y1 - y0
        length = hypot(dx, dy)
        share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / (length * length)))
        near_x, near_y = x0 + share * dx, y0 + share * dy
        far = hypot(x - near_x, y - near_y)
        if best is None or far < best[0]:
            out_x, out_y = dy / length, -dx / length
            if piece.contains(round(near_x + 20 * out_x), round(near_y + 20 * out_y)):
                out_x, out_y = -out_x, -out_y
            best = (far, near_x, near_y, out_x, out_y)
    assert best is not None, "an outline has sides"
    return best[1:]


Leg = tuple[int, int]
"""A Turn in tenths of a degree (left is positive), then a straight advance in mils (backward is negative)."""
