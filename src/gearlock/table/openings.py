"""Openings: all lines between two bodies that nothing breaks, found exactly.

Two bodies are looked at as flats through their middles, square to the line between them. A line is told by how far
left of its middle it leaves one flat (`here`) and meets the other (`there`). Whether it passes a corner on the left or
on the right depends on which side of a straight line the point (here, there) lies. So what one solid leaves open are
two convex cells, those of many solids are found by cutting cells, and a cell's corners are lines through two corners of
what stands between: the places where the picture changes. This file compiles with mypyc.
"""

import math
from typing import Final, final

from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid

LEAST: Final = 0.01  # square mils: a cell smaller than that is a line along the joint of two solids
HALF_MIL: Final = 0.5
TURN: Final = 0.05  # radians between the points a round solid is felt at
ROUND: Final = 48

Spot = tuple[float, float]
Cell = list[Spot]
"""Lines that stay open, as a convex polygon of (here, there)."""
Corners = list[Spot]
"""What stands in the way, as corners: the share of the way, and mils to the left of the line between the middles."""


@final
class Vista:
    """Two flats and the lines between them: where the first is, how long the way, and half the width of both."""

    __slots__ = ("ahead_x", "ahead_y", "far", "length", "near", "wide", "x", "y")

    def __init__(self, a: Body, b: Body, ahead: float = 0.0, beyond: float = 0.0) -> None:
        """`ahead` and `beyond`: how many thousandths of their radius the flats are moved, both the way one looks."""
        dx, dy = float(b.x - a.x), float(b.y - a.y)
        length = math.sqrt(dx * dx + dy * dy)
        self.ahead_x = dx / length
        self.ahead_y = dy / length
        near, far = max(float(a.radius), HALF_MIL), max(float(b.radius), HALF_MIL)
        self.x = a.x + self.ahead_x * near * ahead
        self.y = a.y + self.ahead_y * near * ahead
        self.length = length - near * ahead + far * beyond
        self.near = near * math.sqrt(1.0 - ahead * ahead)
        self.far = far * math.sqrt(1.0 - beyond * beyond)
        self.wide = max(self.near, self.far)

    def all_lines(self) -> Cell:
        """Every line there is."""
        near, far = self.near, self.far
        return [(-near, -far), (near, -far), (near, far), (-near, far)]

    def slanting(self, share: float) -> list[Cell]:
        """Slanting lines, which touch round bodies beyond the ends of their flats; `share` of the most slanting."""
        steepest = (self.near + self.far) / self.length
        if steepest >= 1.0:
            return []
        slant = share * steepest / math.sqrt(1.0 - steepest * steepest)
        more = math.sqrt(1.0 + slant * slant)
        near, far = self.near * more, self.far * more
        box = [(-near, -far), (near, -far), (near, far), (-near, far)]
        across = slant * self.length
        found: list[Cell] = []
        for side in (1.0, -1.0):  # there - here >= across, or <= -across
            cell = _kept(box, [side * (there - here) - across for here, there in box])
            if len(cell) > 2:
                found.append(cell)
        return found

    def left_open(self, cells: list[Cell], solids: list[Solid], z0: float, z1: float) -> list[Cell]:
        """What the solids leave of cells of lines that run from one height to another."""
        for solid in solids:
            for corners in self.parts(solid, z0, z1):
                cells = _passing(cells, corners)
                if not cells:
                    return cells
        return cells

    def parts(self, solid: Solid, z0: float, z1: float) -> list[Corners]:
        """The parts of a solid that break lines between these heights; none if it stands beside all of them."""
        low, high = _stretch(solid, z0, z1)
        if low >= high:
            return []
        corners = self._rim(solid, low, high) if solid.radius > 0.0 else self._seen(solid.xs, solid.ys)
        first, last, right, left = math.inf, -math.inf, math.inf, -math.inf
        for share, side in corners:
            first, last = min(first, share), max(last, share)
            right, left = min(right, side), max(left, side)
        if first >= high or last <= low or right >= self.wide or left <= -self.wide:
            return []
        if first >= low and last <= high:
            return [corners]
        if _is_convex(corners):
            return [_between(corners, low, high)]
        sides = [_between([corners[number - 1], corners[number]], low, high) for number in range(len(corners))]
        return [part for part in sides if part] + _entries(corners, low)

    def _seen(self, xs: list[float], ys: list[float]) -> Corners:
        ahead_x, ahead_y, length = self.ahead_x, self.ahead_y, self.length
        found: Corners = []
        for number in range(len(xs)):
            x = xs[number] - self.x
            y = ys[number] - self.y
            found.append(((x * ahead_x + y * ahead_y) / length, ahead_x * y - ahead_y * x))
        return found

    def _rim(self, solid: Solid, low: float, high: float) -> Corners:
        """Points on a cylinder's rim: where lines may touch it, or all round if only a part of it matters."""
        share, side = self._seen(solid.xs, solid.ys)[0]
        radius = solid.radius
        reach = radius / self.length
        if abs(side) - radius >= self.wide or share + reach <= low or share - reach >= high:
            return [(share, side)]
        found: Corners = []
        if share - reach >= low and share + reach <= high:
            most = math.atan((self.near + self.far) / self.length)
            steps = int(most / TURN) + 1
            for number in range(-steps, steps + 1):
                turn = most * number / steps
                found.append((share + reach * math.sin(turn), side - radius * math.cos(turn)))
            for number in range(-steps, steps + 1):
                turn = most * number / steps
                found.append((share - reach * math.sin(turn), side + radius * math.cos(turn)))
            return found
        for number in range(ROUND):
            turn = 2.0 * math.pi * number / ROUND
            found.append((share + reach * math.cos(turn), side + radius * math.sin(turn)))
        return found


