"""Tracing: where the lines from one eye to a silhouette's columns go in and out of solids. The hot loops of sight.

Plan coordinates here are turned and scaled: `u` along the look, `v` to its left, both times the distance looked. They
are whole numbers, and a corner lies left of column k exactly if `v > u * slope[k]`. What is kept of a crossing at the
share t of the way is 1/t, since that is linear in the slope.
"""

import math
from typing import Final

from gearlock.table.shadow import INSIDE, Column, Solid

NEAREST: Final = 0  # only the nearest face matters: a solid rising above the eye from below eye and target
DEPTH: Final = 1  # the farthest face or the depth crossed matters too
FLOATING: Final = 2  # the underside matters: every stretch is kept
GROUND: Final = 3  # never hides anything; only the centre line's length in it is asked


class Tracer:
    """One eye looking at one silhouette. `mode` says how much of a solid's crossings is worth keeping."""

    __slots__ = (
        "columns", "count", "distance", "eye_depth", "eye_x", "eye_y", "eye_z", "first", "foot", "grazed", "height",
        "last", "left", "left_edge", "look_x", "look_y", "mid_span", "middle", "mode", "nearest", "on_border",
        "right_edge", "shift", "square", "step",
    )  # fmt: skip

    def __init__(self, count: int) -> None:
        self.count = count
        self.middle = count // 2
        self.columns = [Column() for _ in range(count)]
        self.eye_x = self.eye_y = self.eye_z = 0.0
        self.look_x = self.look_y = 0.0
        self.square = self.distance = 1.0
        self.foot = 0.0
        self.height = 1.0
        self.step = self.shift = 0.0
        self.left_edge = self.right_edge = 0.0
        self.left = False
        self.grazed = False
        self.mode = NEAREST
        self.first = self.last = 0
        self.eye_depth = 0
        self.on_border = False
        self.mid_span = 0.0
        self.nearest = 0.0

    def face(
        self,
        eye: tuple[float, float, float],
        target: tuple[float, float, float],
        radius: float,
        height: float,
        shift: float = 0.0,
    ) -> None:
        """Set the eye and the silhouette (its foot's middle); the two must not share a point in plan.

        A shift moves the silhouette that many mils to the right of where the eye looks.
        """
        self.eye_x, self.eye_y, self.eye_z = eye
        self.look_x = target[0] - self.eye_x
        self.look_y = target[1] - self.eye_y
        self.square = self.look_x * self.look_x + self.look_y * self.look_y
        self.distance = math.sqrt(self.square)
        self.foot = target[2]
        self.height = height
        self.step = max(radius, 1.0) / self.distance / self.count
        self.shift = shift / self.distance
        self.left_edge = self.step * self.count - self.shift
        self.right_edge = -self.step * self.count - self.shift
        self.grazed = False

    def begin(self, left: bool) -> None:
        """Start a pass; corners exactly on a column's line count as right of it, or else as left."""
        self.left = left
        place = 1 - self.count
        for column in self.columns:
            column.aim(place * self.step - self.shift, self.distance)
            place += 2

    def in_way(self, solids: list[Solid]) -> list[Solid]:
        """The solids that may touch the look: their box meets its box and their circle its wedge."""
        edge = max(self.left_edge, -self.right_edge)
        spread = edge * self.distance
        low_x = min(self.eye_x, self.eye_x + self.look_x - spread)
        high_x = max(self.eye_x, self.eye_x + self.look_x + spread)
        low_y = min(self.eye_y, self.eye_y + self.look_y - spread)
        high_y = max(self.eye_y, self.eye_y + self.look_y + spread)
        widening = math.sqrt(1.0 + edge * edge)
        found: list[Solid] = []
        for solid in solids:
            if solid.min_x < high_x and solid.max_x > low_x and solid.min_y < high_y and solid.max_y > low_y:
                x = solid.cx - self.eye_x
                y = solid.cy - self.eye_y
                reach = solid.reach * self.distance
                along = x * self.look_x + y * self.look_y
                aside = abs(self.look_x * y - self.look_y * x)
                wedge = reach * widening + edge * max(along, 0.0)
                if along > -reach and along < self.square + reach and aside < wedge:
                    found.append(solid)
        return found

    def _trace(self, solid: Solid) -> None:
        """Note where the columns' lines go in and out of one solid."""
        self.first = self.count
        self.last = 0
        self.eye_depth = 0
        self.on_border = False
        self.mid_span = 0.0
        self.nearest = 0.0
        if solid.radius > 0.0:
            self._round(solid)
        else:
            self._walk(solid)

    def _walk(self, solid: Solid) -> None:
        """Go round a polygon's corners; what lies behind the eye is cut off along the line abeam of it."""
        xs = solid.xs
        ys = solid.ys
        count = len(xs)
        start = self._first_in_front(xs, ys)
        if start < 0:
            return
        gone = c0 = 0
        u0 = v0 = 0.0
        for i in range(start, start + count + 1):
            j = i if i < count else i - count
            x = xs[j] - self.eye_x
            y = ys[j] - self.eye_y
            u1 = x * self.look_x + y * self.look_y
            v1 = self.look_x * y - self.look_y * x
            if u1 > 0.0:
                c1 = self._place(u1, v1)
                if u0 <= 0.0 and i > start:
                    c0 = self._abeam(u1 * v0 - u0 * v1)
                    self.eye_depth += (gone > c0) - (gone < c0)
                if c0 != c1 and i > start:
                    self._side(u0, v0, c0, u1, v1, c1)
                c0 = c1
            elif u0 > 0.0:
                gone = self._abeam(u0 * v1 - u1 * v0)
                if c0 != gone:
                    self._side(u0, v0, c0, u1, v1, gone)
            u0 = u1
            v0 = v1

    def _first_in_front(self, xs: list[float], ys: list[float]) -> int:
        """The first corner in front of the eye, -1 if all are behind it."""
        for i in range(len(xs)):
            if (xs[i] - self.eye_x) * self.look_x + (ys[i] - self.eye_y) * self.look_y > 0.0:
                return i
        return -1

    def _place(self, u: float, v: float) -> int:
        """How many columns pass to the right of a corner in front of the eye."""
        if v >= u * self.left_edge:
            return self.count
        if v <= u * self.right_edge:
            return 0
        columns = self.columns
        place = min(max(int(((v / u + self.shift) / self.step + self.count + 1.0) / 2.0), 0), self.count)
        while place > 0 and v - u * columns[place - 1].slope <= 0.0:
            place -= 1
        while place < self.count and v - u * columns[place].slope > 0.0:
            place += 1
        if place < self.count and v - u * columns[place].slope == 0.0:
            self.grazed = True
            if self.left:
                place += 1
        return place

    def _abeam(self, turn: float) -> int:
        """The same for the point where a side passes the eye: all columns lie on one hand of it."""
        if turn == 0.0:
            self.on_border = True
        return self.count if turn > 0.0 else 0

    def _side(self, u0: float, v0: float, c0: int, u1: float, v1: float, c1: int) -> None:
        """Note where the columns between its two ends cross one side of a polygon; c0 > c1 is a way in."""
        turn = u0 * v1 - u1 * v0
        near = INSIDE
        lean = 0.0
        if turn != 0.0:
            scale = self.square / turn
            near = (v1 - v0) * scale
            lean = (u1 - u0) * scale
        low = min(c0, c1)
        high = max(c0, c1)
        self.first = min(self.first, low)
        self.last = max(self.last, high)
        if low <= self.middle < high:
            share = 1.0 / near if near > 1.0 else 1.0
            self.mid_span += share if c0 < c1 else -share
        if self.mode == DEPTH:
            self._note_depth(near, lean, low, high, c0 > c1)
        elif self.mode == FLOATING:
            self._note_stretch(near, lean, low, high, c0 > c1)
        elif self.mode == NEAREST and c0 > c1:
            for column in self.columns[low:high]:
                inverse = near - lean * column.slope
                if inverse > column.near:
                    column.near = inverse

    def _note_depth(self, near: float, lean: float, low: int, high: int, way_in: bool) -> None:
        """Keep nearest way in, farthest way out and the share of the line between all of them."""
        for column in self.columns[low:high]:
            inverse = near - lean * column.slope
            if inverse > 1.0:
                if way_in:
                    column.depth += 1
                    column.span -= 1.0 / inverse
                    if inverse > column.near:
                        column.near = inverse
                else:
                    column.depth -= 1
                    column.span += 1.0 / inverse
                    if inverse < column.far:
                        column.far = inverse

    def _note_stretch(self, near: float, lean: float, low: int, high: int, way_in: bool) -> None:
        """Keep every way in and out."""
        for column in self.columns[low:high]:
            inverse = near - lean * column.slope
            if inverse > 1.0:
                if way_in:
                    column.enters.append(inverse)
                else:
                    column.leaves.append(inverse)

    def _round(self, solid: Solid) -> None:
        """Note where every column's line goes through a cylinder."""
        x = solid.cx - self.eye_x
        y = solid.cy - self.eye_y
        u = x * self.look_x + y * self.look_y
        v = self.look_x * y - self.look_y * x
        apart = x * x + y * y - solid.radius * solid.radius
        for place in range(self.count):
            column = self.columns[place]
            half = u + v * column.slope
            stretch = self.square * (1.0 + column.slope * column.slope)
            inner = half * half - stretch * apart
            if inner <= 0.0:
                continue
            root = math.sqrt(inner)
            into = max((half - root) / stretch, 1.0 / INSIDE)
            out = min((half + root) / stretch, 1.0)
            if out > into:
                self._note_round(column, into, out)
                self.first = min(self.first, place)
                self.last = place + 1
                if place == self.middle:
                    self.mid_span = out - into

    def _note_round(self, column: Column, into: float, out: float) -> None:
        """Keep one stretch through a cylinder."""
        if self.mode == FLOATING:
            column.enters.append(1.0 / into)
            column.leaves.append(1.0 / out)
        elif self.mode == NEAREST:
            column.near = 1.0 / into
        elif self.mode == DEPTH:
            column.near = 1.0 / into
            column.far = 1.0 / out
            column.span = out - into
