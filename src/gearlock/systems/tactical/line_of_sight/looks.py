"""2.6.6: line of sight, and everything a look finds, kept for the position."""

from __future__ import annotations

from typing import Final, NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.line_of_sight.arcs import sees_towards
from gearlock.systems.tactical.line_of_sight.concealment import (
    NETTING,
    STEALTH,
    cover_between,
    netting_counts,
    profile_of,
    stealth_counts,
)
from gearlock.systems.tactical.line_of_sight.crossing import Line
from gearlock.systems.tactical.line_of_sight.detection import detection_rating, sensor_reach
from gearlock.systems.tactical.line_of_sight.fittings import has_crew, refuse_running_blind
from gearlock.systems.tactical.line_of_sight.high_ground import DEAD, relief_of
from gearlock.systems.tactical.line_of_sight.light import is_dark_at, is_dark_for
from gearlock.systems.tactical.line_of_sight.measuring import distance, distance_to
from gearlock.systems.tactical.line_of_sight.obstacles import hiding_obstacle, obstacle_before
from gearlock.systems.tactical.state import SENSED, SKIRMISH_SCALE, State, Unit
from gearlock.table.measure import inches_text

SIGHT: Final = "tactical.2.6.6"
NO_ROCK: Final = 1 << 40


class Look(NamedTuple):
    """What one unit finds when it looks at another, or at a point."""

    distance: int
    """The range in mils."""
    obscurement: int = 0
    """Points of terrain, smoke and storms between them, which are in the way of fire as well."""
    stealth: int = 0
    """What Stealth and Camo Netting add for detection."""
    concealment: int = 0
    """What the Detection Rating has to reach, rain and fog among it."""
    detection: int = 0
    reason: Refusal | None = None
    """Why there is no line of sight; None where there is."""
    lines: tuple[Modifier, ...] = ()
    """What the Concealment takes off an attack, line by line."""
    soft: int = 0
    """Points of rain and fog, for detection only."""
    is_sensed: bool = False
    """Whether the looker holds it by an Active Sensor sweep."""

    @property
    def penalty(self) -> int:
        """What is subtracted from an attack roll."""
        return -sum([line.value for line in self.lines])


def look(state: State, looker: Unit, target: Unit) -> Look:
    """What a unit finds when it looks at another, noted for the position."""
    key = (looker.id, looker.x, looker.y, looker.z, looker.facing, target.id, target.x, target.y, target.z, target.went)
    kept: dict[tuple[str | int, ...], Look] | None = state.notes.get(Look)
    if kept is None:
        kept = state.notes[Look] = {}
    found = kept.get(key)
    if found is None:
        found = kept[key] = _look(state, looker, target)
    return found


def sees(state: State, looker: Unit, target: Unit) -> bool:
    """Whether a unit has line of sight to another."""
    return look(state, looker, target).reason is None


def refuse_sight(state: State, looker: Unit, target: Unit) -> Refusal | None:
    """Why a unit has no line of sight to another; None if it has."""
    return look(state, looker, target).reason


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs", "tactical.7.2-sensor-dependent")
def refuse_facing(state: State, looker: Unit, x: int, y: int, mils: int, what: str) -> Refusal | None:
    """Why a unit does not even look there: nobody to look, no working eyes, no weapon's arc, too far."""
    if not looker.is_fielded or not has_crew(looker):
        return Refusal("crew", SIGHT, f"There is nobody in the {looker.name} to look.")
    if refusal := refuse_running_blind(looker):
        return refusal
    if not sees_towards(looker, x, y):
        message = f"The {what} is in the arc of none of the {looker.name}'s weapons, and it looks only there."
        return Refusal("arc", "tactical.2.6.6-firing-arcs", message)
    reach = sensor_reach(state, looker)
    if mils > reach:
        message = f"The {what} is {inches_text(mils)} in away; the {looker.name} sees {inches_text(reach)} in."
        return Refusal("sensor-range", SIGHT, message, {"distance": mils, "reach": reach})
    return None


@rule("tactical.2.6.6")
def _look(state: State, looker: Unit, target: Unit) -> Look:
    """Arcs and range first, then high ground and dead zones, then Concealment against the Detection Rating."""
    mils = distance(state, looker, target)
    if not target.is_fielded:
        return Look(mils, reason=Refusal("gone", SIGHT, f"The {target.name} is not on the table."))
    if refusal := refuse_facing(state, looker, target.x, target.y, mils, target.name):
        return Look(mils, reason=refusal)
    line = Line(looker.x, looker.y, looker.z, target.x, target.y, target.z)
    dark = is_dark_for(state, target)
    cover = cover_between(state, looker, target, line)
    netting = netting_counts(state, target)
    stealth = stealth_counts(state, target, cover.hard + cover.soft, dark)
    concealment = max(0, cover.hard + cover.soft + stealth + netting - profile_of(target))
    detection = detection_rating(state, looker, dark)
    sensed = bool(target.token(f"{SENSED}:{looker.id}"))
    reason = refuse_ground(state, looker, target, line)
    if sensed:
        reason = None if state.switch(s.SWEEPS_THROUGH_GROUND) else reason
        lines = cover.lines
    else:
        reason = reason or _refuse_concealment(looker, target.name, concealment, detection)
        lines = (*cover.lines, *_hidden_lines(state, target, cover.hard, dark, netting))
    return Look(mils, cover.hard, stealth + netting, concealment, detection, reason, lines, cover.soft, sensed)


