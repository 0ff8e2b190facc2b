"""Surfaces: how high the ground is at a place, how deep the water, and which solids stand there."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from gearlock.mechanics.ground.forms import SOLID, depth_of, is_incline, is_solid
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps
from gearlock.table.terrain import Ground, Piece


def surface_at(ground: Ground, x: int, y: int, ceiling: int) -> int:
    """The highest surface at a point that is not above the ceiling: ground, incline, or the top of a solid."""
    tops = [p.top for p in ground.pieces_at(x, y) if p.top <= ceiling and p.kind in SOLID]
    return max(tops, default=0)


def slope_at(ground: Ground, x: int, y: int) -> int:
    """How high the inclines have lifted the ground at a point."""
    return max((piece.top for piece in ground.pieces_at(x, y) if is_incline(piece)), default=0)


def water_depth(ground: Ground, x: int, y: int) -> int:
    """How deep the water is at a point, 0 where it is dry."""
    return max((depth_of(piece) for piece in ground.pieces_at(x, y)), default=0)


def solids_under(ground: Ground, body: Body) -> list[Piece]:
    """The solids that share ground with a footprint."""
    reach = body.radius
    near = ground.pieces_near(body.x - reach, body.y - reach, body.x + reach, body.y + reach)
    return [piece for piece in near if is_solid(piece) and footprint_overlaps(body, piece.outline)]


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
