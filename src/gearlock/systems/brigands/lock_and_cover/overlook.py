"""A ground made ready for looking across. Most looks end at terrain, so that is asked first and nobody is counted.

Looks are remembered by where everybody in the way stands: most decisions ask about positions that have not changed.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import depth_of, is_area
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Scene, Sight, cylinder
from gearlock.table.sightlines import Eye, are_parted, is_above, sight_points
from gearlock.table.strip import Disc, Glance, Patch, Strip
from gearlock.table.terrain import Ground, Piece
from gearlock.table.vantage import Vantage

OPEN, HEAVY, LIGHT = 0, 1, 2
"""Classes of what hides: nothing, Heavy terrain, Light terrain."""
HALF = WHOLE // 2 - 1
"""Half a Silhouette, less a millionth for the rounding of a sum of columns."""
KEPT = 4096

Figure = tuple[int, int, int, int, int, int]
"""A model in the way: the class of what hides, and the space it takes as a Body has it."""


@rule("brigands.4.4", "brigands.4.4-table")
class Look(NamedTuple):
    """What one model makes of another: whether it sees it, whether attacks are stopped, and the defence dice."""

    sight: bool
    blocked: bool
    dice: int


CLEAR = Look(True, False, 0)
FULL_HEAVY = Look(False, True, 2)


class Overlook:
    """One ground made ready for looking across, and the looks taken on it so far."""

    __slots__ = ("bare", "heights", "is_wet", "looks", "patch_discs", "patches", "upright_discs", "uprights", "walls")

    def __init__(self, ground: Ground) -> None:
        solid = [piece for piece in ground.pieces if rating_class(piece) != OPEN]
        upright = tuple(piece for piece in solid if not is_area(piece))
        self.bare = Scene(Ground(ground.width, ground.height), rating_class)
        self.uprights = Scene(Ground(ground.width, ground.height, upright), rating_class).solids
        self.upright_discs: list[Disc] = [(solid.cx, solid.cy, solid.reach) for solid in self.uprights]
        areas = sorted(
            (piece for piece in solid if is_area(piece)), key=lambda piece: (rating_class(piece), -piece.top)
        )
        self.patches = [Patch(area.id, rating_class(area), area.outline, area.base, area.top) for area in areas]
        """Heavy pieces first, the tallest first: one that hides all by itself makes the rest needless."""
        self.patch_discs: list[Disc] = [patch.disc for patch in self.patches]
        walls = sorted((p for p in upright if rating_class(p) == HEAVY), key=lambda piece: -piece.top)
        self.walls = [Patch(wall.id, HEAVY, wall.outline, wall.base, wall.top) for wall in walls]
        self.heights = (1000, 500) if any(piece.base > 0 for piece in upright) else (1000,)
        """Thousandths of a Silhouette to look from: only under an overhang is a lower eye the better one."""
        self.looks: dict[tuple[Body, Body, bool, tuple[Figure, ...]], Look] = {}
        self.is_wet = any(depth_of(piece) for piece in ground.pieces)

    def look(self, start: Body, end: Body, aloft: bool, models: tuple[Figure, ...] = ()) -> Look:
        """The look across terrain and these models, worked out the first time somebody asks."""
        key = (start, end, aloft, models)
        found = self.looks.get(key)
        if found is None:
            if len(self.looks) >= KEPT:
                self.looks.clear()
            found = self.looks[key] = self._looked(start, end, aloft, models)
        return found

    def _looked(self, start: Body, end: Body, aloft: bool, models: tuple[Figure, ...]) -> Look:
        strip = Strip(start.x, start.y, start.radius, end.x, end.y, end.radius)
        if not aloft and strip.is_barred(self.patches, INCH, end.z, end.top, HEAVY):
            return FULL_HEAVY
        if strip.is_walled(self.walls, min(start.z, end.z), max(start.top, end.top)):
            return FULL_HEAVY
        solids = [self.uprights[number] for number in strip.meeting(self.upright_discs)]
        solids += [_model_solid(figure) for figure in models]
        patches = [self.patches[number] for number in strip.meeting(self.patch_discs)]
        return best_look(self, start, end, solids, patches, aloft)[0] if solids or patches else CLEAR


@lru_cache(maxsize=64)
def overlook(ground: Ground) -> Overlook:
    """The overlook of a ground, kept for the grounds in use."""
    return Overlook(ground)


@rule("brigands.3.1-rating")
def rating_class(piece: Piece) -> int:
    """Heavy stops shots, Light only sight; roads, water and open ground hide nothing."""
    if piece.top <= piece.base or piece.kind in ("road", "water", "open"):
        return OPEN
    return HEAVY if piece.rating == "heavy" else LIGHT


@lru_cache(maxsize=KEPT)
def _model_solid(figure: Figure) -> Solid:
    klass, *spot = figure
    return cylinder("", klass, Body(*spot))


@rule("brigands.4.2")
@heeds("brigands.4.3-los", "brigands.4.4")
def best_look(
    place: Overlook, start: Body, end: Body, solids: list[Solid], patches: list[Patch], aloft: bool = False
) -> tuple[Look, Eye]:
    """The look from the point of a Silhouette with least cover, and that point. Sight needs any one point only.

    Most looks are settled by the middle. Otherwise the lines that stay open tell whether there is sight, whether
    attacks are stopped, and which points are worth trying.
    """
    middle = (start.x, start.y, start.top)
    heavies = [solid for solid in solids if solid.klass == HEAVY]
    seen = look_from_eye(place, middle, end, solids, heavies, patches, aloft)
    if seen == CLEAR:
        return CLEAR, middle
    if is_above(start, end):
        return _steep_look(place, start, end, solids, heavies)
    ways = Vantage(start, end, solids, patches, INCH, aloft)
    sight = ways.is_open
    low = 0 if sight else 1
    if seen.dice <= low and not seen.blocked:
        return Look(sight, False, seen.dice), middle
    heavy_patches = [patch for patch in patches if patch.klass == HEAVY]
    past_heavies = Vantage(start, end, heavies, heavy_patches, INCH, aloft) if not sight or seen.dice > 1 else ways
    if not sight and not past_heavies.is_open:
        return FULL_HEAVY, middle
    best, point = 2 if seen.blocked else seen.dice, middle
    heights = place.heights if any(solid.base > min(start.z, end.z) for solid in solids) else (1000,)
    for goal, vantage in ((low, ways), (1, past_heavies)):
        if best <= goal or not vantage.is_open:
            continue
        for eye in vantage.eyes(heights):
            seen = look_from_eye(place, eye, end, solids, heavies, patches, aloft)
            if not seen.blocked and seen.dice < best:
                best, point = seen.dice, eye
            if best <= goal:
                break
    return Look(sight, False, best), point


def _steep_look(place: Overlook, start: Body, end: Body, solids: list[Solid], heavies: list[Solid]) -> tuple[Look, Eye]:
    """The look at a model right above or below: what lies between is a floor over both, or it stops nothing."""
    eyes = sight_points(start, end.x, end.y, place.heights)
    looks = [look_from_eye(place, eye, end, solids, heavies, [], False) for eye in eyes]
    if are_parted(start, end, heavies):
        return FULL_HEAVY, eyes[0]
    dice, number = min((look.dice, number) for number, look in enumerate(looks))
    return Look(not are_parted(start, end, solids), False, dice), eyes[number]


def look_from_eye(
    place: Overlook, eye: Eye, end: Body, solids: list[Solid], heavies: list[Solid], patches: list[Patch], aloft: bool
) -> Look:
    """The look from one point. What area terrain settles by itself needs no shadows to be cast.

    Where it hides all of a target already, only Heavy solids can still change anything.
    """
    areas = areas_between(patches, eye, end, aloft) if patches else patches
    top = end.top
    heavy = tallest = -1
    for area in areas:
        tallest = max(tallest, area.top)
        heavy = max(heavy, area.top) if area.klass == HEAVY else heavy
    if heavy >= top:
        return FULL_HEAVY
    solids = heavies if tallest >= top else solids
    if solids and not place.bare.passes_by(*eye, end, solids):
        return judge(place.bare.look(*eye, end, solids + [screen(area, eye, end) for area in areas]))
    half = 2 * end.z + end.height
    return Look(tallest < top, False, 2 if 2 * heavy >= half else 1 if 2 * tallest >= half else 0)


def judge(sight: Sight) -> Look:
    """What one look from one point comes to."""
    return judge_shares(sight.obscured, sight.obscured_by(HEAVY))


@rule("brigands.4.4-full")
@heeds("brigands.4.4-defensive")
def judge_shares(hidden: int, heavy: int) -> Look:
    """All hidden: no sight, and no attack if Heavy terrain alone does it. Half hidden: two dice by Heavy, else one."""
    dice = 2 if heavy >= HALF else 1 if hidden >= HALF else 0
    return Look(hidden < WHOLE - 1, heavy >= WHOLE - 1, dice)


@heeds("brigands.4.4a", "brigands.9.7")
def areas_between(patches: list[Patch], eye: Eye, end: Body, aloft: bool = False) -> list[Patch]:
    """Area terrain with an inch of it between eye and Silhouette that is taller than the target's foot.

    A cloud that hangs above both is not between them. From an eye aloft only that part of a piece is between which
    the line down to the target's foot runs through.
    """
    return Glance(eye, (end.x, end.y, end.z), end.radius, end.height).across(patches, INCH, HEAVY, aloft)


@rule("brigands.4.4a")
def screen(patch: Patch, eye: Eye, end: Body) -> Solid:
    """Area terrain as a thin wall square to the look, right before the target's middle and as wide as the target.

    It hides all up to its Height, however high the eye is: its top is set so that its shadow ends at that Height.
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
