"""Measuring, arcs, and how much of a model another one sees past terrain, smoke and wrecks."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple, final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_incline
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.sighting.arcs import ALL_ROUND, ArcTable, is_in_arc
from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, screen, strip_between
from gearlock.mechanics.sighting.crowd import Member
from gearlock.systems.fieldmanual.datacards import Mount
from gearlock.systems.fieldmanual.lock_and_cover.smoke import SMOKE, lacking, seen_ground
from gearlock.systems.fieldmanual.state import ALOFT, DEAD, FIELDED, State, Unit
from gearlock.table import inches
from gearlock.table.arcs import Arc, is_centre_in
from gearlock.table.bodies import Body, point
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, RIGHT_ANGLE, advance, ratio
from gearlock.table.polygon import Outline, is_inside, spans_inside
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, cylinder, prism
from gearlock.table.sightlines import are_parted, front_point
from gearlock.table.terrain import Ground, Piece

# --- Measuring: inches from the edge of one base to the edge of another. Anything may be measured at any time

TOUCH = INCH // 100
"""How near counts as base contact: models stand on whole mils, and at most angles no two such places touch exactly."""


@heeds("fieldmanual.measurement", "fieldmanual.ram")
def touches(a: Unit, b: Unit) -> bool:
    """Whether two models are in base contact."""
    return gap(a, b) <= TOUCH


@rule("fieldmanual.measurement")
@heeds("fieldmanual.scale")
def gap(a: Unit, b: Unit) -> int:
    """Mils between the bases of two models, edge to edge; 0 where they touch."""
    return inches.gap(a.body, b.body)


@heeds("fieldmanual.measurement")
def gap_to(unit: Unit, x: int, y: int, z: int | None = None) -> int:
    """Mils from the edge of a base to a point; without a height, to the point at the model's own level."""
    return inches.gap(unit.body, point(x, y, unit.z if z is None else z))


@heeds("fieldmanual.measurement", "fieldmanual.wt-ae")
def centre_gap(unit: Unit, x: int, y: int, z: int | None = None) -> int:
    """Mils from the middle of a base to a point: how areas of effect are measured."""
    return inches.gap(Body(unit.x, unit.y, unit.z, 0, unit.height), point(x, y, unit.z if z is None else z))


@heeds("fieldmanual.measurement", "fieldmanual.infantry-structures")
def distance(state: State, a: Unit, b: Unit) -> int:
    """Mils between two models; to and from the edge of the building or bunker that one of them is in."""
    return inches.gap(*bodies_between(state, a, b)) if a.carrier or b.carrier else inches.gap(a.body, b.body)


