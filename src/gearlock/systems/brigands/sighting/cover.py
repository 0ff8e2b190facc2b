"""4.4: cover. Full Cover stops sight or the attack; Defensive Cover gives the target dice. Judged from an Origin Point.

Looks are remembered by where everybody stands: most decisions ask about positions that have not changed.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.moving.terrain import is_area, opened_ground, water_depth
from gearlock.systems.brigands.sighting.smoke import screened_ground
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.table.inches import Body, gap
from gearlock.table.measure import INCH
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Scene, Sight, cylinder
from gearlock.table.sightlines import Eye, sight_points
from gearlock.table.strip import Disc, Glance, Patch, Strip
from gearlock.table.terrain import Ground, Piece

OPEN, HEAVY, LIGHT = 0, 1, 2
"""Classes of what hides: nothing, Heavy terrain, Light terrain."""
HALF = WHOLE // 2 - 1
"""Half a Silhouette, less a millionth for the rounding of a sum of columns."""
HEAVY_ARMOR = 8
ABOVE = 12 * INCH
KEPT = 4096

_OUTSIDE = frozenset(("",))

_Spot = tuple[int, int, int, int, int]
_Figure = tuple[int, int, int, int, int, int]
"""A model in the way: the class of what hides, and the Spot it takes."""


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

    __slots__ = ("bare", "heights", "looks", "patch_discs", "patches", "upright_discs", "uprights")

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
        self.heights = (1000, 500) if any(piece.base > 0 for piece in upright) else (1000,)
        """Thousandths of a Silhouette to look from: only under an overhang is a lower eye the better one."""
        self.looks: dict[tuple[_Spot, _Spot, tuple[_Figure, ...], bool], Look] = {}


class Crowd:
    """All models that may hide another, as they stand; made once for all looks across one position."""

    __slots__ = ("discs", "figures", "vehicles")

    def __init__(self, state: State) -> None:
        self.figures: list[_Figure] = []
        self.vehicles: list[str] = []
        self.discs: list[Disc] = []
        for unit in state.obstacles():
            klass = model_class(unit)
            if klass != OPEN:
                x, y, radius = unit.x, unit.y, unit.line.radius  # its own: who is in a Fortification hides nobody
                self.figures.append((klass, x, y, unit.z, radius, unit.height))
                self.vehicles.append(unit.core or unit.id)
                self.discs.append((x, y, radius))


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


@rule("brigands.4.4b", "brigands.5.6d")
def model_class(unit: Unit) -> int:
    """Models in the way count as Light up to AR 7 and as Heavy from AR 8; Infantry never hides anybody."""
    if unit.line.type == "Infantry":
        return OPEN
    return HEAVY if unit.line.armor >= HEAVY_ARMOR else LIGHT


def _spot(body: Body) -> _Spot:
    return body.x, body.y, body.z, body.radius, body.height


def look_at(state: State, unit: Unit, target: Unit, crowd: Crowd | None = None) -> Look:
    """What a model makes of another from the best point of its Silhouette; who looks often brings the `crowd`."""
    return _looked(state, unit.body, target.body, (unit.id, target.id), target, unit.airborne, crowd)


def look_at_point(state: State, unit: Unit, point: Body, crowd: Crowd | None = None) -> Look:
    """What a model makes of a Target Point; a point has no Silhouette to hide half of."""
    return _looked(state, unit.body, point, (unit.id,), None, unit.airborne, crowd)


def look_from(state: State, start: Body, unit: Unit, target: Unit) -> Look:
    """What a model would make of another if its Silhouette were this."""
    return _looked(state, start, target.body, (unit.id, target.id), target, unit.airborne)


@rule("brigands.5.4b")
def look_from_point(state: State, point: Body, target: Unit, crowd: Crowd | None = None) -> Look:
    """The cover of a Secondary Target from where a Blast went off; the model it went off in is not between."""
    inside = [unit.id for unit in state.standing() if gap(point, unit.body) == 0]
    return _looked(state, point, target.body, (target.id, *inside), target, False, crowd)


def _looked(
    state: State,
    start: Body,
    end: Body,
    without: tuple[str, ...],
    target: Unit | None,
    aloft: bool = False,
    crowd: Crowd | None = None,
) -> Look:
    place = overlook(_ground_between(state, without))
    strip = Strip(start.x, start.y, start.radius, end.x, end.y, end.radius)
    models = _models_between(state, strip, without, Crowd(state) if crowd is None else crowd)
    key = (_spot(start), _spot(end), models, aloft)
    found = place.looks.get(key)
    if found is None:
        if len(place.looks) >= KEPT:
            place.looks.clear()
        solids = [place.uprights[number] for number in strip.meeting(place.upright_discs)]
        solids += [_model_solid(figure) for figure in models]
        patches = [place.patches[number] for number in strip.meeting(place.patch_discs)]
        found = CLEAR
        if solids or patches:
            found = best_look(place, start, end, solids, patches, aloft)
        place.looks[key] = found
    return found if target is None else sheltered(target, _wet(state.ground, target, found))


def _ground_between(state: State, without: tuple[str, ...]) -> Ground:
    """The ground as these look across it: with smoke on it, and the building open that one of them is in."""
    ground, units = screened_ground(state), state.units
    inside = {units[name].inside for name in without}
    if inside == _OUTSIDE or not inside:
        return ground
    return opened_ground(ground, tuple(sorted(inside - _OUTSIDE)))


def _models_between(state: State, strip: Strip, without: tuple[str, ...], crowd: Crowd) -> tuple[_Figure, ...]:
    """The models in the strip, but for those that look or are looked at, and what these are parts of or ride in."""
    near = strip.meeting(crowd.discs)
    if not near:
        return ()
    units = state.units
    own = {units[name].vehicle for name in without}
    own |= {units[carrier].vehicle for name in without if (carrier := units[name].carrier)}
    return tuple([crowd.figures[number] for number in near if crowd.vehicles[number] not in own])


@lru_cache(maxsize=KEPT)
def _model_solid(figure: _Figure) -> Solid:
    klass, *spot = figure
    return cylinder("", klass, Body(*spot))


@rule("brigands.4.2", "brigands.4.4")
def best_look(
    place: Overlook, start: Body, end: Body, solids: list[Solid], patches: list[Patch], aloft: bool = False
) -> Look:
    """Try the points of a Silhouette until one gives no cover; else the one with least. Sight needs one point only."""
    best: Look | None = None
    sight = False
    for eye in sight_points(start, end.x, end.y, place.heights):
        seen = _look_from(place, eye, end, solids, patches, aloft)
        sight = sight or seen.sight
        if best is None or (seen.blocked, seen.dice) < (best.blocked, best.dice):
            best = seen
        if seen == CLEAR:
            break
    assert best is not None, "a Silhouette has points"
    return Look(sight, best.blocked, best.dice)


def _look_from(place: Overlook, eye: Eye, end: Body, solids: list[Solid], patches: list[Patch], aloft: bool) -> Look:
    """The look from one point. What area terrain settles by itself needs no shadows to be cast."""
    areas = areas_between(patches, eye, end, aloft) if patches else patches
    top = end.top
    heavy = tallest = -1
    for area in areas:
        tallest = max(tallest, area.top)
        heavy = max(heavy, area.top) if area.klass == HEAVY else heavy
    if heavy >= top:
        return FULL_HEAVY
    if solids:
        return judge(place.bare.look(*eye, end, solids + [screen(area, eye, end) for area in areas]))
    half = 2 * end.z + end.height
    return Look(tallest < top, False, 2 if 2 * heavy >= half else 1 if 2 * tallest >= half else 0)


@rule("brigands.4.4-full", "brigands.4.4-defensive")
def judge(sight: Sight) -> Look:
    """All hidden: no sight, and no attack if Heavy terrain alone does it. Half hidden: two dice by Heavy, else one."""
    heavy = sight.obscured_by(HEAVY)
    dice = 2 if heavy >= HALF else 1 if sight.obscured >= HALF else 0
    return Look(sight.obscured < WHOLE - 1, heavy >= WHOLE - 1, dice)


@rule("brigands.4.4a", "brigands.9.7")
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


@rule("brigands.3.2", "brigands.5.2b", "brigands.4.2")
def look_from_above(state: State, target: Unit) -> Look:
    """Cover against Indirect fire, 12 in above the target: area terrain as tall as it, or something hanging over it."""
    top = target.z + target.height
    over = {
        rating_class(piece)
        for piece in screened_ground(state).pieces_at(target.x, target.y)
        if top <= piece.top and piece.base < top + ABOVE
    }
    if HEAVY in over:
        return FULL_HEAVY
    return sheltered(target, _wet(state.ground, target, Look(False, False, 1) if LIGHT in over else CLEAR))


@rule("brigands.9.4")
def sheltered(target: Unit, look: Look) -> Look:
    """Who is in a Fortification has Heavy Cover from it, wherever the attack comes from."""
    return Look(look.sight, False, 2) if target.carrier and not look.blocked else look


@rule("brigands.3.2a")
def _wet(ground: Ground, target: Unit, look: Look) -> Look:
    """Water deeper than half a model's Height gives it at least Light Defensive Cover, unless it flies above it."""
    if (
        look.dice
        or target.airborne
        or target.status == WRECK
        or 2 * water_depth(ground, target.x, target.y) <= target.line.height
    ):
        return look
    return Look(look.sight, look.blocked, 1)
