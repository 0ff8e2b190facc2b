"""How much of a round base lies under outlines that hang over it, where they overlap counted once.

The base is cut into slabs between all places where anything begins, ends or crosses. Within a slab every border is a
straight side or the base's own rim, so its area is known in closed form.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import asin, pi, sqrt

from gearlock.table.polygon import Outline, border_compared, is_inside
from gearlock.table.sight import WHOLE

Side = tuple[float, float, float, float]
"""A side of an outline from its lower to its upper end, seen from the middle of the base."""
Stretch = tuple[float, float, float, float]
"""Where a stretch begins and ends in the middle of a slab, and the areas from the middle line to these borders."""


def covered_share(x: int, y: int, radius: int, outlines: Sequence[Outline]) -> int:
    """The millionths of a round base that lie under any of these outlines; WHOLE only if nothing sticks out."""
    over: list[list[Side]] = []
    for outline in outlines:
        if border_compared(outline, x, y, radius) >= 0:  # the border does not come into the base: all of it, or nothing
            if is_inside(outline, x, y):
                return WHOLE
        else:
            over.append(_sides(outline, x, y))
    if not over:
        return 0
    heights = _heights(over, float(radius))
    area = sum(_slab(over, float(radius), low, high) for low, high in pairwise(heights))
    return min(round(WHOLE * area / (pi * radius * radius)), WHOLE)


def _sides(outline: Outline, x: int, y: int) -> list[Side]:
    """The sides that are not level, as seen from a point."""
    sides: list[Side] = []
    x0, y0 = outline[-1]
    for x1, y1 in outline:
        if y0 != y1:
            (low_x, low_y), (high_x, high_y) = ((x0, y0), (x1, y1)) if y0 < y1 else ((x1, y1), (x0, y0))
            sides.append((float(low_x - x), float(low_y - y), float(high_x - x), float(high_y - y)))
        x0, y0 = x1, y1
    return sides


def _heights(over: list[list[Side]], radius: float) -> list[float]:
    """Where slabs begin and end: at corners, where sides cross each other, and where they cross the rim."""
    found = {-radius, radius}
    sides = [side for outline in over for side in outline]
    for number, side in enumerate(sides):
        found.update((side[1], side[3], *_rim_crossings(side, radius)))
        for other in sides[:number]:
            found.update(_crossing(side, other))
    return sorted(height for height in found if -radius <= height <= radius)


def _rim_crossings(side: Side, radius: float) -> list[float]:
    """The heights at which the line of a side goes through the rim."""
    x0, y0, x1, y1 = side
    dx, dy = x1 - x0, y1 - y0
    along, square = x0 * dx + y0 * dy, dx * dx + dy * dy
    inner = along * along - square * (x0 * x0 + y0 * y0 - radius * radius)
    if inner <= 0.0:
        return []
    return [y0 + dy * (-along - sqrt(inner)) / square, y0 + dy * (-along + sqrt(inner)) / square]


def _crossing(one: Side, other: Side) -> list[float]:
    """The height at which the lines of two sides cross."""
    lean, other_lean = _lean(one), _lean(other)
    if lean == other_lean:
        return []
    return [(other[0] - other_lean * other[1] - one[0] + lean * one[1]) / (lean - other_lean)]


def _lean(side: Side) -> float:
    return (side[2] - side[0]) / (side[3] - side[1])


def _slab(over: list[list[Side]], radius: float, low: float, high: float) -> float:
    """The covered area of one slab of the base."""
    middle = (low + high) / 2.0
    rim = sqrt(max(radius * radius - middle * middle, 0.0))
    bulge = _under_rim(radius, high) - _under_rim(radius, low)
    stretches: list[Stretch] = []
    for sides in over:
        ends = sorted(side[0] + _lean(side) * (middle - side[1]) for side in sides if side[1] <= middle < side[3])
        for left, right in zip(ends[::2], ends[1::2], strict=True):
            into, out = max(left, -rim), min(right, rim)
            if into < out:
                from_area = -bulge if left < -rim else left * (high - low)
                stretches.append((into, out, from_area, bulge if right > rim else right * (high - low)))
    total, reached, area_reached = 0.0, -rim, -bulge
    for into, out, from_area, to_area in sorted(stretches):
        if out > reached:
            total += to_area - (from_area if into > reached else area_reached)
            reached, area_reached = out, to_area
    return total


def _under_rim(radius: float, height: float) -> float:
    """The area between the middle line and the rim, from the middle up to a height."""
    share = min(max(height / radius, -1.0), 1.0)
    return radius * radius * (share * sqrt(1.0 - share * share) + asin(share)) / 2.0
