"""7.2 and 7.5b: lines between two silhouettes, and how much area terrain lies on them.

A silhouette is a flat through the middle of a base, as wide as the base and square to the look, like the cut-outs that
players hold up. A line is told by how far left of the middle it leaves one flat (`here`) and meets the other (`there`).
"""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from typing import Final, final

from gearlock.kernel.rulebook import heeds
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.openings import Cell, Corners, Spot, Vista
from gearlock.table.polygon import Outline
from gearlock.table.shadow import Solid
from gearlock.table.strip import Patch, Strip

HAIR: Final = 0.01
"""Mils that a length may be off after it was worked out."""
FINEST: Final = 0.5
"""Mils: the least step in the search for a line."""

Heights = list[tuple[float, float]]
"""From which height to which lines run."""


@final
class Way:
    """The way between two silhouettes: all lines there are, and the heights that see most and least."""

    __slots__ = ("_ahead_x", "_ahead_y", "_strip", "cell", "end", "far", "length", "near", "start", "vista")

    def __init__(self, start: Body, end: Body) -> None:
        self.start, self.end = start, end
        dx, dy = float(end.x - start.x), float(end.y - start.y)
        self.length = sqrt(dx * dx + dy * dy)
        self._ahead_x, self._ahead_y = dx / self.length, dy / self.length
        self.near, self.far = float(start.radius), float(end.radius)
        self.vista = Vista(start, end)
        self.cell = self.vista.all_lines()
        wide = max(start.radius, end.radius)
        self._strip = Strip(start.x, start.y, wide, end.x, end.y, wide)

    def is_broken_by(self, solid: Solid) -> bool:
        """Whether this interrupts any line at all; a line along its very side is not interrupted."""
        start, end = self.start, self.end
        heights = [(start.z + 1.0, end.z + 1.0)]
        if solid.base > min(start.z, end.z):
            level = (solid.base + solid.top) / 2.0
            heights += [(start.z + 1.0, float(end.top)), (float(start.top), end.z + 1.0), (start.top, end.top)]
            heights.append((_within(level, start), _within(level, end)))
        return any(self._is_entered(corners) for low, high in heights for corners in self.vista.parts(solid, low, high))

    def _is_entered(self, corners: Corners) -> bool:
        """Whether any line has corners on both sides of it."""
        near, far = self.vista.near, self.vista.far
        is_left = is_right = True
        for share, aside in corners:
            wide = near * abs(1.0 - share) + far * abs(share)
            is_left = is_left and aside >= wide
            is_right = is_right and aside <= -wide
        return not is_left and not is_right

    def is_shut_by(self, patch: Patch, least: int) -> bool:
        """Whether this one piece plainly lies across all lines, so much of it on each. It is a proof or nothing."""
        start, end = self.start, self.end
        foot, top = min(start.z, end.z), max(start.top, end.top)
        if patch.base > foot:
            return False
        if not least:
            return self._strip.is_walled([patch], foot, top)
        return self._strip.is_barred([patch], least, foot, top, patch.klass)

    def deepest(self, outline: Outline) -> float:
        """How much of a piece lies on a line straight along the way where that is most: its thickness to this look."""
        spots = self._seen(outline)
        near, far, wide = self.near, self.far, max(self.near, self.far)
        asides = sorted({-far, -near, near, far, *(aside for _, aside in spots if -wide < aside < wide)})
        most = 0.0
        for low, high in pairwise(asides):
            edge = min(HAIR / 10.0, (high - low) / 4.0)
            for aside in (low + edge, high - edge):
                into, out = self._reach_at(abs(aside))
                most = max(most, _length_on(spots, aside, aside, self.length, into, out) * self.length)
        return most

    def _reach_at(self, aside: float) -> tuple[float, float]:
        """Between which shares of the way lines run that far from its middle; all of it between equal bases."""
        narrow, wide = min(self.near, self.far), max(self.near, self.far)
        if aside <= narrow or wide == narrow:
            return 0.0, 1.0
        share = (aside - narrow) / (wide - narrow)
        return (share, 1.0) if self.far > self.near else (0.0, 1.0 - share)

    def has_open_line(self, cells: list[Cell], areas: list[Patch], prisms: list[Solid]) -> bool:
        """Whether one of these lines has an inch or less of each of these areas before it, from base to base.

        Lines past all of them are found exactly; those that clip a corner, or lead out of one, are searched for.
        """
        heights = self._heights(areas)
        views = [(self._seen(area.outline), float(area.base), float(area.top)) for area in areas]
        straight = len(cells) == 1 and cells[0] is self.cell
        for low, high in heights:
            if straight and self._most_on(views, 0.0, 0.0, low, high) <= INCH + HAIR:
                return True
            if self.vista.left_open(cells, prisms, low, high):
                return True
        return any(self._found(cell, views, low, high) for low, high in heights for cell in cells)

    def _heights(self, areas: list[Patch]) -> Heights:
        start, end = self.start, self.end
        found: Heights = [(float(start.top), float(end.top))]
        if any(area.base > min(start.z, end.z) for area in areas):  # under what hangs in the air low lines are best
            found += [(start.z + 1.0, end.z + 1.0), (float(start.top), end.z + 1.0), (start.z + 1.0, float(end.top))]
        return found

    def _found(self, cell: Cell, views: list[View], low: float, high: float) -> bool:
        """A search in one cell: from its middle, corners and sides to wherever there is less."""
        middle = _middle(cell)
        tries = [middle]
        for number, corner in enumerate(cell):
            side = _between(corner, cell[number - 1], 0.5)
            tries += [_between(corner, middle, share) for share in (0.0001, 0.5)] + [_between(side, middle, 0.0001)]
        least, best = min((self._most_on(views, here, there, low, high), (here, there)) for here, there in tries)
        step = max(self.near, self.far, FINEST) / 2.0
        while least > INCH + HAIR and step >= FINEST:
            better = least
            for by_here, by_there in STEPS:
                here, there = best[0] + by_here * step, best[1] + by_there * step
                if _is_in(cell, here, there):
                    depth = self._most_on(views, here, there, low, high)
                    if depth < better:
                        better, spot = depth, (here, there)
            if better < least:
                least, best = better, spot
            else:
                step /= 2.0
        return least <= INCH + HAIR

    def _most_on(self, views: list[View], here: float, there: float, low: float, high: float) -> float:
        """The most that any of these areas has on a line, from where it leaves one base to where it meets the other."""
        slant = there - here
        stretch = sqrt(self.length * self.length + slant * slant)
        most = 0.0
        leaves, meets = (
            _out_of(here, slant, self.length, self.near),
            1.0 - _out_of(there, -slant, self.length, self.far),
        )
        for spots, base, top in views:
            into, out = _stretch(base, top, low, high)
            into, out = max(into, leaves), min(out, meets)
            if into < out:
                most = max(most, _length_on(spots, here, there, self.length, into, out) * stretch)
        return most

    def _seen(self, outline: Outline) -> list[Spot]:
        """Corners as (mils ahead, mils to the left) of the near middle."""
        x0, y0, ahead_x, ahead_y = self.start.x, self.start.y, self._ahead_x, self._ahead_y
        return [((x - x0) * ahead_x + (y - y0) * ahead_y, (y - y0) * ahead_x - (x - x0) * ahead_y) for x, y in outline]


