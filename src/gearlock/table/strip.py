"""The strip of table between two bodies: what stands off it hides nothing, and what low ground cover lies across it.

Whoever looks at many bodies passes by almost everything on the table, so passing by is what has to be quick. This file
compiles with mypyc.
"""

import math
from math import isqrt
from typing import Final, final

from gearlock.table.measure import distance
from gearlock.table.polygon import Outline, bounds, crossing_length, is_convex

HAIR: Final = 2.0
Disc = tuple[float, float, float]
"""A circle around something: its middle and its radius."""


@final
class Strip:
    """The strip between two footprints, as wide as the wider of them."""

    __slots__ = ("dx", "dy", "far", "length", "near", "square", "wide", "x", "y")

    def __init__(self, x0: int, y0: int, radius0: int, x1: int, y1: int, radius1: int) -> None:
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        self.x = float(x0)
        self.y = float(y0)
        self.dx = float(dx)
        self.dy = float(dy)
        self.square = float(square)
        self.length = float(isqrt(square) + 1)
        self.near = float(radius0)
        self.far = float(radius1)
        self.wide = float(max(radius0, radius1))

    def meeting(self, discs: list[Disc]) -> list[int]:
        """The numbers of the circles that reach into the strip; one just off its ends may be taken for one in it."""
        found: list[int] = []
        x0, y0, dx, dy, length, wide = self.x, self.y, self.dx, self.dy, self.length, self.wide
        square = self.square
        for number, (x, y, radius) in enumerate(discs):
            reach = (radius + wide) * length
            x -= x0
            y -= y0
            aside = x * dy - y * dx
            if -reach <= aside <= reach and -reach <= x * dx + y * dy <= square + reach:
                found.append(number)
        return found

    def is_barred(self, patches: list["Patch"], least: int, foot: int, top: int, klass: int) -> bool:
        """Whether one patch of this class that hides all from foot to top lies across every line to the far middle.

        A line may begin at the front of the near footprint. The patches come sorted, this class first and the tallest
        first. It is a proof or nothing: where it says no, the lines may be barred all the same.
        """
        for patch in patches:
            if patch.klass != klass or patch.top < top or patch.top <= foot:
                break
            if patch.convex and patch.base < top and self._is_across(patch, least, self.near, self.near):
                return True
        return False

    def is_walled(self, walls: list["Patch"], foot: int, top: int) -> bool:
        """Whether one wall from foot to top or higher stands across all lines between the two footprints.

        The walls come sorted, the tallest first. It is a proof or nothing, as above.
        """
        for wall in walls:
            if wall.top < top:
                break
            if wall.convex and wall.base <= foot and self._is_across(wall, 0, self.wide, 0.0):
                return True
        return False

    def _is_across(self, patch: "Patch", least: int, wide: float, after: float) -> bool:
        """Whether a convex patch holds `least` of both sides of a strip, side by side: then of all between as well.

        What lies within its first mils, up to `after`, is not counted. Along and aside are scaled by the length, and a
        hair of two mils makes up for whatever is rounded elsewhere.
        """
        aside = (patch.x - self.x) * self.dy - (patch.y - self.y) * self.dx
        if abs(aside) > patch.reach * self.length:
            return False
        edge = (wide + HAIR) * self.length
        enter, leave = (after + HAIR) * self.length, self.square - (self.far + HAIR) * self.length
        need = (least + HAIR) * self.length
        for line in (edge, -edge):
            first, last = self._stretch(patch.outline, line)
            enter, leave = max(enter, first), min(leave, last)
            if leave - enter < need:
                return False
        return True

    def _stretch(self, outline: Outline, line: float) -> tuple[float, float]:
        """How far along a line beside the strip enters a convex outline and leaves it; one that misses leaves first."""
        first, last = math.inf, -math.inf
        x, y = outline[-1]
        along0 = (x - self.x) * self.dx + (y - self.y) * self.dy
        aside0 = (x - self.x) * self.dy - (y - self.y) * self.dx - line
        for x, y in outline:
            along1 = (x - self.x) * self.dx + (y - self.y) * self.dy
            aside1 = (x - self.x) * self.dy - (y - self.y) * self.dx - line
            if (aside0 > 0.0) != (aside1 > 0.0):
                place = along0 + (along1 - along0) * (aside0 / (aside0 - aside1))
                first, last = min(first, place), max(last, place)
            along0, aside0 = along1, aside1
        return first, last


@final
class Patch:
    """Ground cover that is looked through, such as a wood: a prism with a circle around it, and the caller's class."""

    __slots__ = ("base", "convex", "id", "klass", "outline", "reach", "top", "x", "y")

    def __init__(self, id: str, klass: int, outline: Outline, base: int, top: int) -> None:
        self.id = id
        self.klass = klass
        self.outline = outline
        self.base = base
        self.top = top
        self.convex = is_convex(outline)
        x0, y0, x1, y1 = bounds(outline)
        self.x = (x0 + x1) // 2
        self.y = (y0 + y1) // 2
        self.reach = max([distance(self.x, self.y, corner_x, corner_y) for corner_x, corner_y in outline])

    @property
    def disc(self) -> Disc:
        """The circle around it."""
        return float(self.x), float(self.y), float(self.reach)


@final
class Glance:
    """One line of a look in plan: from an eye to a silhouette, which begins where the target's base does."""

    __slots__ = ("far_x", "far_y", "foot", "radius", "top", "x", "y", "z")

    def __init__(self, eye: tuple[int, int, int], end: tuple[int, int, int], radius: int, height: int) -> None:
        self.x, self.y, self.z = eye
        self.far_x, self.far_y, self.foot = end
        self.radius = radius
        self.top = self.foot + height

    def across(self, patches: list[Patch], least: int, full: int, aloft: bool) -> list[Patch]:
        """The patches with so much of them between eye and silhouette that are taller than the target's foot.

        One that hangs above both is not between them. From an eye aloft only that part of a patch counts which the line
        down to the target's foot runs through. The search ends with a patch of the class `full` as tall as the target.
        """
        found: list[Patch] = []
        x, y, z, foot = self.x, self.y, self.z, self.foot
        dx, dy = self.far_x - x, self.far_y - y
        length = math.sqrt(float(dx * dx + dy * dy))
        if length <= self.radius + least:
            return found
        share = (length - self.radius) / length
        to_x, to_y = x + round(dx * share), y + round(dy * share)
        ceiling = max(z, self.top)
        for patch in patches:
            if patch.top <= foot or patch.base >= ceiling:
                continue
            ahead, aside = patch.x - x, patch.y - y
            reach = patch.reach * length
            along = ahead * dx + aside * dy
            if abs(ahead * dy - aside * dx) > reach or along < -reach or along > length * length + reach:
                continue
            into = max(0.0, (z - patch.top) / (z - foot)) if aloft and z > foot else 0.0
            from_x, from_y = x + round((to_x - x) * into), y + round((to_y - y) * into)
            if crossing_length(patch.outline, from_x, from_y, to_x, to_y) >= least:
                found.append(patch)
                if patch.top >= self.top and patch.klass == full:
                    break
        return found
