"""A ground made ready for looking across. This file compiles with mypyc.

Whoever looks at many bodies passes by almost everything on the table, and most looks end at terrain: so what stands off
the strip between two bodies is never asked, and terrain that hides all of a body by itself ends the matter. What a look
comes to is the book's: it gives the function that judges one, and its answers are remembered by where everybody in the
way stands, for most decisions ask about positions that have not changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Generic, NamedTuple, TypeVar

from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid
from gearlock.table.sight import Scene, Sight, cylinder
from gearlock.table.sightlines import Eye
from gearlock.table.strip import Disc, Glance, Patch, Strip
from gearlock.table.terrain import Ground, Piece

KEPT = 4096
L = TypeVar("L")
"""What a book makes of a look."""
Hider = tuple[int, int, int, int, int, int]
"""A model in the way: the class of what hides, and the space it takes as a Body has it."""
Between = tuple[list[Solid], list[Patch]]
"""What stands in the strip between two bodies: things with a shape, and ground cover."""


class Classes(NamedTuple):
    """A book's part of a ground that is looked across.

    `of` is the class of a piece: 0 hides nothing, `full` is the lowest and hides more thoroughly than the rest (0: none
    does). An area is ground cover to look through: it hides whoever has `least` mils of it before him, up to its
    height. All else hides by its shape.
    """

    of: Callable[[Piece], int]
    is_area: Callable[[Piece], bool]
    least: int
    full: int = 0


class Crossing(Generic[L]):
    """One ground made ready for looking across, and the looks taken on it so far."""

    __slots__ = ("_judge", "_patch_discs", "_upright_discs", "bare", "full", "heights", "least", "looks", "patches",
                 "uprights", "walls")  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        classes: Classes,
        judge: Callable[[Crossing[L], Body, Body, bool, tuple[Hider, ...]], L],
    ) -> None:
        self._judge, self.least, self.full = judge, classes.least, classes.full
        hiding = [piece for piece in ground.pieces if classes.of(piece)]
        upright = tuple(piece for piece in hiding if not classes.is_area(piece))
        self.bare = Scene(Ground(ground.width, ground.height), classes.of)
        self.uprights = Scene(Ground(ground.width, ground.height, upright), classes.of).solids
        self._upright_discs: list[Disc] = [(solid.cx, solid.cy, solid.reach) for solid in self.uprights]
        areas = sorted((p for p in hiding if classes.is_area(p)), key=lambda piece: (classes.of(piece), -piece.top))
        self.patches = [Patch(area.id, classes.of(area), area.outline, area.base, area.top) for area in areas]
        """The lowest class first, of each the tallest first: one that hides all by itself makes the rest needless."""
        self._patch_discs: list[Disc] = [patch.disc for patch in self.patches]
        walls = sorted((p for p in upright if classes.of(p) == classes.full), key=lambda piece: -piece.top)
        self.walls = [Patch(wall.id, classes.full, wall.outline, wall.base, wall.top) for wall in walls]
        self.heights = (1000, 500) if any(piece.base > 0 for piece in upright) else (1000,)
        """Thousandths of a body to look from: only under an overhang is a lower eye the better one."""
        self.looks: dict[tuple[Body, Body, bool, tuple[Hider, ...]], L] = {}

    def look(self, start: Body, end: Body, aloft: bool, hiders: tuple[Hider, ...] = ()) -> L:
        """What the book makes of a look across terrain and these models, worked out the first time somebody asks."""
        key = (start, end, aloft, hiders)
        found = self.looks.get(key)
        if found is None:
            if len(self.looks) >= KEPT:
                self.looks.clear()
            found = self.looks[key] = self._judge(self, start, end, aloft, hiders)
        return found

    def is_closed(self, strip: Strip, start: Body, end: Body, aloft: bool) -> bool:
        """Whether a single piece of the full class hides all of a body from all of another. It is a proof or nothing.

        Who is aloft looks over ground cover, so that it proves nothing then.
        """
        if not aloft and strip.is_barred(self.patches, self.least, end.z, end.top, self.full):
            return True
        return strip.is_walled(self.walls, min(start.z, end.z), max(start.top, end.top))

    def between(self, strip: Strip, hiders: tuple[Hider, ...] = ()) -> Between:
        """The terrain that reaches into a strip, and these models."""
        solids = [self.uprights[number] for number in strip.meeting(self._upright_discs)]
        solids += [_solid(hider) for hider in hiders]
        return solids, [self.patches[number] for number in strip.meeting(self._patch_discs)]

    def areas_before(self, patches: list[Patch], eye: Eye, end: Body, aloft: bool = False) -> list[Patch]:
        """The ground cover with enough of it between eye and body that is taller than the body's foot.

        A cloud that hangs above both is not between them. From an eye aloft only that part of a piece is between which
        the line down to the body's foot runs through. One of the full class as tall as the body ends the list.
        """
        return Glance(eye, (end.x, end.y, end.z), end.radius, end.height).across(patches, self.least, self.full, aloft)

    def sight(self, eye: Eye, end: Body, solids: list[Solid], areas: list[Patch]) -> Sight:
        """What an eye sees of a body past these solids and all of this ground cover."""
        return self.bare.look(*eye, end, solids + [screen(area, eye, end) for area in areas])


def strip_between(start: Body, end: Body) -> Strip:
    """The strip of table between two bodies."""
    return Strip(start.x, start.y, start.radius, end.x, end.y, end.radius)


@lru_cache(maxsize=KEPT)
def _solid(hider: Hider) -> Solid:
    klass, *spot = hider
    return cylinder("", klass, Body(*spot))


def screen(patch: Patch, eye: Eye, end: Body) -> Solid:
    """Ground cover as a thin wall square to the look, right before the body's middle and as wide as the body.

    It hides all up to its height, however high the eye is: its top is set so that its shadow ends at that height.
    """
    x, y, z = eye
    dx, dy = end.x - x, end.y - y
    length = sqrt(dx * dx + dy * dy)
    along, left = dx / length, dy / length
    wide = end.radius + 10.0
    near, far = length - 1.0, length - 0.5
    corners = ((near, -wide), (far, -wide), (far, wide), (near, wide))
    xs = [x + along * ahead - left * side for ahead, side in corners]
    ys = [y + left * ahead + along * side for ahead, side in corners]
    top = z + (patch.top - z) * (near if patch.top >= z else far) / length
    return Solid(patch.id, patch.klass, xs, ys, 0.0, -1.0, top, 0.0, False)