View = tuple[list[Spot], float, float]
"""An area as it is seen along a way, its base and its top."""
STEPS: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))


def _within(level: float, body: Body) -> float:
    return min(max(level, body.z + 1.0), float(max(body.top, body.z + 1)))


def _out_of(aside: float, slant: float, length: float, radius: float) -> float:
    """The share of a line that lies within the base it begins in."""
    inner = max(radius * radius - aside * aside, 0.0)
    square = length * length + slant * slant
    return (-aside * slant + sqrt(aside * aside * slant * slant + square * inner)) / square


@heeds("blitz.6.5a")
def _stretch(base: float, top: float, low: float, high: float) -> tuple[float, float]:
    """Between which shares of the way a line from one height to another is neither above an area nor below it."""
    rise = high - low
    if rise == 0.0:
        return (0.0, 1.0) if base <= low <= top else (1.0, 0.0)
    to_top, to_base = (top - low) / rise, (base - low) / rise
    return max(min(to_top, to_base), 0.0), min(max(to_top, to_base), 1.0)


def _length_on(spots: list[Spot], here: float, there: float, length: float, into: float, out: float) -> float:
    """The share of a line that lies in an outline, counted between two shares of the way."""
    slant = (there - here) / length
    shares: list[float] = []
    before_x, before_y = spots[-1]
    before = before_y - here - slant * before_x
    for x, y in spots:
        after = y - here - slant * x
        if (before >= 0.0) != (after >= 0.0):
            shares.append((before_x + (x - before_x) * (before / (before - after))) / length)
        before_x, before = x, after
    shares.sort()
    total = 0.0
    for number in range(0, len(shares) - 1, 2):
        total += max(0.0, min(shares[number + 1], out) - max(shares[number], into))
    return total


def _middle(cell: Cell) -> Spot:
    return sum([here for here, _ in cell]) / len(cell), sum([there for _, there in cell]) / len(cell)


def _between(one: Spot, other: Spot, share: float) -> Spot:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _is_in(cell: Cell, here: float, there: float) -> bool:
    """Whether a line belongs to a convex cell, whichever way round its corners run."""
    lefts = rights = 0
    u0, v0 = cell[-1]
    for u1, v1 in cell:
        turn = (u1 - u0) * (there - v0) - (v1 - v0) * (here - u0)
        lefts += turn > 0.0
        rights += turn < 0.0
        u0, v0 = u1, v1
    return lefts == 0 or rights == 0
