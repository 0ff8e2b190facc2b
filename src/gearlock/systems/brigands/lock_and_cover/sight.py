"""4.1 to 4.4: arcs, Line of Sight, Sensor Lock and cover, judged from Silhouettes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.changed import opened
from gearlock.mechanics.ground.forms import is_area, is_solid
from gearlock.mechanics.ground.surfaces import water_depth
from gearlock.mechanics.sighting import arcs
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.sighting.arcs import ArcTable
from gearlock.mechanics.sighting.crossing import Classes, Crossing, Hider, strip_between
from gearlock.mechanics.sighting.crowd import Member
from gearlock.mechanics.sighting.explained import Hidden, hidden_from
from gearlock.systems.brigands.chain_of_command import is_near
from gearlock.systems.brigands.ecm_defense import ecm_guards
from gearlock.systems.brigands.lock_and_cover.smoke import screened_ground
from gearlock.systems.brigands.state import WRECK, State, Unit, opponent
from gearlock.systems.brigands.vtols import FARSIGHT
from gearlock.table.arcs import Arc, is_partly_in, is_wholly_in
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, advance, bearing
from gearlock.table.overhead import covered_share
from gearlock.table.shadow import Solid
from gearlock.table.sight import WHOLE, Sight
from gearlock.table.sightlines import Eye, are_parted, is_above, sight_points
from gearlock.table.strip import Patch
from gearlock.table.terrain import Ground, Piece
from gearlock.table.vantage import Vantage

# --- 1.5b: arcs. Each is half the table on one side of a model; a Turret covers both halves

ARC_NAMES = {"F": "Front Arc", "L": "Left Arc", "B": "Back Arc", "R": "Right Arc", "T": "Turret arc"}


ARCS = ArcTable(
    {
        "F": Arc(0, RIGHT_ANGLE),
        "L": Arc(RIGHT_ANGLE, RIGHT_ANGLE),
        "B": Arc(HALF_TURN, RIGHT_ANGLE),
        "R": Arc(-RIGHT_ANGLE, RIGHT_ANGLE),
        "T": Arc(0, HALF_TURN),
    },
    faceless="FLRT",
)
"""Infantry is all Front: it has no Back Arc."""
BACK = ARCS.arcs["B"]


def arc_of(unit: Unit, arc: str) -> Arc | None:
    """An arc as a model has it."""
    return ARCS.arc(arc, unit.line.type == "Infantry")


@rule("brigands.1.5b", "brigands.9.1-attack")
def is_in_arc(unit: Unit, arc: str, body: Body) -> bool:
    """Whether any part of a body lies in an arc of a model: that is enough to shoot at it."""
    return arcs.is_in_arc(ARCS.arc(arc, unit.line.type == "Infantry"), unit, body)


@heeds("brigands.1.5b", "brigands.5.5b")
def is_wholly_behind(body: Body, target: Unit) -> bool:
    """Whether all of a body lies in a model's Back Arc."""
    return is_wholly_in(BACK, target.x, target.y, target.facing, body)


def start_body(state: State, active: Unit) -> Body:
    """A model's Silhouette where it was when the activation under way began."""
    now = state.activation
    if now is None or now.unit != active.id:
        return active.body
    return Body(now.x, now.y, now.z, active.line.radius, active.height)


@heeds("brigands.5.5c")
def was_behind(state: State, attacker: Unit, target: Unit) -> bool:
    """Whether any part of the attacker is in the target's Back Arc, and was when the Active model began.

    It may be the target that has moved since: then its Back Arc as it was counts.
    """
    if not is_in_arc(target, "B", attacker.body):
        return False
    now = state.activation
    if now is not None and target.id == now.unit:
        return is_partly_in(BACK, now.x, now.y, now.facing, attacker.body)
    return is_in_arc(target, "B", start_body(state, attacker))


# --- 4.1 to 4.3: Silhouettes, Line of Sight and Sensor Lock, and the models that are hard to find

FAINT = 6 * INCH
"""What a faint target takes off the range of sensors, once, however faint."""
BOOM = INCH


@heeds("brigands.4.3-sensor-lock", "brigands.5.6c", "brigands.9.1-damage", "brigands.9.7")
def sensor_range(unit: Unit) -> int:
    """How far a model's sensors reach in mils; a Crippled model has half, but Infantry has its eyes.

    From the air they reach 6 in farther.
    """
    whole = unit.line.sensors
    own = whole // 2 if unit.handicap and unit.line.type != "Infantry" else whole
    return own + FARSIGHT if unit.airborne else own


@rule("brigands.trait.stealth")
@heeds("brigands.wtrait.silent")
def is_stealthy(unit: Unit) -> bool:
    """Whether it has Stealth and has not given itself away this Round. Wrecks hide nothing."""
    return unit.has("Stealth") and not unit.shown and unit.is_fielded