@heeds("tactical.2.6.6")
def refuse_ground(state: State, looker: Unit, target: Unit, line: Line) -> Refusal | None:
    """Why the ground hides a unit: terrain higher than both, the dead zone of either, or an obstacle of its size."""
    why, name = relief_of(state.ground).stops(line, tallest(state, looker, target.body.top))
    if why:
        return _ground_refusal(state, looker, target.name, why, name)
    hiding = hiding_obstacle(state, looker, target)
    if not hiding:
        return None
    message = f"The {target.name} is wholly hidden behind the {state.ground.piece(hiding).name}."
    return Refusal("hidden", "tactical.3.8.2-partial-cover", message)


def tallest(state: State, looker: Unit, top: int) -> int:
    """How high a single rock has to be to stop a look; at skirmish scale such things hide by their shape."""
    return NO_ROCK if state.scale == SKIRMISH_SCALE else max(looker.body.top, top)


def _ground_refusal(state: State, looker: Unit, what: str, why: str, name: str) -> Refusal:
    piece = state.ground.piece(name).name
    if why == DEAD:
        message = f"The {piece} hides the {what} from the {looker.name}: one of them is in the dead zone at its foot."
        return Refusal("dead-zone", SIGHT, message)
    return Refusal("higher", SIGHT, f"The {piece} between the {looker.name} and the {what} is higher than both.")


@heeds("tactical.2.6.6", "tactical.2.6.6-concealment")
def _refuse_concealment(looker: Unit, what: str, concealment: int, detection: int) -> Refusal | None:
    """Concealment above the Detection Rating hides; as much as it is still seen through."""
    if concealment <= detection:
        return None
    message = f"The Concealment of the {what} is {concealment}; the {looker.name} sees through {detection}."
    return Refusal("concealed", SIGHT, message, {"concealment": concealment, "detection": detection})


@heeds("tactical.3.3.2", "tactical.7.2-camo-netting", "tactical.2.6.7-obscurement")
def _hidden_lines(state: State, target: Unit, hard: int, dark: bool, netting: int) -> list[Modifier]:
    """What Stealth and Camo Netting take off an attack: all they add to Concealment, unless they only hide."""
    if state.switch(s.STEALTH_DETECTION_ONLY):
        return []
    found = ((stealth_counts(state, target, hard, dark), STEALTH, "tactical.3.3.2"),
             (netting, NETTING, "tactical.7.2-camo-netting"))  # fmt: skip
    return [result(-value, name, rule_id) for value, name, rule_id in found if value]


@heeds("tactical.2.6.6", "tactical.2.6.6-firing-arcs")
def look_at_point(state: State, looker: Unit, x: int, y: int) -> Look:
    """What a unit finds when it looks at a point of the ground, as if somebody stood there; no water hides it."""
    z = state.ground.elevation(x, y)
    mils = distance_to(state, looker, x, y, z)
    if refusal := refuse_facing(state, looker, x, y, mils, "point"):
        return Look(mils, reason=refusal)
    line = Line(looker.x, looker.y, looker.z, x, y, z)
    cover = cover_between(state, looker, None, line)
    concealment = cover.hard + cover.soft
    detection = detection_rating(state, looker, is_dark_at(state, x, y, z))
    why, name = relief_of(state.ground).stops(line, tallest(state, looker, z))
    reason = _ground_refusal(state, looker, "point", why, name) if why else None
    if reason is None and (hiding := obstacle_before(state, looker, x, y, z)):
        message = f"The point lies behind the {state.ground.piece(hiding).name}, where the {looker.name} sees nothing."
        reason = Refusal("hidden", "tactical.3.8.2-partial-cover", message)
    reason = reason or _refuse_concealment(looker, "point", concealment, detection)
    return Look(mils, cover.hard, 0, concealment, detection, reason, cover.lines, cover.soft)


@heeds("tactical.2.6.7-obscurement")
def obscurement_lines(state: State, looker: Unit, target: Unit) -> tuple[Modifier, ...]:
    """What the Concealment between them takes off an attack, line by line."""
    return look(state, looker, target).lines
