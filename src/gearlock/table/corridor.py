"""Corridors: how much of a stride a whole footprint, not just its middle, spends in a piece of terrain."""

from math import hypot, sqrt

from gearlock.table import polygon
from gearlock.table.path import Stride
from gearlock.table.polygon import Outline

Span = tuple[float, float]


def length_overlapping(stride: Stride, radius: int, outline: Outline) -> int:
    """Mils of a stride during which any part of the footprint lies in the polygon, to the nearest mil."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    spans: list[Span] = list(polygon.spans_inside(outline, x0, y0, x1, y1, True))
    ax, ay = outline[-1]
    for bx, by in outline:
        spans += _near_side(stride, radius, (ax, ay), (bx, by))
        ax, ay = bx, by
    share, reached = 0.0, 0.0
    for into, out in sorted(spans):
        if out > reached:
            share += out - max(into, reached)
            reached = out
    return round(share * hypot(x1 - x0, y1 - y0))


def _near_side(stride: Stride, radius: int, a: tuple[int, int], b: tuple[int, int]) -> list[Span]:
    """The shares of the stride within the radius of one side: near either corner, or abreast of it."""
    spans = _near_corner(stride, radius, a) + _near_corner(stride, radius, b) + _abreast(stride, radius, a, b)
    return [(min(into for into, _ in spans), max(out for _, out in spans))] if spans else []


def _near_corner(stride: Stride, radius: int, corner: tuple[int, int]) -> list[Span]:
    """The shares of the stride within the radius of a point."""
    dx, dy = stride.x1 - stride.x0, stride.y1 - stride.y0
    px, py = corner[0] - stride.x0, corner[1] - stride.y0
    square, along = dx * dx + dy * dy, px * dx + py * dy
    inner = along * along - square * (px * px + py * py - radius * radius)
    if inner <= 0:
        return []
    root = sqrt(inner)
    return _clipped((along - root) / square, (along + root) / square)


def _abreast(stride: Stride, radius: int, a: tuple[int, int], b: tuple[int, int]) -> list[Span]:
    """The shares of the stride beside a side and within the radius of its line."""
    dx, dy = stride.x1 - stride.x0, stride.y1 - stride.y0
    ex, ey = b[0] - a[0], b[1] - a[1]
    px, py = stride.x0 - a[0], stride.y0 - a[1]
    length2 = ex * ex + ey * ey
    if length2 == 0:
        return []
    beside = _between(px * ex + py * ey, dx * ex + dy * ey, 0.0, length2)
    wide = radius * sqrt(length2)
    near = _between(ex * py - ey * px, ex * dy - ey * dx, -wide, wide)
    if beside is None or near is None:
        return []
    return _clipped(max(beside[0], near[0]), min(beside[1], near[1]))


def _between(start: float, pace: float, low: float, high: float) -> Span | None:
    """The times at which `start + pace * time` lies strictly between two values; None for never."""
    if pace == 0:
        return (0.0, 1.0) if low < start < high else None
    first, second = (low - start) / pace, (high - start) / pace
    return (first, second) if first < second else (second, first)


def _clipped(into: float, out: float) -> list[Span]:
    """The part of a span on the stride itself."""
    into, out = max(into, 0.0), min(out, 1.0)
    return [(into, out)] if into < out else []
