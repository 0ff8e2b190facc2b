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


def spans_of(outline: Outline, stride: Stride, sides: bool) -> list[Span]:
    """Where a stride is in an outline, in mils from its beginning; along a side only where `sides` says so."""
    length, x0, y0, x1, y1 = abs(stride.length), stride.x0, stride.y0, stride.x1, stride.y1
    both = [
        [(round(into * length), round(out * length)) for into, out in spans_inside(outline, x0, y0, x1, y1, right)]
        for right in (True, False)
    ]
    if both[0] == both[1]:
        return both[0]
    if sides:
        return both[0] + both[1]
    shared = ((max(a, c), min(b, d)) for a, b in both[0] for c, d in both[1])
    return [span for span in shared if span[0] < span[1]]


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


def passed_over(ground: Ground, stride: Stride, z: int, also: Sequence[tuple[Piece, list[Span]]] = ()) -> list[Under]:
    """A stride in parts, each with the pieces under the middle of the base there. `also` lies there besides."""
    length = abs(stride.length)
    found: list[tuple[Piece, list[Span]]] = []
    for piece in ground.pieces_near(stride.x0, stride.y0, stride.x1, stride.y1):
        if is_met(piece, z):
            spans = spans_of(piece.outline, stride, is_road(piece))
            if spans:
                found.append((piece, spans))
    found += [(piece, spans) for piece, spans in also if spans and is_met(piece, z)]
    marks = sorted({0, length, *(mark for _, spans in found for span in spans for mark in span)})
    return [
        Under(start, end, tuple(p for p, spans in found if any(a <= start and end <= b for a, b in spans)))
        for start, end in pairwise(marks)
    ]


def level_edge(ground: Ground, stride: Stride) -> int:
    """How far it is to where the ground may rise or fall under the middle of the base, and a mil; else its length."""
    length = abs(stride.length)
    marks = {length}
    for piece in ground.pieces_near(stride.x0, stride.y0, stride.x1, stride.y1):
        if is_solid(piece) or is_incline(piece):
            for span in spans_of(piece.outline, stride, True):
                marks.update(mark + 1 for mark in span if 1 < mark + 1 < length)
    return min(marks)