def _stretch(solid: Solid, z0: float, z1: float) -> tuple[float, float]:
    """Between which shares of the way a line from one height to another is neither above a solid nor below it."""
    rise = z1 - z0
    if rise == 0.0:
        return (0.0, 1.0) if solid.base <= z0 <= solid.top else (1.0, 0.0)
    to_top, to_base = (solid.top - z0) / rise, (solid.base - z0) / rise
    return max(min(to_top, to_base), 0.0), min(max(to_top, to_base), 1.0)


def _is_convex(corners: Corners) -> bool:
    """Whether no corner turns inward; corners run one way round or the other."""
    lefts = rights = 0
    for number in range(len(corners)):
        a, b, c = corners[number - 2], corners[number - 1], corners[number]
        turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
        lefts += turn > 0.0
        rights += turn < 0.0
    return lefts == 0 or rights == 0


def _between(corners: Corners, low: float, high: float) -> Corners:
    """The part of a convex outline, or of one side of it, between two shares of the way."""
    kept = _kept(corners, [share - low for share, _ in corners])
    return _kept(kept, [high - share for share, _ in kept]) if kept else kept


def _entries(corners: Corners, low: float) -> list[Corners]:
    """Where lines that begin at a share of the way begin within an outline."""
    places: list[float] = []
    before, aside = corners[-1]
    for after, side in corners:
        if (before < low) != (after < low):
            places.append(aside + (side - aside) * ((low - before) / (after - before)))
        before, aside = after, side
    places.sort()
    return [[(low, places[number]), (low, places[number + 1])] for number in range(0, len(places), 2)]


def _kept(cell: Cell, heights: list[float]) -> Cell:
    """The part of a convex polygon where a height given for its corners is not below nought."""
    found: Cell = []
    u0, v0 = cell[-1]
    before = heights[-1]
    for number in range(len(cell)):
        u1, v1 = cell[number]
        after = heights[number]
        if (before < 0.0) != (after < 0.0):
            part = before / (before - after)
            found.append((u0 + (u1 - u0) * part, v0 + (v1 - v0) * part))
        if after >= 0.0:
            found.append((u1, v1))
        u0, v0, before = u1, v1, after
    return found


def _passing(cells: list[Cell], corners: Corners) -> list[Cell]:
    """What one solid leaves of cells: lines that have all its corners on the left, and those that have none there."""
    found: list[Cell] = []
    for cell in cells:
        right = _beside(cell, corners, 1.0)
        if right is cell:
            found.append(cell)
            continue
        if area_of(right) > LEAST:
            found.append(right)
        left = _beside(cell, corners, -1.0)
        if area_of(left) > LEAST:
            found.append(left)
    return found


def _beside(cell: Cell, corners: Corners, side: float) -> Cell:
    """The lines of a cell that pass all corners on one side; the very cell if all its lines do."""
    for share, aside in corners:
        heights: list[float] = []
        least = 0.0
        for here, there in cell:
            height = side * (aside - here - share * (there - here))
            heights.append(height)
            least = min(least, height)
        if least < 0.0:
            cell = _kept(cell, heights)
            if len(cell) < 3:
                return []
    return cell


def area_of(cell: Cell) -> float:
    """Square mils of a convex cell."""
    if len(cell) < 3:
        return 0.0
    total = 0.0
    u0, v0 = cell[-1]
    for u1, v1 in cell:
        total += u0 * v1 - u1 * v0
        u0, v0 = u1, v1
    return abs(total) / 2.0


def seen_from(cells: list[Cell], here: float) -> float:
    """How many mils of the far flat are open from one place of the near one."""
    total = 0.0
    for cell in cells:
        low, high = math.inf, -math.inf
        u0, v0 = cell[-1]
        for u1, v1 in cell:
            if (u0 <= here <= u1) or (u1 <= here <= u0):
                if u0 == u1:
                    low, high = min(low, v0, v1), max(high, v0, v1)
                else:
                    there = v0 + (v1 - v0) * ((here - u0) / (u1 - u0))
                    low, high = min(low, there), max(high, there)
            u0, v0 = u1, v1
        if high > low:
            total += high - low
    return total
