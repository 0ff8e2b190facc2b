"""7.0 to 7.8: cover on the table, Lock and detection."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.survey import Gaze
from gearlock.mechanics.ground.forms import is_area
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.mechanics.sighting.crossing import Hider, strip_between
from gearlock.mechanics.sighting.crowd import Member
from gearlock.mechanics.sighting.explained import hidden_from
from gearlock.systems.blitz.general_concepts.dice import is_works, size_of
from gearlock.systems.blitz.general_concepts.measuring import body_of, building_of, distance_between, touches
from gearlock.systems.blitz.lock_and_cover.ground import seen_ground
from gearlock.systems.blitz.lock_and_cover.looks import (
    DICE,
    HEAVY,
    HULK,
    LIGHT,
    MEDIUM,
    MODEL,
    MODEL_PIECE,
    OPEN,
    Look,
    Place,
    Sighting,
    comes_near,
    crossing_of,
    is_tall_enough,
    rating_class,
)
from gearlock.systems.blitz.models import DETECTION
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    DROPPED,
    EMITTING,
    FULL_SPEED,
    HIDING,
    HULL_DOWN,
    NEAR,
    OFF_BOARD,
    SENSOR_BOOST,
    SILENCE,
    STRAFING,
    SWEEPING,
    WRECK,
    State,
    Unit,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, gap
from gearlock.table.measure import INCH
from gearlock.table.sightlines import sight_points
from gearlock.table.terrain import Ground

# --- 7.0 to 7.6: cover on the table: terrain, smoke, wrecks, fortifications and models

Crowd = crowds.Crowd[State, Sighting]
Looks = dict[tuple[str, Body, str, Body], Look]
"""Who looks at whom, where both stand, and what comes of it."""
FOG: Final = 18 * INCH
HIGH: Final = 12 * INCH
"""How high it is up in the air: what is added to ranges for who circles, and at what flies."""
UNHIDDEN: Final = Look(True, False, False, 0, 0, False, ())


@heeds("blitz.16.1b", "blitz.17.7b", "blitz.16.2c")
def look_at(state: State, looker: Unit, target: Unit, crowd: Crowd | None = None) -> Look:
    """What a model makes of another; who looks often brings the `crowd`. Nothing but fog hides who is in the air.

    Whoever is off the table has light cover at hand.
    """
    if target.status == ALOFT or ALOFT in target.tokens:
        look = UNHIDDEN
    else:
        start, looks = _outlook(state, looker), looks_of(state)
        key = (looker.id, start, target.id, target.body)
        known = looks.get(key)
        if known is None:
            known = looks[key] = look_from(state, start, looker, target, crowd)
        look = known
    if target.status == OFF_BOARD and look.adjacent < DICE[LIGHT]:
        look = look._replace(adjacent=DICE[LIGHT], has_cover=True)
    return in_fog(look) if is_concealed(state, looker, target) else look


@heeds("blitz.17.7b", "blitz.2.13-flying")
def _outlook(state: State, looker: Unit) -> Body:
    """Where a model looks from: its silhouette; who has risen into the air looks from up there."""
    body = body_of(state, looker)
    return body if ALOFT not in looker.tokens else Body(body.x, body.y, body.z + HIGH, body.radius, body.height)


def looks_of(state: State) -> Looks:
    """The looks taken in a position so far, noted."""
    looks: Looks | None = state.notes.get(Look)
    if looks is None:
        looks = state.notes[Look] = {}
    return looks


def look_from(state: State, start: Body, looker: Unit, target: Unit, crowd: Crowd | None = None) -> Look:
    """What a model would make of another if its silhouette were this, in clear weather."""
    return _looked(state, start, target, (looker.id, target.id), crowd)


@heeds("blitz.10.2")
def look_from_point(state: State, point: Body, target: Unit, crowd: Crowd | None = None) -> Look:
    """The cover of a model from the middle of an area attack; whoever that point is in is not between."""
    inside = [unit.id for unit in state.standing() if unit.id != target.id and gap(point, unit.body) == 0]
    return _looked(state, point, target, (target.id, *inside), crowd)


@rule("blitz.7.6-concealment", "blitz.16.0-2c-fog")
def is_concealed(state: State, looker: Unit, target: Unit) -> bool:
    """Whether fog hides a model from another: more than 18 in away."""
    return state.switches.get("weather") == "fog" and distance_between(state, looker, target) > FOG


@heeds("blitz.7.6-concealment", "blitz.16.0-2c-fog")
def in_fog(look: Look) -> Look:
    """A look through fog, which is full light cover more."""
    return look._replace(sight=False, full=True, additional=look.additional + DICE[LIGHT], has_cover=True)


def _looked(state: State, start: Body, target: Unit, without: tuple[str, ...], crowd: Crowd | None) -> Look:
    """What terrain and whatever else may hide the target leave of a look."""
    crowd = crowd_of(state) if crowd is None else crowd
    end = body_of(state, target)
    home = target.carrier if target.is_sheltered else ""
    near = [number for number in crowd.near(start, end) if _may_hide(state, crowd, number, target, without)]
    hiders: tuple[Hider, ...] = tuple(crowd.hiders[number] for number in near)
    found = _place_between(state, target, without, crowd).look(start, end, False, hiders)
    screens = tuple(who if isinstance(who, str) else crowd.ids[near[who]] for who in found.screens)
    adjacent = found.adjacent
    shelter = _shelter_of(state, target)
    if shelter > adjacent:
        lost = [name for name in screens if _is_near(state, name, end)]
        screens = tuple(name for name in screens if name not in lost)
        adjacent = shelter
    if home:
        screens = (*screens, home)
    dug_in = is_dug_in(state, target)
    sight, hard = found.sight and not dug_in, found.hard + (shelter if dug_in else 0)
    covered = not sight or adjacent > 0 or found.additional > 0
    return Look(sight, not sight, found.blocked, adjacent, found.additional, covered, screens, hard)


def gaze_at_model(state: State, looker: Unit, target: Unit) -> Gaze:
    """A look as the looker would see it, from that point of its silhouette which least is hidden from."""
    start, end, crowd = _outlook(state, looker), body_of(state, target), crowd_of(state)
    without = (looker.id, target.id)
    place = _place_between(state, target, without, crowd)
    solids, patches = place.between(strip_between(start, end))
    near = [number for number in crowd.near(start, end) if _may_hide(state, crowd, number, target, without)]
    between = solids + [crowd.solid(number) for number in near], patches
    looks = [hidden_from(place, eye, end, between) for eye in sight_points(start, end.x, end.y)]
    return min(looks, key=lambda look: look.share).gaze


@heeds("blitz.18.3a-trench", "blitz.18.3")
def is_dug_in(state: State, unit: Unit) -> bool:
    """Whether it has full cover where it is, though it can be attacked: in trenches, which have no roof."""
    return unit.is_sheltered and state.units[unit.carrier].has("Full Cover")


def _is_near(state: State, name: str, body: Body) -> bool:
    return gap(state.units[name].body, body) <= INCH


@heeds("blitz.18.3", "blitz.18.5b")
def _shelter_of(state: State, target: Unit) -> int:
    """Dice of the building or fortification a model is in, wherever the attack comes from."""
    if target.is_sheltered:
        return DICE[HEAVY]
    building = building_of(state, target)
    return 0 if building is None else DICE[rating_class(building)]


def crowd_at(state: State) -> Crowd:
    """All models and wrecks that may hide another, as they stand."""
    return crowds.Crowd(state, _place_of, _members_of)


def crowd_of(state: State) -> Crowd:
    """The crowd of a position, noted. It serves copies in which the one who looks or is looked at stands elsewhere."""
    crowd: Crowd | None = state.notes.get(crowds.Crowd)
    if crowd is None:
        crowd = state.notes[crowds.Crowd] = crowd_at(state)
    return crowd


def _place_of(state: State) -> Place:
    return crossing_of(seen_ground(state))


def _place_between(state: State, target: Unit, without: tuple[str, ...], crowd: Crowd) -> Place:
    """The ground as these look across it to a target: buildings and fortifications they are in do not hide them."""
    inside = {piece.id for name in without if (piece := building_of(state, state.units[name])) is not None}
    inside |= {unit.carrier for name in without if (unit := state.units[name]).is_sheltered}
    inside |= {name for name in without if is_works(state.units[name])} | _outgrown(state, target)
    return crossing_of(_lacking(seen_ground(state), tuple(sorted(inside)))) if inside else crowd.place


@heeds("blitz.16.2b")
def _outgrown(state: State, unit: Unit) -> set[str]:
    """The areas that a fortification stands in and that are no cover for it, because they are not taller."""
    if not is_works(unit):
        return set()
    around = state.ground.pieces_at(unit.x, unit.y)
    return {piece.id for piece in around if is_area(piece) and piece.top <= unit.z + size_of(unit).height}


@lru_cache(maxsize=64)
def _lacking(ground: Ground, names: tuple[str, ...]) -> Ground:
    return ground.changed(without=[p.id for p in ground.pieces if p.props.get(MODEL_PIECE, p.id) in names])


@heeds("blitz.7.0a", "blitz.9.3", "blitz.18.6", "blitz.18.7-medic", "blitz.16.1b")
def model_class(unit: Unit) -> int:
    """Wrecks are medium cover, models hide like it; components of huge vehicles like heavy cover; medics never do.

    Nor do those who have just been dropped.
    """
    if DROPPED in unit.tokens or unit.line.type == "Fortification" or unit.height < INCH // 2:
        return OPEN
    if unit.status == WRECK:
        return MEDIUM
    if unit.has("Medic") or unit.line.type == "Drone":
        return OPEN
    return HULK if unit.has("MCV") else MODEL


def _members_of(state: State) -> list[Member]:
    """Whoever may hide others, with the vehicle it is part of."""
    return [
        (unit.id, _party_of(unit), (klass, unit.x, unit.y, unit.z, unit.line.radius, unit.height))
        for unit in state.standing()
        if (klass := model_class(unit)) != OPEN
    ]


def _party_of(unit: Unit) -> str:
    """The vehicle a component is part of, else the model itself."""
    return unit.parent if unit.parent and unit.has("MCV") else unit.id


@rule("blitz.7.0a", "blitz.11.0c")
@heeds("blitz.9.3")
def _may_hide(state: State, crowd: Crowd, number: int, target: Unit, without: tuple[str, ...]) -> bool:
    """Whether one of the crowd counts as cover for a target: wrecks do, and near models with a larger silhouette.

    These are friends, or an enemy the target is engaged with; infantry only hides friendly infantry.
    """
    unit = state.units[crowd.ids[number]]
    if unit.id in without:
        return False
    if unit.status == WRECK:
        return True
    if unit.is_infantry and not (target.is_infantry and unit.seat == target.seat):
        return False
    if _party_of(target) == crowd.parties[number]:
        return False
    end = target.body
    if unit.line.radius * unit.height <= end.radius * end.height:
        return False
    return gap(unit.body, end) <= INCH if unit.seat == target.seat else touches(unit.body, end)


@heeds("blitz.7.3b", "blitz.18.1", "blitz.18.2", "blitz.7.6-stealth", "blitz.trait.agile")
def has_adjacent_cover(state: State, unit: Unit) -> bool:
    """Whether a model has cover within an inch that rises half its height above where it stands."""
    return best_adjacent(state, unit)[0] > 0


def best_adjacent(state: State, unit: Unit) -> tuple[int, str]:
    """Dice of the best cover within an inch of a model on any side, and the wreck or fortification that gives them."""
    end, best, by = body_of(state, unit), _shelter_of(state, unit), ""
    by = unit.carrier if best and unit.is_sheltered else ""
    reach, outgrown = end.radius + INCH, {unit.id} | _outgrown(state, unit)
    for piece in seen_ground(state).pieces_near(end.x - reach, end.y - reach, end.x + reach, end.y + reach):
        dice = DICE[rating_class(piece)]
        if (
            dice > best
            and piece.props.get(MODEL_PIECE) != unit.id
            and piece.id not in outgrown
            and _rises(piece.base, piece.top, end)
            and comes_near(piece.outline, end, INCH)
        ):
            best, by = dice, str(piece.props.get(MODEL_PIECE, ""))
    for other in state.standing():
        if other.status == WRECK and model_class(other) == MEDIUM and best < DICE[MEDIUM] and other.id != unit.id:
            body = other.body
            if _rises(body.z, body.top, end) and gap(body, end) <= INCH:
                best, by = DICE[MEDIUM], other.id
    return best, by


def _rises(base: int, top: int, body: Body) -> bool:
    """Whether something begins below a model's top and rises half its height above its foot."""
    return base < body.top and is_tall_enough(top - max(base, body.z), body.height)


