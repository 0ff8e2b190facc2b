"""The lookout: what solids hide of a silhouette, once the lines through them are traced."""

from typing import Final, final

from gearlock.table.shadow import INSIDE, Band, Column, Solid, covered
from gearlock.table.tracing import DEPTH, FLOATING, GROUND, NEAREST, Tracer

HAIR: Final = 1e-6  # mils; a wall of exactly the least depth must not fail by a rounding


@final
class Lookout(Tracer):
    """A tracer that casts solids one after another and sums what they hide, class by class."""

    __slots__ = ()

    def cast(self, solid: Solid) -> float:
        """Throw one solid's shadow; gives the height it hides by itself, summed over the columns.

        Afterwards `nearest` is 1/t of its nearest hiding face (0: hides nothing) and `mid_span` the share of the centre
        line that lies in it.
        """
        if solid.klass == 0:
            self.mode = GROUND
        elif solid.base > min(self.eye_z, self.foot):
            self.mode = FLOATING
        elif solid.top <= self.eye_z or solid.least > 0.0:
            self.mode = DEPTH
        else:
            self.mode = NEAREST
        self._trace(solid)
        if self.on_border and (self.mode == NEAREST or self.mode == DEPTH):
            # An eye on the very border is inside for some columns only: every stretch must be kept.
            for column in self.columns:
                column.forget()
            self.mode = FLOATING
            self._trace(solid)
        if self.eye_depth != 0:
            self.first = 0
            self.last = self.count
        if self.mode == NEAREST:
            return self._hide_behind_face(solid)
        if self.mode == DEPTH:
            return self._hide_by_depth(solid)
        if self.mode == FLOATING:
            return self._hide_in_bands(solid)
        return 0.0

    def _hide_behind_face(self, solid: Solid) -> float:
        """A solid taller than the eye hides all below the line over its nearest face's top."""
        rise = solid.top - self.eye_z
        above = self.eye_z - self.foot
        total = 0.0
        for column in self.columns[self.first : self.last]:
            inverse = INSIDE if self.eye_depth > 0 else column.near
            column.near = 0.0
            if inverse > 1.0:
                hidden = min(rise * inverse + above, self.height)
                if hidden > 0.0:
                    total += hidden
                    if hidden > column.top:
                        column.top = hidden
                    if inverse > self.nearest:
                        self.nearest = inverse
        return total

    def _hide_by_depth(self, solid: Solid) -> float:
        """As above where enough of the solid lies on the line; one lower than the eye hides by its farthest edge."""
        rise = solid.top - self.eye_z
        above = self.eye_z - self.foot
        total = 0.0
        for column in self.columns[self.first : self.last]:
            near = INSIDE if self.eye_depth > 0 else column.near
            far = column.far
            span = column.span
            if column.depth + self.eye_depth > 0:
                far = 1.0
                span += 1.0
            column.forget()
            if span > 0.0 and span * column.stretch + HAIR >= solid.least:
                hidden = min(rise * (near if rise > 0.0 else far) + above, self.height)
                if hidden > 0.0:
                    total += hidden
                    column.top = max(column.top, hidden)
                    self.nearest = max(self.nearest, near)
        return total

    def _hide_in_bands(self, solid: Solid) -> float:
        """A solid with air below it hides a band for every stretch of the line in it."""
        total = 0.0
        for column in self.columns[self.first : self.last]:
            if self.eye_depth > 0:
                column.enters.append(INSIDE)
            elif self.eye_depth < 0:
                column.leaves.append(INSIDE)
            if len(column.enters) > len(column.leaves):
                column.leaves.append(1.0)
            own = self._bands(solid, column)
            column.enters = []
            column.leaves = []
            if own:
                total += covered(0.0, own)
                column.bands.extend(own)
        return total

    def _bands(self, solid: Solid, column: Column) -> list[Band]:
        """The bands one solid hides of one column."""
        enters = sorted(column.enters, reverse=True)
        leaves = sorted(column.leaves, reverse=True)
        span = 0.0
        for i in range(len(enters)):
            span += 1.0 / leaves[i] - 1.0 / enters[i]
        own: list[Band] = []
        if span <= 0.0 or span * column.stretch + HAIR < solid.least:
            return own
        above = self.eye_z - self.foot
        rise = solid.top - self.eye_z
        drop = solid.base - self.eye_z
        for i in range(len(enters)):
            high = min(rise * (enters[i] if rise > 0.0 else leaves[i]) + above, self.height)
            low = max(drop * (enters[i] if drop < 0.0 else leaves[i]) + above, 0.0)
            if high > low and enters[i] > leaves[i]:
                own.append(Band(low, high))
                self.nearest = max(self.nearest, enters[i])
        return own

    def hidden_by_class(self) -> float:
        """Close a class of solids: the height it hides, summed over the columns; what follows is another class."""
        total = 0.0
        for column in self.columns:
            total += covered(column.top, column.bands)
            column.all_top = max(column.all_top, column.top)
            column.top = 0.0
            if column.bands:
                column.all_bands.extend(column.bands)
                column.bands = []
        return total

    def hidden_by_all(self) -> float:
        """The height all closed classes hide together, summed over the columns."""
        total = 0.0
        for column in self.columns:
            total += covered(column.all_top, column.all_bands)
        return total