@heeds("brigands.4.3a")
def is_faint(state: State, unit: Unit, target: Unit) -> bool:
    """Whether sensors find it hard to see: enemy Infantry, enemy Stealth, and what lies under enemy ECM Defense."""
    if target.is_fielded:
        if unit.seat == target.seat:
            return False
        if target.line.type == "Infantry" or is_stealthy(target):
            return True
    return any(is_near(guard.body, target.body) for guard in ecm_guards(state, opponent(unit.seat)))


@rule("brigands.4.3a")
@heeds("brigands.trait.sensor-boom")
def sensors_to(state: State, unit: Unit, target: Unit, attacking: bool) -> int:
    """How far away this target may be for Sensor Lock. For an attack a Sensor Boom reaches an inch farther."""
    return reach_of_sensors(sensor_range(unit), is_faint(state, unit, target), attacking and unit.has("Sensor Boom"))


def reach_of_sensors(own: int, faint: bool, boom: bool) -> int:
    """How far sensors of such a range reach a faint target or another, with a Sensor Boom or without."""
    return max(0, own - FAINT if faint else own) + (BOOM if boom else 0)


@rule("brigands.4.3-sensor-lock")
def has_sensor_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Within sensor range, whatever stands between."""
    return gap(unit.body, target.body) <= sensors_to(state, unit, target, attacking=False)


@heeds("brigands.4.3-sensor-lock", "brigands.4.3a", "brigands.trait.sensor-boom")
def senses_point(state: State, unit: Unit, point: Body, attacking: bool = True) -> bool:
    """Whether a model has Sensor Lock on a point of the table; enemy ECM Defense near it makes it faint."""
    faint = any(is_near(guard.body, point) for guard in ecm_guards(state, opponent(unit.seat)))
    return gap(unit.body, point) <= reach_of_sensors(sensor_range(unit), faint, attacking and unit.has("Sensor Boom"))


@rule("brigands.4.3-los")
def has_line_of_sight(state: State, unit: Unit, target: Unit) -> bool:
    """Any point of one Silhouette sees any part of the other. There is no arc to sight."""
    return look_at(state, unit, target).sight


@rule("brigands.trait.sensor-boom")
def sees_by_boom(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a Silhouette stretched by an inch, up or to either side, would see the target."""
    if not unit.has("Sensor Boom"):
        return False
    body, across = unit.body, bearing(unit.x, unit.y, target.x, target.y) + RIGHT_ANGLE
    stretched = [Body(body.x, body.y, body.z, body.radius, body.height + BOOM)]
    for length in (BOOM, -BOOM):
        x, y = advance(body.x, body.y, across % (4 * RIGHT_ANGLE), length)
        if not any(is_solid(piece) and piece.top > body.z for piece in state.ground.pieces_at(x, y)):
            stretched.append(Body(x, y, body.z, body.radius, body.height))
    return any(look_from(state, boom, unit, target).sight for boom in stretched)


# --- 4.2 and 4.4: looks. What a model makes of another from the best point of its Silhouette

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


# --- 4.4: cover. Full Cover stops sight or the attack; Defensive Cover gives dice. Judged from an Origin Point

Crowd = crowds.Crowd[State, Look]
HEAVY_ARMOR = 8
ABOVE = 12 * INCH


def crowd_at(state: State) -> Crowd:
    """All models that may hide another, as they stand, to be counted once for all looks across one position."""
    return crowds.Crowd(state, _place_of, _members_of)


def crowd_of(state: State) -> Crowd:
    """The crowd of a position, noted. It serves copies in which the one who looks or is looked at stands elsewhere."""
    crowd: Crowd | None = state.notes.get(crowds.Crowd)
    if crowd is None:
        crowd = state.notes[crowds.Crowd] = crowd_at(state)
    return crowd


def _place_of(state: State) -> Place:
    """The ground they look across as long as nobody is in a building."""
    return crossing_of(screened_ground(state))


def _members_of(state: State) -> list[Member]:
    """Whoever hides others, by the space of its own: who is in a Fortification hides nobody."""
    return [
        (unit.id, unit.core or unit.id, (klass, unit.x, unit.y, unit.z, unit.line.radius, unit.height))
        for unit in state.obstacles()
        if (klass := model_class(unit)) != OPEN
    ]


@rule("brigands.4.4b")
@heeds("brigands.5.6d")
def model_class(unit: Unit) -> int:
    """Models in the way count as Light up to AR 7 and as Heavy from AR 8; Infantry never hides anybody."""
    if unit.line.type == "Infantry":
        return OPEN
    return HEAVY if unit.line.armor >= HEAVY_ARMOR else LIGHT


def look_at(state: State, unit: Unit, target: Unit, crowd: Crowd | None = None) -> Look:
    """What a model makes of another from the best point of its Silhouette; who looks often brings the `crowd`."""
    return _looked(state, unit.body, target.body, (unit.id, target.id), target, unit.airborne, crowd)


