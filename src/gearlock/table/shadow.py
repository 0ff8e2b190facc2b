"""Shadows: solids that may hide a silhouette, and the columns it is cut into across its width.

Each column is one line in plan from the eye. Seen along such a line a solid throws a shadow on the column that begins
and ends at heights known in closed form, so the answer is exact in height. This file, `tracing`, `lookout` and `sight`
also compile with mypyc: no Any, no lists of floats written in the hot loops.
"""

import math
from typing import Final, final

INSIDE: Final = 1e18  # 1/t of a crossing at the eye itself


@final
class Solid:
    """Something upright that may stand in the way: a prism over a polygon, or a cylinder when it has a radius.

    `klass` is the caller's number for what hides alike (0 hides nothing); `least` the mils of it that must lie on a
    line before it hides anything there; `model` marks models among the things in the way. Corners run
    counter-clockwise.
    """

    __slots__ = (
        "base", "cx", "cy", "id", "klass", "least", "max_x", "max_y", "min_x", "min_y", "model", "radius", "reach",
        "top", "xs", "ys",
    )  # fmt: skip

    def __init__(
        self,
        id: str,
        klass: int,
        xs: list[float],
        ys: list[float],
        radius: float,
        base: float,
        top: float,
        least: float,
        model: bool,
    ) -> None:
        self.id = id
        self.klass = klass
        self.xs = xs
        self.ys = ys
        self.radius = radius
        self.base = base
        self.top = top
        self.least = least
        self.model = model
        self.min_x = min(xs) - radius
        self.max_x = max(xs) + radius
        self.min_y = min(ys) - radius
        self.max_y = max(ys) + radius
        self.cx = (min(xs) + max(xs)) / 2.0
        self.cy = (min(ys) + max(ys)) / 2.0
        reach = radius
        for x, y in zip(xs, ys, strict=True):
            reach = max(reach, math.sqrt((x - self.cx) * (x - self.cx) + (y - self.cy) * (y - self.cy)))
        self.reach = reach


@final
class Band:
    """A hidden range of heights above the target's foot that does not begin at the foot."""

    __slots__ = ("high", "low")

    def __init__(self, low: float, high: float) -> None:
        self.low = low
        self.high = high


@final
class Column:
    """One upright strip of the target and what is known of it while solids are cast, one class after another."""

    __slots__ = (
        "all_bands", "all_top", "bands", "depth", "enters", "far", "leaves", "near", "slope", "span", "stretch", "top",
    )  # fmt: skip

    def __init__(self) -> None:
        self.slope = 0.0
        self.stretch = 0.0
        self.near = 0.0
        self.far = INSIDE
        self.span = 0.0
        self.depth = 0
        self.top = 0.0
        self.all_top = 0.0
        self.enters: list[float] = []
        self.leaves: list[float] = []
        self.bands: list[Band] = []
        self.all_bands: list[Band] = []

    def aim(self, slope: float, distance: float) -> None:
        """Point the column's line for a new look and forget the last one."""
        self.slope = slope
        self.stretch = distance * math.sqrt(1.0 + slope * slope)
        self.top = 0.0
        self.all_top = 0.0
        if self.bands or self.all_bands:
            self.bands = []
            self.all_bands = []

    def forget(self) -> None:
        """Forget the solid just cast."""
        self.near = 0.0
        self.far = INSIDE
        self.span = 0.0
        self.depth = 0


def covered(top: float, bands: list[Band]) -> float:
    """Height hidden in all: from the foot to top, and the bands above that, overlaps counted once."""
    if not bands:
        return top
    total = top
    reached = top
    for low, high in sorted([(band.low, band.high) for band in bands]):
        if high > reached:
            total += high - max(low, reached)
            reached = high
    return total
