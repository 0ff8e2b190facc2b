"""Structures: how far away a building is, where on its walls one may aim, and the floors it has."""

from __future__ import annotations

from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import nearest_side
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Ground, Piece

BEFORE = 2
"""Mils before a wall, so that what is aimed at is not hidden by the wall itself."""


def facade(piece: Piece, x: int, y: int, heights: tuple[int, ...]) -> list[Body]:
    """Points of a structure to aim at from a place: the nearest of its outline, then its corners, each at heights."""
    near_x, near_y, out_x, out_y = nearest_side(piece, x, y)
    spots = [(round(near_x + BEFORE * out_x), round(near_y + BEFORE * out_y)), *piece.outline]
    return [Body(spot_x, spot_y, z) for spot_x, spot_y in spots for z in heights]


def wall_point(piece: Piece, x: int, y: int) -> Body:
    """The point of a structure's wall nearest to a place, halfway up."""
    return facade(piece, x, y, (piece.top // 2,))[0]


def distance_between(body: Body, piece: Piece) -> int:
    """Mils between a body and a structure; over or under it only the height counts."""
    flat = max(0, distance_to(piece.outline, body.x, body.y) - body.radius)
    if not flat:
        return max(0, body.z - piece.top, piece.base - body.top)
    x, y, _, _ = nearest_side(piece, body.x, body.y)
    z = min(max(body.z, piece.base), piece.top)
    return max(flat, gap(body, Body(round(x), round(y), z)))


def floors_of(piece: Piece, storey: int) -> int:
    """How many floors of this height a building has, at least one; the roof is the one above the last."""
    return max(1, piece.top // storey)


def height_of_floor(piece: Piece, floor: int, storey: int) -> int:
    """The elevation of a floor, counted from 0, or of the roof."""
    return floor * storey if floor < floors_of(piece, storey) else piece.top


def roof_at(ground: Ground, x: int, y: int, z: int) -> Piece | None:
    """The building whose roof is at this place and elevation."""
    roofs = (piece for piece in ground.pieces_at(x, y) if is_building(piece) and piece.top == z)
    return next(roofs, None) if z else None
