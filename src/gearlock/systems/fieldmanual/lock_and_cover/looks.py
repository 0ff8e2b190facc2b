"""Looks: how much of a model another one sees, and how much terrain of each type lies on the line between them.

A look runs from the front of one base, at the height of the model, to the front of the other. Distances are counted on
the line from middle to middle between the edges of the two bases.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple, final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_incline
from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, screen, strip_between
from gearlock.systems.fieldmanual.lock_and_cover.furnishing import SMOKE
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, is_inside, spans_inside
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, cylinder, prism
from gearlock.table.sightlines import are_parted, front_point
from gearlock.table.terrain import Ground, Piece

OPEN, SOLID, TERRAIN, MODEL = range(4)
"""What hides: nothing, Solid terrain, terrain that can be seen through, models."""
LIGHT, MEDIUM, HEAVY = "light", "medium", "heavy"
TYPES: Final = (LIGHT, MEDIUM, HEAVY)
RATED: Final = {"hill": "solid", "instance": HEAVY, "building": HEAVY, "area": LIGHT}
"""Concealment types of pieces that the map leaves unrated, by kind; roads and water hide nothing."""
HAIR: Final = WHOLE // 1000
"""A thousandth of a model: as much as a look may be off by rounding to whole mils."""
HALF, HALF_BY_ROUND = WHOLE // 2 - HAIR, WHOLE // 2 - WHOLE // 100
"""Half of a model; what is round itself, models and wrecks, leaves a little to either side."""
ALL: Final = 9 * WHOLE // 10
"""From here on nothing but a weapon or part of a limb shows."""
BASE: Final = INCH // 8
"""How thick the base of a miniature is."""
CLOSE: Final = 10
"""Mils between two bases in which nothing can stand."""

Span = tuple[float, float]
"""Mils from the middle of the looker at which a stretch of terrain begins and ends."""


class Sighting(NamedTuple):
    """What a look finds: shares of the target in millionths, mils of terrain by type, models that hide half of it."""

    hidden: int = 0
    """The share that anything hides."""
    solid: int = 0
    """The share that Solid terrain hides."""
    light: int = 0
    medium: int = 0
    heavy: int = 0
    """Mils of each type on the line, of terrain that hides enough of the target to count."""
    models: int = 0
    """Models that hide at least half of the target."""
    is_smoked: bool = False
    """Whether the target stands in smoke."""
    screens: tuple[tuple[str, int], ...] = ()
    """What hides how much of it, by the ids of pieces; models and wrecks by "#" and their number."""

    @property
    def is_walled(self) -> bool:
        """Whether Solid terrain hides all of it, but perhaps a weapon or part of a limb."""
        return self.solid >= ALL


CLEAR: Final = Sighting()
WALLED: Final = Sighting(WHOLE, WHOLE)
Place = Crossing[Sighting]
"""A ground made ready for looking across."""


@heeds("fieldmanual.concealment-types", "fieldmanual.terrain-classify")
def type_of(piece: Piece) -> str:
    """The Concealment type of a piece, solid for what is Heavy and cannot be seen through; "" if it hides nothing."""
    if piece.top <= piece.base or piece.kind in ("road", "water", "open"):
        return ""
    return piece.rating or RATED.get(piece.kind, LIGHT)


@heeds("fieldmanual.concealment-solid")
def is_solid(piece: Piece) -> bool:
    """Whether it is Solid: rated so, or noted as solid beside another type."""
    return type_of(piece) == "solid" or bool(type_of(piece) and piece.props.get("solid"))


def class_of(piece: Piece) -> int:
    """What a piece hides as."""
    return OPEN if not type_of(piece) else SOLID if is_solid(piece) else TERRAIN


def is_zone(piece: Piece) -> bool:
    """Whether it is an area marked off on the table, with an assigned height; all else hides by its shape."""
    return piece.kind == "area"


@lru_cache(maxsize=64)
def crossing_of(ground: Ground, representational: bool = True) -> Place:
    """A ground to look across, kept for the grounds in use."""
    return Crossing(ground, Classes(class_of, is_zone, 0, SOLID), Onlooker(ground, representational).look)


class _Thing(NamedTuple):
    """Something between two models: its id, what it hides as, its type, where it lies on the line, its own share."""

    id: str
    klass: int
    type: str
    spans: list[Span]
    share: int


@final
class Onlooker:
    """Judges looks across one ground."""

    __slots__ = ("_areas", "_outlines", "_representational", "_slopes", "_smokes", "_types")

    def __init__(self, ground: Ground, representational: bool) -> None:
        hiding = [piece for piece in ground.pieces if class_of(piece)]
        self._representational = representational
        self._areas = {p.id: prism(p.id, class_of(p), p.outline, p.base, p.top) for p in hiding if is_zone(p)}
        self._outlines = {piece.id: piece.outline for piece in hiding}
        self._types = {p.id: HEAVY if type_of(p) == "solid" else type_of(p) for p in hiding}
        self._slopes = frozenset(piece.id for piece in hiding if is_incline(piece))
        self._smokes = frozenset(piece.id for piece in hiding if piece.name == SMOKE)

    def look(self, place: Place, start: Body, end: Body, _aloft: bool, hiders: tuple[Hider, ...]) -> Sighting:
        """The look from one model at another, across terrain and these models."""
        strip = strip_between(start, end)
        if strip.is_walled(place.walls, min(start.z, end.z), max(start.top, end.top)):
            return WALLED
        solids, patches = place.between(strip)
        solids = [solid for solid in solids if not self._is_underfoot(solid.id, start, end)]
        solids += [cylinder(f"#{number}", hider[0], Body(*hider[1:])) for number, hider in enumerate(hiders)]
        if not solids and not patches:
            return CLEAR
        length = sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)
        if length <= start.radius + end.radius + CLOSE:
            return _looked_past(start, end, solids)
        zones = [patch.id for patch in patches]
        inside = [name for name in zones if self._holds(name, end)]
        eye = front_point(start, end.x, end.y, 0.0, start.top)
        x, y, _ = front_point(end, start.x, start.y, 0.0, 0)
        front = Body(x, y, end.z, end.radius, end.height)
        around = [self._areas[name] for name in zones if name not in inside]
        around += [
            screen(patch, eye, front) for patch in patches if patch.id in inside and patch.id not in self._smokes
        ]
        seen = place.bare.look(*eye, front, solids + around)
        shares = {found.id: found.share for found in seen.screens}
        shares.update({name: _covered(self._areas[name], end) for name in inside})
        things = [self._thing(solid, start, end, shares[solid.id]) for solid in solids + around if shares.get(solid.id)]
        things += [self._thing(self._areas[name], start, end, shares[name]) for name in inside if name in self._smokes]
        is_smoked = any(name in self._smokes for name in inside)
        return _counted(things, seen.obscured, seen.obscured_by(SOLID), end.height, is_smoked)

    def _holds(self, name: str, body: Body) -> bool:
        """Whether a model is in a zone that covers it all across: its middle is, between its foot and its top."""
        area = self._areas[name]
        if not self._representational and name not in self._smokes:
            return False
        return area.base <= body.z < area.top and is_inside(self._outlines[name], body.x, body.y)

    def _is_underfoot(self, name: str, start: Body, end: Body) -> bool:
        """Whether it is a slope that one of them stands on: that is ground to it, and hides nothing."""
        if name not in self._slopes:
            return False
        return any(is_inside(self._outlines[name], body.x, body.y) for body in (start, end))

    def _thing(self, solid: Solid, start: Body, end: Body, share: int) -> _Thing:
        """Where something lies on the line between the edges of two bases, and how much it hides."""
        if solid.klass == MODEL:
            return _Thing(solid.id, MODEL, "", [], share)
        if solid.radius:
            name, spans = HEAVY, _chord(solid, start, end)
        else:
            name, spans = self._types[solid.id], spans_between(self._outlines[solid.id], start, end)
        return _Thing(solid.id, solid.klass, name, _below(spans, solid.top, start, end), share)


def _looked_past(start: Body, end: Body, solids: list[Solid]) -> Sighting:
    """The look at a model in contact, or right above or below: only a floor between the two hides it."""
    if are_parted(start, end, [solid for solid in solids if solid.klass == SOLID]):
        return WALLED
    if are_parted(start, end, [solid for solid in solids if solid.klass == TERRAIN]):
        return Sighting(WHOLE)
    return CLEAR


@rule("fieldmanual.option-representational-cover")
def _covered(area: Solid, body: Body) -> int:
    """The share of a model that a zone covers which it stands in: all across, up to the height of the zone."""
    return min(WHOLE, int((area.top - body.z) * WHOLE) // max(body.height, 1))


@rule("fieldmanual.concealment")
@heeds("fieldmanual.concealment-types", "fieldmanual.concealment-solid", "fieldmanual.option-representational-cover")
def counts(klass: int, share: int, height: int, is_round: bool = False) -> bool:
    """Whether something hides enough of a target: half of it or more; Solid terrain more than its base."""
    if klass == SOLID:
        return share * height > BASE * WHOLE
    return share >= (HALF_BY_ROUND if is_round else HALF)


def _counted(things: list[_Thing], hidden: int, solid: int, height: int, is_smoked: bool) -> Sighting:
    """The look, with the lengths of all terrain that hides enough to count added up type by type."""
    counted = [thing for thing in things if counts(thing.klass, thing.share, height, thing.id[0] == "#")]
    light, medium, heavy = [
        _total([span for one in counted if one.type == type_ for span in one.spans]) for type_ in TYPES
    ]
    models = sum([one.klass == MODEL for one in counted])
    screens = tuple([(thing.id, thing.share) for thing in things])
    return Sighting(hidden, solid, light, medium, heavy, models, is_smoked, screens)


def spans_between(outline: Outline, start: Body, end: Body) -> list[Span]:
    """Where the line between two models runs through an outline, from edge to edge of their bases; not along a side."""
    ends = (start.x, start.y, end.x, end.y)
    right, left = spans_inside(outline, *ends, True), spans_inside(outline, *ends, False)
    shorter = right if _length(right) <= _length(left) else left
    length = sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)
    return _clipped([(into * length, out * length) for into, out in shorter], start.radius, length - end.radius)


def _length(spans: list[Span]) -> float:
    """How much of a line stretches are together."""
    total = 0.0
    for into, out in spans:
        total += out - into
    return total


def _clipped(spans: list[Span], near: float, far: float) -> list[Span]:
    """What of these stretches lies between two places; what lies outside has no length left."""
    return [(max(into, near), min(out, far)) for into, out in spans]


def _chord(solid: Solid, start: Body, end: Body) -> list[Span]:
    """Where the line between two models runs through something round."""
    dx, dy = end.x - start.x, end.y - start.y
    length = sqrt(dx * dx + dy * dy)
    ahead = ((solid.cx - start.x) * dx + (solid.cy - start.y) * dy) / length
    aside = ((solid.cx - start.x) * dy - (solid.cy - start.y) * dx) / length
    if abs(aside) >= solid.radius:
        return []
    half = sqrt(solid.radius * solid.radius - aside * aside)
    return _clipped([(ahead - half, ahead + half)], start.radius, length - end.radius)


def _below(spans: list[Span], top: float, start: Body, end: Body) -> list[Span]:
    """The part of these stretches that rises to the line from foot to foot: who stands high looks over the rest."""
    if start.z == end.z or not spans:
        return spans
    length = sqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)
    meets = length * (top - start.z) / (end.z - start.z)
    """How far from the looker's middle the line is exactly as high as the terrain."""
    return _clipped(spans, 0.0, meets) if end.z > start.z else _clipped(spans, meets, length)


def _total(spans: list[Span]) -> int:
    """Mils of line that lie in any of these stretches, where they overlap counted once."""
    total, reached = 0.0, 0.0
    for into, out in sorted(spans):
        total += max(0.0, out - max(into, reached))
        reached = max(reached, out)
    return round(total)
