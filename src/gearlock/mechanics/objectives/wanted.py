"""Where an Objective wants a figure, and how much nearer a move brings it: what bots go by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gearlock.table.measure import distance
from gearlock.table.polygon import Outline, bounds, distance_to


class Errand(NamedTuple):
    """Where an Objective wants a figure: at one of these spots, as near as this, or in an area."""

    spots: tuple[tuple[int, int], ...]
    reach: int = 0
    area: Outline = ()

    def way(self, x: int, y: int) -> int:
        """How far a place is from where it should be."""
        if self.area:
            return distance_to(self.area, x, y)
        return max(0, min(distance(x, y, *spot) for spot in self.spots) - self.reach)


def errand_into(area: Outline) -> Errand:
    """An errand into an area; its middle is as good a spot as any."""
    x0, y0, x1, y1 = bounds(area)
    return Errand((((x0 + x1) // 2, (y0 + y1) // 2),), 0, area)


def with_ways(errands: Iterable[Errand], x: int, y: int) -> list[tuple[Errand, int]]:
    """Errands, each with the way that is left from a place; worked out once for all moves from there."""
    return [(errand, errand.way(x, y)) for errand in errands]


def gained(errands: Iterable[tuple[Errand, int]], x: int, y: int) -> int:
    """How much nearer to all errands together another place is; less than nothing for straying."""
    found = 0
    for errand, left in errands:
        found += left - errand.way(x, y)
    return found
