"""7.1 and 7.5 to 7.8: Lock and detection, the models that are hard to find, and how far a scan reaches."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.sighting import crowd as crowds
from gearlock.systems.blitz.general_concepts.measuring import body_of, distance_between
from gearlock.systems.blitz.lock_and_cover.cover import HIGH, crowd_of, is_concealed, look_at, look_from, looks_of
from gearlock.systems.blitz.lock_and_cover.looks import Look
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
    SENSOR_BOOST,
    SILENCE,
    STRAFING,
    SWEEPING,
    State,
    Unit,
)
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH

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