@heeds("blitz.14.7c", "blitz.16.2c")
def look_from_above(state: State, target: Unit) -> Look:
    """What is seen from straight above: only hard cover over all of a model hides it, and any adjacent cover counts.

    Whoever is off the table has light cover at hand, and no other.
    """
    if target.status == OFF_BOARD:
        return UNHIDDEN._replace(adjacent=DICE[LIGHT], has_cover=True)
    adjacent, by = best_adjacent(state, target)
    body = body_of(state, target)
    is_inside = building_of(state, target) is not None or (target.is_sheltered and not is_dug_in(state, target))
    hidden = is_inside or any(
        piece.base >= body.top and rating_class(piece) == HEAVY and footprint_inside(body, piece.outline)
        for piece in state.ground.pieces_at(body.x, body.y)
    )
    return Look(not hidden, hidden, hidden, adjacent, 0, hidden or adjacent > 0, (by,) if by else ())


# --- 7.1 and 7.5 to 7.8: Lock and detection, the models that are hard to find, and how far a scan reaches

SENSORS: Final = "Sensors"
STEALTH: Final = "Stealth"
BOOM: Final = INCH
BASILISK: Final = 18 * INCH
"""The Sensors of a braced Basilisk."""
HIDDEN, SILENT = 6 * INCH, 12 * INCH
"""What hiding adds to the Profile of a Stealth model, and radio silence to that of one that keeps out of sight."""