@rule("fieldmanual.metric-option")
def centimetres(mils: int) -> int:
    """A distance for a table in centimetres: inches times 2.5, fractions up to the next whole one."""
    return -(-mils * 5 // (2 * INCH))


@rule("fieldmanual.combined-movement")
def closest_base(state: State, attacker: Unit, target: Unit) -> Unit:
    """The base of a Combined Model closest to a target; an ordinary model itself."""
    if not attacker.team:
        return attacker
    return min(state.bases(attacker), key=lambda base: distance(state, base, target), default=attacker)


@heeds("fieldmanual.combined-movement", "fieldmanual.range-bands")
def range_to(state: State, attacker: Unit, target: Unit) -> int:
    """The range of an attack: a Combined Model measures it from its base closest to the target."""
    return distance(state, closest_base(state, attacker, target), target)


# --- Arcs of attack, measured from the middle of a model

WIDE, FIXED = RIGHT_ANGLE, RIGHT_ANGLE // 2
"""Half the width of an arc of 180 degrees, and of a fixed one of 90."""
ARCS: Final = ArcTable(
    {
        "F": Arc(0, WIDE), "L": Arc(RIGHT_ANGLE, WIDE), "Rr": Arc(HALF_TURN, WIDE), "R": Arc(-RIGHT_ANGLE, WIDE),
        "FF": Arc(0, FIXED), "FL": Arc(RIGHT_ANGLE, FIXED), "FRr": Arc(HALF_TURN, FIXED),
        "FRt": Arc(-RIGHT_ANGLE, FIXED),
        "T": ALL_ROUND, "": ALL_ROUND,
    },
)  # fmt: skip
"""By the codes of cards; a weapon whose card shows no arc strikes all round."""
SIDES: Final = {"Front": "F", "Rear": "Rr", "Left": "L", "Right": "R"}


@rule("fieldmanual.arcs")
@heeds("fieldmanual.combined-movement")
def bears(unit: Unit, mount: Mount, body: Body) -> bool:
    """Whether any part of a body lies in a weapon's arc. A Combined Model has no facing: it fires all round."""
    return is_in_arc(ALL_ROUND if unit.team else ARCS.arc(mount.arc), unit, body)


@heeds("fieldmanual.arcs")
def is_from(defender: Unit, side: str, x: int, y: int) -> bool:
    """Whether a point lies on a side of a model: Front, Rear, Left or Right, 180 degrees each.

    The line between Front and Rear is Front. Whoever has no facing has no sides.
    """
    return not defender.team and is_on_side(defender.facing, side, x - defender.x, y - defender.y)


@lru_cache(maxsize=1 << 12)
def is_on_side(facing: int, side: str, x: int, y: int) -> bool:
    """Whether a point, seen from the middle of a base with such a facing, lies on one of its sides."""
    spot = point(x, y)
    if side == "Rear":
        return not is_centre_in(ARCS.arcs["F"], 0, 0, facing, spot)
    return is_centre_in(ARCS.arcs[SIDES[side]], 0, 0, facing, spot)


@heeds("fieldmanual.arcs", "fieldmanual.combined-movement")
def is_behind(defender: Unit, x: int, y: int) -> bool:
    """Whether a point lies in the rear half of what a model sees."""
    return is_from(defender, "Rear", x, y)


# --- Models inside something that stands on the table: who is in what, and where it is measured from


@heeds("fieldmanual.infantry-structures")
def is_sheltered(unit: Unit) -> bool:
    """Whether it is in a building or bunker: still on the table, though it takes no space there."""
    return bool(unit.carrier) and unit.status == FIELDED


@heeds("fieldmanual.infantry-structures")
def shelter_of(state: State, unit: Unit) -> Piece | Unit | None:
    """The building or the Static model that it is in."""
    if not is_sheltered(unit):
        return None
    held = state.units.get(unit.carrier)
    return held if held is not None else state.ground.piece(unit.carrier)


@rule("fieldmanual.asset-blind")
def is_blind(thing: object) -> bool:
    """Whether something is a Blind: open on one side, and a shelter for the Front arc of one model."""
    return isinstance(thing, Unit) and thing.card.name == "Blind"


@heeds("fieldmanual.asset-blind")
def is_shielded_by(state: State, unit: Unit, x: int, y: int) -> bool:
    """Whether what a model is in shelters it from there: all round, a Blind only towards its own front."""
    shelter = shelter_of(state, unit)
    return shelter is not None and not (is_blind(shelter) and is_behind(unit, x, y))


@heeds("fieldmanual.infantry-structures", "fieldmanual.asset-observation-bunker", "fieldmanual.measurement")
def body_toward(state: State, unit: Unit, x: int, y: int) -> Body:
    """The space of a model as it is measured towards a place: of one inside something, the nearest edge of that.

    It looks and fires from there at any height of the building or bunker.
    """
    shelter = shelter_of(state, unit)
    if shelter is None:
        return unit.body
    if isinstance(shelter, Unit):
        rim_x, rim_y, _ = front_point(shelter.body, x, y, 0.0, 0)
        return Body(rim_x, rim_y, shelter.z, 0, shelter.height)
    near_x, near_y = nearest_on(shelter.outline, x, y)
    return Body(near_x, near_y, shelter.base, 0, shelter.top - shelter.base)


@heeds("fieldmanual.infantry-structures")
def bodies_between(state: State, a: Unit, b: Unit) -> tuple[Body, Body]:
    """The spaces of two models as they are measured towards each other."""
    if not (a.carrier or b.carrier):
        return a.body, b.body
    there = body_toward(state, b, a.x, a.y)
    here = body_toward(state, a, there.x, there.y)
    return here, body_toward(state, b, here.x, here.y)


def nearest_on(outline: Outline, x: int, y: int) -> tuple[int, int]:
    """The point of an outline nearest to another one, to the mil; a point inside is its own."""
    if is_inside(outline, x, y):
        return x, y
    best = (0, outline[0])
    x0, y0 = outline[-1]
    for number, (x1, y1) in enumerate(outline):
        dx, dy = x1 - x0, y1 - y0
        square = dx * dx + dy * dy
        along = min(max((x - x0) * dx + (y - y0) * dy, 0), square)
        spot = (x0 + ratio(dx * along, square), y0 + ratio(dy * along, square)) if square else (x0, y0)
        far = (spot[0] - x) ** 2 + (spot[1] - y) ** 2
        if number == 0 or far < best[0]:
            best = (far, spot)
        x0, y0 = x1, y1
    return best[1]


# --- Looks: how much of a model another one sees, and how much terrain of each type lies on the line between them
# A look runs from the front of one base, at the height of the model, to the front of the other. Distances are counted
# on the line from middle to middle between the edges of the two bases.

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


# --- Who looks at whom across the table: terrain, smoke, wrecks and models, from a model or from its Sensor Boom

Crowd = crowds.Crowd[State, Sighting]
REPRESENTATIONAL: Final = "representational cover"
OVERHEAD: Final = 4 * INCH
"""How near to a model on the ground terrain has to be to hide it from airstrikes, or them from it."""
BOOM: Final = "Sensor Boom"
BOOM_POINTS: Final = 16
"""Places all round that a Sensor Boom is tried at."""


def look_at(state: State, looker: Unit, target: Unit) -> Sighting:
    """What a model sees of another from where it stands, noted for the position."""
    start, end = sight_bodies(state, looker, target)
    looks: dict[tuple[str, Body, str, Body], Sighting] | None = state.notes.get(Sighting)
    if looks is None:
        looks = state.notes[Sighting] = {}
    key = (looker.id, start, target.id, end)
    known = looks.get(key)
    if known is None:
        known = looks[key] = look_between(state, start, end, (looker, target))
    return known


@heeds("fieldmanual.airstrike-attacks")
def sight_bodies(state: State, looker: Unit, target: Unit) -> tuple[Body, Body]:
    """From where to where a look runs. Between an airstrike and the ground only what is within 4 in of that counts."""
    start, end = bodies_between(state, looker, target)
    if looker.status == target.status or ALOFT not in (looker.status, target.status):
        return start, end
    if looker.status == ALOFT:
        return _aside(end, start), end
    return start, _aside(start, end)


def _aside(body: Body, flier: Body) -> Body:
    """Where a line to an airstrike leaves the surroundings of a model that is on the ground."""
    near = body.radius + OVERHEAD
    if (flier.x - body.x) ** 2 + (flier.y - body.y) ** 2 <= near * near:
        return flier
    x, y, _ = front_point(Body(body.x, body.y, body.z, near), flier.x, flier.y, 0.0, 0)
    return Body(x, y, flier.z, 0, flier.height)


def look_between(state: State, start: Body, end: Body, who: tuple[Unit, ...] = ()) -> Sighting:
    """What is seen of one space from another, if those who take them hide nothing themselves."""
    crowd = crowd_of(state)
    names = {unit.id for unit in who}
    inside = {unit.carrier for unit in who if unit.carrier}
    near = [n for n in crowd.near(start, end) if crowd.ids[n] not in names and crowd.ids[n] not in inside]
    place = _place_around(state, crowd, inside) if inside else crowd.place
    found = place.look(start, end, False, tuple([crowd.hiders[number] for number in near]))
    if not near or not found.screens:
        return found
    by_number = {f"#{number}": crowd.ids[other] for number, other in enumerate(near)}
    return found._replace(screens=tuple([(by_number.get(name, name), share) for name, share in found.screens]))


@rule("fieldmanual.perk-sensor-boom")
def boom_looks(state: State, looker: Unit, target: Unit) -> list[Sighting]:
    """What a model may see of another: from its own place and, with a Sensor Boom, from any point up to 1 in away.

    The end of the boom is never inside Solid terrain.
    """
    own = look_at(state, looker, target)
    looks = [own]
    if not looker.perk(BOOM) or own.hidden == 0:
        return looks
    start, end = sight_bodies(state, looker, target)
    reach = start.radius + INCH
    for number in range(BOOM_POINTS):
        x, y = advance(start.x, start.y, number * FULL_TURN // BOOM_POINTS, reach)
        if not _is_in_solid(state, x, y, start.top):
            looks.append(look_between(state, Body(x, y, start.z, 0, start.height), end, (looker, target)))
    return looks


def _is_in_solid(state: State, x: int, y: int, z: int) -> bool:
    return any(class_of(p) == SOLID and p.base <= z < p.top for p in state.ground.pieces_at(x, y))


def crowd_of(state: State) -> Crowd:
    """All models and wrecks of a position that may hide another, noted."""
    crowd: Crowd | None = state.notes.get(crowds.Crowd)
    if crowd is None:
        crowd = state.notes[crowds.Crowd] = crowds.Crowd(state, _place_of, _members_of)
    return crowd


def _place_of(state: State) -> Place:
    return crossing_of(seen_ground(state), is_representational(state))


@heeds("fieldmanual.option-representational-cover")
def is_representational(state: State) -> bool:
    """Whether areas cover who is in them all across up to their height; maps are drawn so unless players say no."""
    return state.switches.get(REPRESENTATIONAL, "yes") != "no"


@heeds("fieldmanual.infantry-structures")
def _place_around(state: State, crowd: Crowd, names: set[str]) -> Place:
    """The ground as these look across it: the buildings they are in do not hide them."""
    inside = tuple(sorted(piece.id for piece in state.ground.pieces if piece.id in names))
    return crossing_of(lacking(seen_ground(state), inside), is_representational(state)) if inside else crowd.place


@heeds(
    "fieldmanual.concealment-types",
    "fieldmanual.concealment-solid",
    "fieldmanual.perk-drone",
    "fieldmanual.damage-dead",
)
def hider_class(unit: Unit) -> int:
    """What a model hides as: models by themselves, wrecks as Heavy terrain, bunkers as Solid; drones are no models."""
    if unit.status == DEAD:
        return TERRAIN
    if is_sheltered(unit) or unit.card.kind == "drone":
        return OPEN
    return SOLID if unit.is_static and not unit.card.weapons else MODEL


def _members_of(state: State) -> list[Member]:
    return [
        (unit.id, unit.id, (klass, unit.x, unit.y, unit.z, unit.card.radius, unit.height))
        for unit in state.standing()
        if (klass := hider_class(unit)) != OPEN
    ]
