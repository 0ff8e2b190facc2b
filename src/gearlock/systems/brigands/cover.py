"""4.4: cover. Full Cover stops sight or the attack; Defensive Cover gives the target dice. Judged from an Origin Point.

Looks are remembered by where everybody stands: most decisions ask about positions that have not changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.state import WRECK, State, Unit
from gearlock.systems.brigands.terrain import is_area, water_depth
from gearlock.table.inches import Body
from gearlock.table.measure import INCH
from gearlock.table.polygon import bounds, crossing_length
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Scene, Sight, cylinder
from gearlock.table.sightlines import Eye, sight_points
from gearlock.table.terrain import Ground, Piece

OPEN, HEAVY, LIGHT = 0, 1, 2
"""Classes of what hides: nothing, Heavy terrain, Light terrain."""
HALF = WHOLE // 2 - 1
"""Half a Silhouette, less a millionth for the rounding of a sum of columns."""
HEAVY_ARMOR = 8
ABOVE = 12 * INCH
KEPT = 4096

_Spot = tuple[int, int, int, int, int]


@rule("brigands.4.4", "brigands.4.4-table")
class Look(NamedTuple):
    """What one model makes of another: whether it sees it, whether attacks are stopped, and the defence dice."""

    sight: bool
    blocked: bool
    dice: int


CLEAR = Look(True, False, 0)


class Overlook:
    """One ground made ready for looking across, and the looks taken on it so far."""

    __slots__ = ("areas", "ground", "heights", "looks", "scene")

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        solid = [piece for piece in ground.pieces if rating_class(piece) != OPEN]
        upright = tuple(piece for piece in solid if not is_area(piece))
        self.scene = Scene(Ground(ground.width, ground.height, upright), rating_class)
        self.areas = [(bounds(piece.outline), piece) for piece in solid if is_area(piece)]
        self.heights = (1000, 500) if any(piece.base > 0 for piece in upright) else (1000,)
        """Thousandths of a Silhouette to look from: only under an overhang is a lower eye the better one."""
        self.looks: dict[tuple[_Spot, _Spot, tuple[tuple[int, _Spot], ...]], Look] = {}


@lru_cache(maxsize=16)
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


def between(state: State, start: Body, end: Body, without: Iterable[str]) -> list[Unit]:
    """Models and wrecks near enough to the line between two bodies that they may stand in the way."""
    dx, dy = end.x - start.x, end.y - start.y
    square = dx * dx + dy * dy
    wide = max(start.radius, end.radius)
    found: list[Unit] = []
    for unit in state.standing():
        if unit.id in without:
            continue
        along = (unit.x - start.x) * dx + (unit.y - start.y) * dy
        reach = unit.line.radius + wide
        across = (unit.x - start.x) * dy - (unit.y - start.y) * dx
        if across * across <= reach * reach * square and -reach * reach <= along <= square + reach * reach:
            found.append(unit)
    return found


def look_at(state: State, unit: Unit, target: Unit) -> Look:
    """What a model makes of another from the best point of its Silhouette."""
    return _looked(state, unit.body, target.body, (unit.id, target.id), target)


def look_at_point(state: State, unit: Unit, point: Body) -> Look:
    """What a model makes of a Target Point; a point has no Silhouette to hide half of."""
    return _looked(state, unit.body, point, (unit.id,), None)


@rule("brigands.5.4b")
def look_from_point(state: State, point: Body, target: Unit) -> Look:
    """The cover of a Secondary Target from where a Blast went off."""
    return _looked(state, point, target.body, (target.id,), target)


def _looked(state: State, start: Body, end: Body, without: tuple[str, ...], target: Unit | None) -> Look:
    place = overlook(state.ground)
    models = between(state, start, end, without)
    key = (_spot(start), _spot(end), tuple((model_class(unit), _spot(unit.body)) for unit in models))
    found = place.looks.get(key)
    if found is None:
        if len(place.looks) >= KEPT:
            place.looks.clear()
        found = place.looks[key] = best_look(place, start, end, models)
    return found if target is None else _wet(state.ground, target, found)


@rule("brigands.4.2", "brigands.4.4")
def best_look(place: Overlook, start: Body, end: Body, models: list[Unit]) -> Look:
    """Try the points of a Silhouette until one gives no cover; else the one with least. Sight needs one point only."""
    extras = [cylinder(unit.id, model_class(unit), unit.body) for unit in models]
    best: Look | None = None
    sight = False
    for eye in sight_points(start, end.x, end.y, place.heights):
        seen = judge(place.scene.look(*eye, end, extras + _area_screens(place, eye, end)))
        sight = sight or seen.sight
        if best is None or (seen.blocked, seen.dice) < (best.blocked, best.dice):
            best = seen
        if seen == CLEAR:
            break
    assert best is not None, "a Silhouette has points"
    return Look(sight, best.blocked, best.dice)


@rule("brigands.4.4-full", "brigands.4.4-defensive")
def judge(sight: Sight) -> Look:
    """All hidden: no sight, and no attack if Heavy terrain alone does it. Half hidden: two dice by Heavy, else one."""
    heavy = sight.obscured_by(HEAVY)
    dice = 2 if heavy >= HALF else 1 if sight.obscured >= HALF else 0
    return Look(sight.obscured < WHOLE - 1, heavy >= WHOLE - 1, dice)


@rule("brigands.4.4a")
def _area_screens(place: Overlook, eye: Eye, end: Body) -> list[Solid]:
    """Area terrain as flat screens before the target: it hides all up to its Height, however high the eye is.

    It counts when an inch of it lies between eye and Silhouette. The screen's top is set so that its shadow ends
    at exactly that Height.
    """
    x, y, _ = eye
    dx, dy = end.x - x, end.y - y
    distance = (dx * dx + dy * dy) ** 0.5
    if not place.areas or distance <= end.radius + INCH:
        return []
    share = (distance - end.radius) / distance
    to_x, to_y = x + round(dx * share), y + round(dy * share)
    low_x, high_x, low_y, high_y = min(x, to_x), max(x, to_x), min(y, to_y), max(y, to_y)
    return [
        _screen(piece, eye, end, distance)
        for (x0, y0, x1, y1), piece in place.areas
        if x0 < high_x and low_x < x1 and y0 < high_y and low_y < y1 and piece.top > end.z
        and crossing_length(piece.outline, x, y, to_x, to_y) >= INCH
    ]  # fmt: skip


def _screen(piece: Piece, eye: Eye, end: Body, distance: float) -> Solid:
    """A thin wall square to the look, half a mil in front of the target's middle and wide enough to hide all of it."""
    x, y, z = eye
    along, left = (end.x - x) / distance, (end.y - y) / distance
    wide = end.radius + 10.0
    near, far = distance - 1.0, distance - 0.5
    corners = ((near, -wide), (far, -wide), (far, wide), (near, wide))
    xs = [x + along * ahead - left * side for ahead, side in corners]
    ys = [y + left * ahead + along * side for ahead, side in corners]
    top = z + (piece.top - z) * (near if piece.top >= z else far) / distance
    return Solid(piece.id, rating_class(piece), xs, ys, 0.0, -1.0, top, 0.0, False)


@rule("brigands.3.2", "brigands.5.2b", "brigands.4.2")
def look_from_above(state: State, target: Unit) -> Look:
    """Cover against Indirect fire, 12 in above the target: area terrain as tall as it, or something hanging over it."""
    top = target.z + target.height
    over = {
        rating_class(piece)
        for piece in state.ground.pieces_at(target.x, target.y)
        if top <= piece.top and piece.base < top + ABOVE
    }
    if HEAVY in over:
        return Look(False, True, 2)
    return _wet(state.ground, target, Look(False, False, 1) if LIGHT in over else CLEAR)


@rule("brigands.3.2a")
def _wet(ground: Ground, target: Unit, look: Look) -> Look:
    """Water deeper than half a model's Height gives it at least Light Defensive Cover."""
    if look.dice or target.status == WRECK or 2 * water_depth(ground, target.x, target.y) <= target.line.height:
        return look
    return Look(look.sight, look.blocked, 1)