@rule("blitz.trait.sensors", "blitz.2.5")
@heeds("blitz.2.12a", "blitz.2.14", "blitz.9.2", "blitz.trait.aux", "blitz.trait.rugged", "blitz.trait.fragile")
@heeds("blitz.force.south.ese")
def detection_range(_state: State, looker: Unit) -> int:
    """How far a model detects, in mils: 12 in or its Sensors; half of it if crippled, but infantry has its eyes.

    A crippled model first loses Sensors that are auxiliary. Rugged sensors are not halved, fragile ones fail: a trait
    of the model comes before a rule for its type, and that before the rule for all.
    """
    whole = looker.line.sensors
    if looker.is_crippled and SENSORS in looker.line.auxiliary:
        whole = DETECTION
    if "Basilisk" in looker.line.traits and looker.stance == BRACED:
        whole = max(whole, BASILISK)
    if not looker.is_crippled:
        return whole
    if looker.has("Fragile: Sensors"):
        return 0
    return whole if looker.is_infantry or looker.has("Rugged: Sensors") else whole // 2


@rule("blitz.trait.profile")
@heeds("blitz.18.1", "blitz.15.5b", "blitz.7.6-stealth", "blitz.7.6-concealment")
def profile_of(state: State, looker: Unit, target: Unit, look: Look | None = None) -> int:
    """How much harder a target is to detect, in mils: its Profile, and what hiding and radio silence give it."""
    found = target.trait("Profile") * INCH
    tokens = target.tokens
    if HIDING in tokens and target.has(STEALTH):
        found += HIDDEN
    if SILENCE in tokens:
        is_low = HIDING in tokens or HULL_DOWN in tokens
        if is_low or (look_at(state, looker, target) if look is None else look).full:
            found += SILENT
    return found


