"""4.2 and 4.4: looks. What a model makes of another from the best point of its Silhouette."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, strip_between
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Sight
from gearlock.table.sightlines import Eye, are_parted, is_above, sight_points
from gearlock.table.strip import Patch
from gearlock.table.terrain import Ground, Piece
from gearlock.table.vantage import Vantage

OPEN, HEAVY, LIGHT = 0, 1, 2
"""Classes of what hides: nothing, Heavy terrain, Light terrain."""
HALF = WHOLE // 2 - 1
"""Half a Silhouette, less a millionth for the rounding of a sum of columns."""


@rule("brigands.4.4", "brigands.4.4-table")
class Look(NamedTuple):
    """What one model makes of another: whether it sees it, whether attacks are stopped, and the defence dice."""

    sight: bool
    blocked: bool
    dice: int


CLEAR = Look(True, False, 0)
FULL_HEAVY = Look(False, True, 2)
Place = Crossing[Look]
"""A ground made ready for looking across."""


@rule("brigands.3.1-rating")
def rating_class(piece: Piece) -> int:
    """Heavy stops shots, Light only sight; roads, water and open ground hide nothing."""
    if piece.top <= piece.base or piece.kind in ("road", "water", "open"):
        return OPEN
    return HEAVY if piece.rating == "heavy" else LIGHT


@lru_cache(maxsize=64)
@rule("brigands.4.4a")
@heeds("brigands.9.7")
def crossing_of(ground: Ground) -> Place:
    """A ground to look across, kept for the grounds in use: an inch of area terrain hides what is lower than it."""
    return Crossing(ground, Classes(rating_class, is_area, INCH, HEAVY), look_across)


def look_across(place: Place, start: Body, end: Body, aloft: bool, models: tuple[Hider, ...]) -> Look:
    """The look across terrain and these models from anywhere on a Silhouette. Most end at one Heavy piece."""
    strip = strip_between(start, end)
    if place.is_closed(strip, start, end, aloft):
        return FULL_HEAVY
    solids, patches = place.between(strip, models)
    return best_look(place, start, end, solids, patches, aloft)[0] if solids or patches else CLEAR


@rule("brigands.4.2")
@heeds("brigands.4.3-los", "brigands.4.4")
def best_look(
    place: Place, start: Body, end: Body, solids: list[Solid], patches: list[Patch], aloft: bool = False
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


def _steep_look(place: Place, start: Body, end: Body, solids: list[Solid], heavies: list[Solid]) -> tuple[Look, Eye]:
    """The look at a model right above or below: what lies between is a floor over both, or it stops nothing."""
    eyes = sight_points(start, end.x, end.y, place.heights)
    looks = [look_from_eye(place, eye, end, solids, heavies, [], False) for eye in eyes]
    if are_parted(start, end, heavies):
        return FULL_HEAVY, eyes[0]
    dice, number = min((look.dice, number) for number, look in enumerate(looks))
    return Look(not are_parted(start, end, solids), False, dice), eyes[number]


def look_from_eye(
    place: Place,
    eye: Eye,
    end: Body,
    solids: list[Solid],
    heavies: list[Solid],
    patches: list[Patch],
    aloft: bool,
) -> Look:
    """The look from one point. What area terrain settles by itself needs no shadows to be cast.

    Where it hides all of a target already, only Heavy solids can still change anything.
    """
    areas = place.areas_before(patches, eye, end, aloft) if patches else patches
    top = end.top
    heavy = tallest = -1
    for area in areas:
        tallest = max(tallest, area.top)
        heavy = max(heavy, area.top) if area.klass == HEAVY else heavy
    if heavy >= top:
        return FULL_HEAVY
    solids = heavies if tallest >= top else solids
    if solids and not place.bare.passes_by(*eye, end, solids):
        return judge(place.sight(eye, end, solids, areas))
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
