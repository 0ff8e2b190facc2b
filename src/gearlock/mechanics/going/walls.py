"""Walls: where a path goes in and out of buildings that are open to whoever goes it."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.mechanics.figures import Mover
from gearlock.mechanics.ground.forms import doors_of, is_building
from gearlock.table.measure import distance
from gearlock.table.path import Stride, Walk
from gearlock.table.polygon import spans_inside
from gearlock.table.terrain import Ground, Piece


class Wall(NamedTuple):
    """A wall on the way: the building, and the place where it is gone through."""

    piece: Piece
    x: int
    y: int

    def has_door(self, reach: int) -> bool:
        """Whether a named entry point is within reach of the place."""
        return any(distance(self.x, self.y, *door) <= reach for door in doors_of(self.piece))


def walls_crossed(ground: Ground, mover: Mover, path: Walk, inside: str) -> tuple[list[Wall], str]:
    """The walls that a path from within a building, or from outside, goes through, and the building it ends in.

    Whoever stops right at a wall is still on the side it came from.
    """
    xs = [mover.figure.x, *(stride.x1 for stride in path.strides)]
    ys = [mover.figure.y, *(stride.y1 for stride in path.strides)]
    walls: list[Wall] = []
    ends = ""
    for piece in ground.pieces_near(min(xs), min(ys), max(xs), max(ys)):
        if not is_building(piece) or not mover.enters(piece):
            continue
        within = inside == piece.id
        for stride in path.strides:
            for share in crossings(piece, stride, within):
                within = not within
                x = round(stride.x0 + share * (stride.x1 - stride.x0))
                walls.append(Wall(piece, x, round(stride.y0 + share * (stride.y1 - stride.y0))))
        ends = piece.id if within else ends
    return walls, ends


def crossings(piece: Piece, stride: Stride, within: bool) -> list[float]:
    """Where a stride goes through the walls of a building, as shares of it; `within` is which side it comes from."""
    spans = spans_inside(piece.outline, stride.x0, stride.y0, stride.x1, stride.y1, True)
    places: list[float] = []
    if within and (not spans or spans[0][0] > 0.0):
        places.append(0.0)
        within = False
    for into, out in spans:
        if not within:
            places.append(into)
            within = True
        if out < 1.0:
            places.append(out)
            within = False
    return places