@heeds("blitz.7.7", "blitz.14.5a")
def is_sensing(state: State, unit: Unit) -> bool:
    """Whether its active sensors are on: for the action under way, or as long as it boosts with them."""
    return unit.id in state.sensing or unit.token(SENSOR_BOOST) == SWEEPING


@heeds("blitz.7.7", "blitz.15.5d")
def may_use_sensors(unit: Unit) -> bool:
    """Whether it may switch active sensors on: not under the order Full Speed Ahead."""
    return FULL_SPEED not in unit.tokens


@heeds("blitz.7.7")
def with_sensors(state: State, unit: Unit) -> State:
    """The same position with a model's active sensors on, to look at; they find more and see no more."""
    seen = copy(state)
    seen.sensing, seen.notes = [*state.sensing, unit.id], {crowds.Crowd: crowd_of(state), Look: looks_of(state)}
    return seen


@rule("blitz.7.7")
@heeds("blitz.7.5a", "blitz.trait.profile", "blitz.14.0")
def reach_to(state: State, looker: Unit, target: Unit, doubled: bool = False, look: Look | None = None) -> int:
    """How far away this target may be to be detected: the Profile first, then all that doubles a range, once.

    `doubled` is for whatever else doubles it than active sensors of the looker, or of an enemy it looks for.
    """
    profile = profile_of(state, looker, target, look)
    if state.switches.get("profile", "harder") != "harder":
        profile = -profile
    reach = max(0, detection_range(state, looker) - profile)
    is_active = is_sensing(state, looker) or (target.seat != looker.seat and is_sensing(state, target))
    is_heard = EMITTING in target.tokens and not state.is_active(looker)
    return 2 * reach if doubled or is_active or is_heard else reach


