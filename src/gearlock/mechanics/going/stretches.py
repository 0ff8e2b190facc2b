"""What lies along a straight piece of a way: the pieces under the middle of a base, and where the level changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from gearlock.mechanics.ground.forms import SOLID, is_building, is_incline, is_road, is_solid
from gearlock.table.path import Stride
from gearlock.table.polygon import Outline, spans_inside
from gearlock.table.terrain import Ground, Piece

Span = tuple[int, int]


class Under(NamedTuple):
    """From one mark of a stride to another, the pieces that lie under the middle of the base."""

    start: int
    end: int
    pieces: tuple[Piece, ...]


def spans_beside(outline: Outline, stride: Stride) -> tuple[list[Span], list[Span]]:
    """Where a stride is in an outline, in mils from its beginning: just to the right of its line, and to the left."""
    length, x0, y0, x1, y1 = abs(stride.length), stride.x0, stride.y0, stride.x1, stride.y1
    right, left = (
        [(round(into * length), round(out * length)) for into, out in spans_inside(outline, x0, y0, x1, y1, to_right)]
        for to_right in (True, False)
    )
    return right, left


def spans_of(outline: Outline, stride: Stride) -> list[Span]:
    """Where a stride is in an outline or along a side of it, in mils from its beginning."""
    right, left = spans_beside(outline, stride)
    return right if right == left else right + left


def spans_of_disc(stride: Stride, x: int, y: int, radius: int) -> list[Span]:
    """Where a stride is nearer to a point than that."""
    dx, dy, length = stride.x1 - stride.x0, stride.y1 - stride.y0, abs(stride.length)
    px, py, square = x - stride.x0, y - stride.y0, (stride.x1 - stride.x0) ** 2 + (stride.y1 - stride.y0) ** 2
    if not square or (px * dy - py * dx) ** 2 >= radius * radius * square:
        return []
    along = px * dx + py * dy
    half = sqrt(radius * radius * square - (px * dy - py * dx) ** 2)
    into, out = max(0.0, (along - half) / square), min(1.0, (along + half) / square)
    span = (round(into * length), round(out * length))
    return [span] if span[0] < span[1] else []


def is_met(piece: Piece, z: int) -> bool:
    """Whether somebody at an elevation is in a piece, or on it: not above it, nor below."""
    if piece.kind in SOLID and not is_building(piece):
        return piece.top == z
    return piece.base <= z and (z == piece.base or z < piece.top)


def lying_at(ground: Ground, x: int, y: int, z: int) -> tuple[Piece, ...]:
    """The pieces that somebody at a place and an elevation is in, or on."""
    return tuple(piece for piece in ground.pieces_at(x, y) if is_met(piece, z))


def passed_over(ground: Ground, stride: Stride, z: int, also: Sequence[tuple[Piece, list[Span]]] = ()) -> list[Under]:
    """A stride in parts, each with the pieces under the middle of the base there. `also` lies there besides.

    A border against open ground is not in its piece. Where two pieces share a border both lie under it, as where they
    lie over each other: there is nothing else in between.
    """
    length = abs(stride.length)
    found = [_Beside(piece, spans, spans) for piece, spans in also if spans and is_met(piece, z)]
    lying = []
    for piece in ground.pieces_near(stride.x0, stride.y0, stride.x1, stride.y1):
        if is_met(piece, z):
            right, left = spans_beside(piece.outline, stride)
            if is_road(piece) and right != left:
                right = left = right + left
            if right or left:
                lying.append(_Beside(piece, right, left))
    found = lying + found
    marks = {0, length, *(mark for each in found for spans in each[1:] for span in spans for mark in span)}
    return [Under(start, end, _lying(found, start, end)) for start, end in pairwise(sorted(marks))]


class _Beside(NamedTuple):
    """A piece, and where it lies just to the right of a stride and just to its left."""

    piece: Piece
    right: list[Span]
    left: list[Span]


def _lying(found: Sequence[_Beside], start: int, end: int) -> tuple[Piece, ...]:
    """The pieces on both sides between two marks; where each side has one of its own, those of both."""
    sides = [(piece, _covers(right, start, end), _covers(left, start, end)) for piece, right, left in found]
    own = {right for piece, right, left in sides if right != left and not _is_bare(piece)}
    return tuple(piece for piece, right, left in sides if (right and left) or (len(own) > 1 and (right or left)))


def _is_bare(piece: Piece) -> bool:
    """Whether a piece is no ground of its own: open ground, or a height of which nothing is said."""
    return piece.kind == "open" or (piece.kind in SOLID and not is_building(piece) and "going" not in piece.props)


def _covers(spans: Sequence[Span], start: int, end: int) -> bool:
    return any(into <= start and end <= out for into, out in spans)


def level_edge(ground: Ground, stride: Stride) -> int:
    """How far it is to where the ground may rise or fall under the middle of the base, and a mil; else its length."""
    length = abs(stride.length)
    marks = {length}
    for piece in ground.pieces_near(stride.x0, stride.y0, stride.x1, stride.y1):
        if is_solid(piece) or is_incline(piece):
            for span in spans_of(piece.outline, stride):
                marks.update(mark + 1 for mark in span if 1 < mark + 1 < length)
    return min(marks)