def look_at_point(state: State, unit: Unit, point: Body, crowd: Crowd | None = None) -> Look:
    """What a model makes of a Target Point; a point has no Silhouette to hide half of."""
    return _looked(state, unit.body, point, (unit.id,), None, unit.airborne, crowd)


def look_from(state: State, start: Body, unit: Unit, target: Unit) -> Look:
    """What a model would make of another if its Silhouette were this."""
    return _looked(state, start, target.body, (unit.id, target.id), target, unit.airborne)


@heeds("brigands.5.4b")
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
    aloft: bool,
    crowd: Crowd | None = None,
) -> Look:
    """What terrain and then models leave of a look; where terrain stops it, nobody can stop it more."""
    crowd = crowd_at(state) if crowd is None else crowd
    place = _place_between(state, without, crowd)
    found = place.look(start, end, aloft)
    if not found.blocked:
        models = [crowd.hiders[number] for number in _models_between(state, start, end, without, crowd)]
        if models and not found.sight:  # all is hidden already: only what is Heavy changes anything
            models = [hider for hider in models if hider[0] == HEAVY]
        if models:
            found = place.look(start, end, aloft, tuple(models))
    if target is None:
        return found
    return sheltered(target, _wet(state.ground, target, found) if state.ground.has_water else found)


def _place_between(state: State, without: tuple[str, ...], crowd: Crowd) -> Place:
    """The ground as these look across it: with smoke on it, and the building open that one of them is in."""
    inside = {name for unit in without if (name := state.units[unit].inside)}
    return crossing_of(opened(screened_ground(state), tuple(sorted(inside)))) if inside else crowd.place


def _models_between(state: State, start: Body, end: Body, without: tuple[str, ...], crowd: Crowd) -> list[int]:
    """Those of the crowd in the strip who neither look nor are looked at, nor are parts or carriers of such."""
    near = crowd.near(start, end)
    if not near:
        return near
    own, units = set[str](), state.units
    for name in without:
        unit = units[name]
        own.add(unit.core or unit.id)
        if unit.carrier:
            own.add(units[unit.carrier].vehicle)
    return [number for number in near if crowd.parties[number] not in own]


def scrutinise(state: State, unit: Unit, target: Unit) -> tuple[Look, Hidden]:
    """The look at a model, and what of it is hidden from the best point."""
    start, end, without, crowd = unit.body, target.body, (unit.id, target.id), crowd_at(state)
    place = _place_between(state, without, crowd)
    solids, patches = place.between(strip_between(start, end))
    solids += [crowd.solid(number) for number in _models_between(state, start, end, without, crowd)]
    look = look_at(state, unit, target, crowd)
    _, eye = best_look(place, start, end, solids, patches, unit.airborne)
    hidden = hidden_from(place, eye, end, (solids, patches), unit.airborne)
    return look, hidden._replace(share=min(hidden.share, 99)) if look.sight else hidden


@heeds("brigands.3.2", "brigands.5.2b", "brigands.4.2")
def look_from_above(state: State, target: Unit) -> Look:
    """Cover against Indirect fire, 12 in above the target: area terrain as tall as it, or something hanging over it.

    As much of it is hidden as of its base lies under these; whoever is in a building is under it altogether.
    """
    top, x, y, radius = target.z + target.height, target.x, target.y, target.line.radius
    over = [
        piece
        for piece in screened_ground(state).pieces_near(x - radius, y - radius, x + radius, y + radius)
        if top <= piece.top and piece.base < top + ABOVE and rating_class(piece) != OPEN
    ]
    heavy = _share_under([piece for piece in over if rating_class(piece) == HEAVY], target)
    share = heavy if heavy == WHOLE else _share_under(over, target)
    found = judge_shares(share, heavy)
    return found if found.blocked else sheltered(target, _wet(state.ground, target, found))


def _share_under(pieces: list[Piece], target: Unit) -> int:
    """The millionths of a model's base that lie under these pieces."""
    if any(piece.id == target.inside for piece in pieces):
        return WHOLE
    return covered_share(target.x, target.y, target.line.radius, [piece.outline for piece in pieces])


@heeds("brigands.9.4")
def sheltered(target: Unit, look: Look) -> Look:
    """Who is in a Fortification has Heavy Cover from it, wherever the attack comes from."""
    return Look(look.sight, False, 2) if target.carrier and not look.blocked else look


@heeds("brigands.3.2a")
def _wet(ground: Ground, target: Unit, look: Look) -> Look:
    """Water deeper than half a model's Height gives it at least Light Defensive Cover, unless it flies above it."""
    if look.dice or target.airborne or target.status == WRECK:
        return look
    is_under = 2 * water_depth(ground, target.x, target.y) > target.line.height
    return Look(look.sight, look.blocked, 1) if is_under else look