@heeds("blitz.17.1", "blitz.17.3", "blitz.16.2c")
def sensed_distance(state: State, looker: Unit, target: Unit) -> int:
    """How far away sensors find a target: 12 in more if either of the two circles the table."""
    circling = any(unit.status == ALOFT and STRAFING not in unit.tokens for unit in (looker, target))
    return distance_between(state, looker, target) + (HIGH if circling else 0)


@heeds("blitz.7.5", "blitz.7.7")
def is_detected(state: State, looker: Unit, target: Unit, doubled: bool = False) -> bool:
    """Whether a target is within a model's detection range, whatever stands between."""
    return sensed_distance(state, looker, target) <= reach_to(state, looker, target, doubled)


@rule("blitz.7.1")
@heeds("blitz.7.5", "blitz.7.5a", "blitz.7.6-concealment", "blitz.trait.sensorboom", "blitz.16.1b")
def has_lock(state: State, looker: Unit, target: Unit, look: Look | None = None, doubled: bool = False) -> bool:
    """Whether a model has Lock on another: an open line, or full cover within its detection range.

    Not through heavy full cover. A Sensor Boom may see past what hides the silhouette; attacks are stopped even so.
    Everybody has it on who has just been dropped.
    """
    if DROPPED in target.tokens:
        return True
    if look is None:
        look = look_at(state, looker, target)
    if look.sight:
        return True
    if not look.blocked and sensed_distance(state, looker, target) <= reach_to(state, looker, target, doubled, look):
        return True
    return sees_by_boom(state, looker, target)


@rule("blitz.trait.sensorboom")
def sees_by_boom(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a silhouette an inch taller, and wider by an inch on each side, would see the target; not through fog."""
    if not looker.has("Sensor Boom") or is_concealed(state, looker, target):
        return False
    own = body_of(state, looker)
    return look_from(state, Body(own.x, own.y, own.z, own.radius + BOOM, own.height + BOOM), looker, target).sight


@rule("blitz.7.8")
def scan_reach(state: State, unit: Unit) -> int:
    """How far a detailed scan reaches: half the detection range, up to the next whole inch; nothing doubles it."""
    return -(-detection_range(state, unit) // (2 * INCH)) * INCH


@rule("blitz.14.5a")
def lenders(state: State, unit: Unit) -> Iterator[Unit]:
    """Friends whose sensor boost a model may look with: within 6 in of it, and it has Lock on them."""
    for other in state.fielded(unit.seat):
        if other.id == unit.id or SENSOR_BOOST not in other.tokens:
            continue
        if distance_between(state, unit, other) <= NEAR and has_lock(state, unit, other):
            yield other


@heeds("blitz.7.1", "blitz.14.5a")
def can_lock(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a model has Lock, by its own eyes or by those of a friend who boosts."""
    return has_lock(state, unit, target) or any(has_lock(state, eyes, target) for eyes in lenders(state, unit))


@heeds("blitz.14.0-table", "blitz.14.5a", "blitz.7.5")
def can_find(state: State, unit: Unit, target: Unit) -> bool:
    """Whether a target is within detection range and in Lock, its own or that of one friend who boosts."""
    eyes = (unit, *lenders(state, unit))
    return any(is_detected(state, each, target) and has_lock(state, each, target) for each in eyes)
