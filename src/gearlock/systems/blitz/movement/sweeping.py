"""Sweeping: where along a stride a base is over an outline or a disc, in mils from the stride's beginning."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot, sqrt

from gearlock.table.path import Stride
from gearlock.table.polygon import Outline, spans_inside

Span = tuple[int, int]
TOUCH = 0.01
"""Mils by which a base is taken as smaller, so that leaning against a side is not in it."""


def spans_of_base(stride: Stride, radius: int, outline: Outline) -> list[Span]:
    """Where any part of a base is in a polygon; leaning against its side is not in it."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    shares = list(spans_inside(outline, x0, y0, x1, y1, True))
    for (ax, ay), (bx, by) in pairwise((*outline, outline[0])):
        found = _beside(stride, radius - TOUCH, ax, ay, bx, by)
        if found is not None:
            shares.append(found)
    return _in_mils(stride, shares)


def spans_of_disc(stride: Stride, reach: int, x: int, y: int) -> list[Span]:
    """Where the middle of a base is nearer to a point than the reach."""
    found = _around(stride, reach - TOUCH, x, y)
    return _in_mils(stride, [] if found is None else [found])


def spans_of_line(stride: Stride, outlines: Iterable[Outline]) -> list[Span]:
    """Where the middle of a base is on one of some polygons, their sides among them."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    shares = [
        span for outline in outlines for right in (True, False) for span in spans_inside(outline, x0, y0, x1, y1, right)
    ]
    return _in_mils(stride, shares)


def _in_mils(stride: Stride, shares: Iterable[tuple[float, float]]) -> list[Span]:
    length = abs(stride.length)
    return merged((round(into * length), round(out * length)) for into, out in shares)


def merged(spans: Iterable[Span]) -> list[Span]:
    """The same stretches in order, none empty, those that meet made one."""
    found: list[Span] = []
    for into, out in sorted(span for span in spans if span[0] < span[1]):
        if found and into <= found[-1][1]:
            found[-1] = (found[-1][0], max(out, found[-1][1]))
        else:
            found.append((into, out))
    return found


def without(spans: Iterable[Span], holes: Iterable[Span]) -> list[Span]:
    """What is left of stretches when others are cut out of them; the holes are in order and apart."""
    left = list(spans)
    for low, high in holes:
        left = [
            part for into, out in left for part in ((into, min(out, low)), (max(into, high), out)) if part[0] < part[1]
        ]
    return merged(left)


def total(spans: Iterable[Span]) -> int:
    """Mils in all."""
    return sum(out - into for into, out in spans)


def clipped(spans: Iterable[Span], low: int, high: int) -> list[Span]:
    """What of the stretches lies between two marks."""
    cut = ((max(into, low), min(out, high)) for into, out in spans)
    return [span for span in cut if span[0] < span[1]]


def _around(stride: Stride, reach: float, x: float, y: float) -> tuple[float, float] | None:
    """The shares of a stride between which it is nearer to a point than the reach."""
    dx, dy = stride.x1 - stride.x0, stride.y1 - stride.y0
    px, py = x - stride.x0, y - stride.y0
    square = dx * dx + dy * dy
    if not square:
        return None
    along, aside = (px * dx + py * dy) / square, (px * dy - py * dx) / sqrt(square)
    if abs(aside) >= reach:
        return None
    half = sqrt((reach * reach - aside * aside) / square)
    return _within(along - half, along + half)


def _beside(stride: Stride, reach: float, ax: int, ay: int, bx: int, by: int) -> tuple[float, float] | None:
    """The shares of a stride between which it is nearer to a side of an outline than the reach.

    What lies so near to a side is convex: one stretch, from the first to the last of those at its ends and along it.
    """
    found = [_around(stride, reach, ax, ay), _around(stride, reach, bx, by), _along(stride, reach, ax, ay, bx, by)]
    shares = [span for span in found if span is not None]
    if not shares:
        return None
    return min(into for into, _ in shares), max(out for _, out in shares)


def _along(stride: Stride, reach: float, ax: int, ay: int, bx: int, by: int) -> tuple[float, float] | None:
    """The shares of a stride between which it is beside a side and nearer to it than the reach."""
    side = hypot(bx - ax, by - ay)
    ux, uy = (bx - ax) / side, (by - ay) / side
    dx, dy = stride.x1 - stride.x0, stride.y1 - stride.y0
    px, py = stride.x0 - ax, stride.y0 - ay
    down = _between(px * ux + py * uy, dx * ux + dy * uy, 0.0, side)
    across = _between(px * uy - py * ux, dx * uy - dy * ux, -reach, reach)
    if down is None or across is None:
        return None
    return _within(max(down[0], across[0]), min(down[1], across[1]))


def _between(start: float, change: float, low: float, high: float) -> tuple[float, float] | None:
    """The shares between which a value that changes evenly is between two bounds."""
    if abs(change) < 1e-9:
        return (0.0, 1.0) if low < start < high else None
    into, out = sorted(((low - start) / change, (high - start) / change))
    return into, out


def _within(into: float, out: float) -> tuple[float, float] | None:
    """Shares cut to the stride itself."""
    into, out = max(0.0, into), min(1.0, out)
    return (into, out) if into < out else None
