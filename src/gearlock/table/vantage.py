"""Vantage: from which points of a body one sees most of another.

Of all points of a body few can be the best. Where a line through two corners of what stands between meets it, something
comes into view or goes out of it; so those are the points to try, and the lines that stay open tell which of them see
most. Ground cover is judged along one line only; of that there is least before the point of the rim nearest the target.
"""

from collections.abc import Iterator, Sequence
from typing import Final, final

from gearlock.table.bodies import Body
from gearlock.table.openings import HALF_MIL, Cell, Vista, area_of, seen_from
from gearlock.table.shadow import Solid
from gearlock.table.sightlines import Eye, front_point, open_cells, sideways
from gearlock.table.strip import Glance, Patch

SMALL: Final = 0.01
APART: Final = 24  # points of a base nearer to each other than this part of its radius are not both tried
FRONT: Final = 0.9  # of the radius
MOST: Final = 3
HOPE: Final = (
    0.4  # of the lines open to a target of which half may be seen; looks count it in columns, so a little less
)

Span = tuple[float, float]
"""From where to where across a base, in mils to the left of its middle."""


@final
class Vantage:
    """What of one body can be seen from all of another past solids and ground cover."""

    __slots__ = ("aloft", "cells", "end", "least", "patches", "solids", "start")

    def __init__(
        self, start: Body, end: Body, solids: list[Solid], patches: list[Patch], least: int, aloft: bool
    ) -> None:
        """`least`: mils of a patch of ground cover that must lie between before it hides anything."""
        self.start = start
        self.end = end
        self.solids = solids
        self.patches = patches
        self.least = least
        self.aloft = aloft
        self.cells: list[Cell] = []
        """Open lines that begin where no ground cover hides all."""
        tall = [patch for patch in patches if patch.top >= end.top]
        if not tall:
            self.cells = open_cells(start, end, solids)
        elif spans := self.clear_spans(tall):
            self.cells = _within(open_cells(start, end, solids), spans)

    @property
    def is_open(self) -> bool:
        """Whether any part of one sees any part of the other."""
        return bool(self.cells)

    def clear_spans(self, patches: list[Patch]) -> list[Span]:
        """The parts of the front rim before which none of these patches lies deep enough to hide anything."""
        radius = float(self.start.radius)
        if not radius:
            return [(-HALF_MIL, HALF_MIL)] if self._is_clear(patches, 0.0) else []
        places = sorted({-radius, 0.0, radius, *self._corner_places(patches)})
        clear = [self._is_clear(patches, place) for place in places]
        spans: list[Span] = []
        begin = places[0]
        for number in range(1, len(places)):
            if clear[number] != clear[number - 1]:
                edge = self._edge(patches, places[number - 1], places[number], clear[number])
                if clear[number]:
                    begin = edge
                else:
                    spans.append((begin, edge))
        if clear[-1]:
            spans.append((begin, places[-1]))
        return spans

    def _corner_places(self, patches: list[Patch]) -> list[float]:
        """Where lines from the target's middle through corners of patches meet the base."""
        start, end, radius = self.start, self.end, self.start.radius
        dx, dy = end.x - start.x, end.y - start.y
        square = dx * dx + dy * dy
        found: list[float] = []
        for patch in patches:
            for x, y in patch.outline:
                to_go = square - (x - start.x) * dx - (y - start.y) * dy
                aside = dx * (y - start.y) - dy * (x - start.x)
                if to_go > 0 and aside * aside * square < (radius * to_go) ** 2:
                    found.append(aside * square**0.5 / to_go)
        return found

    def _is_clear(self, patches: list[Patch], place: float) -> bool:
        start, end = self.start, self.end
        eye = front_point(start, end.x, end.y, place, start.top)
        glance = Glance(eye, (end.x, end.y, end.z), end.radius, end.height)
        return not glance.across(patches, self.least, -1, self.aloft)

    def _edge(self, patches: list[Patch], low: float, high: float, clear_above: bool) -> float:
        """The clear place nearest to where clear and covered ones meet, to a mil."""
        while high - low > 1.0:
            middle = (low + high) / 2.0
            if self._is_clear(patches, middle) == clear_above:
                high = middle
            else:
                low = middle
        return high if clear_above else low

    def eyes(self, heights: Sequence[int]) -> Iterator[Eye]:
        """Points from which half of the target may show, the most promising first; the middle of the base is not tried.

        None if ground cover of half its height lies before all of them.
        """
        start, end = self.start, self.end
        half = [patch for patch in self.patches if 2 * patch.top >= 2 * end.z + end.height]
        spans = self.clear_spans(half) if half else [(-float(start.radius), float(start.radius))]
        if not spans or not start.radius:
            return
        levels = [start.z + start.height * share // 1000 for share in heights]
        for place in self._places(0.0):
            for z in levels:
                yield front_point(start, end.x, end.y, place, z)
                if not half:
                    yield (*sideways(start.x, start.y, end.x, end.y, round(place)), z)
        before = [0.0, *self._places(FRONT)]
        if half:
            before += [place for low, high in spans for place in (low, high, (low + high) / 2.0)]
        for place in before:
            for z in levels:
                if any(low <= place <= high for low, high in spans):
                    yield front_point(start, end.x, end.y, place, z)

    def _places(self, ahead: float) -> list[float]:
        """Places across the base from which most lines to the top and to the middle of the target are open."""
        start, end = self.start, self.end
        vista = Vista(start, end, ahead)
        z, high, ground = float(start.top), max(start.top, end.top), min(start.z, end.z)
        floating = any(solid.base > ground for solid in self.solids)
        upper = self.cells
        if ahead:
            upper = vista.left_open([vista.all_lines()], self.solids, z, float(end.top))
        lower = upper
        if floating or any(solid.top < high for solid in self.solids):
            lower = vista.left_open([vista.all_lines()], self.solids, z, end.z + end.height / 2.0)
        places = {-vista.near, vista.near}
        for cell in [*upper, *lower]:
            places.update([here for here, _ in cell])
        worth = [(-seen_from(upper, place) - seen_from(lower, place), abs(place), place) for place in places]
        worth.sort()
        least = 0.0 if floating else HOPE * 4.0 * vista.far
        chosen: list[float] = []
        for unseen, _, place in worth:
            if -unseen < least or len(chosen) == MOST:
                break
            if all(abs(place - other) > vista.near / APART for other in chosen):
                chosen.append(place)
        return chosen


def _within(cells: list[Cell], spans: list[Span]) -> list[Cell]:
    """The parts of cells whose lines begin within spans."""
    found: list[Cell] = []
    for low, high in spans:
        if high - low < SMALL:
            continue
        for cell in cells:
            part = _cut(_cut(cell, low, 1.0), high, -1.0)
            if area_of(part) > SMALL:
                found.append(part)
    return found


def _cut(cell: Cell, place: float, side: float) -> Cell:
    """The part of a cell whose lines begin to the left of a place, or to its right."""
    found: Cell = []
    if not cell:
        return found
    u0, v0 = cell[-1]
    for u1, v1 in cell:
        before, after = side * (u0 - place), side * (u1 - place)
        if (before < 0.0) != (after < 0.0):
            part = before / (before - after)
            found.append((u0 + (u1 - u0) * part, v0 + (v1 - v0) * part))
        if after >= 0.0:
            found.append((u1, v1))
        u0, v0 = u1, v1
    return found
