"""3.7: darkness, searchlights that turn it into day, and who gropes about without night vision."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.cards import FRONT
from gearlock.systems.tactical.line_of_sight.arcs import ARCS, in_arc
from gearlock.systems.tactical.line_of_sight.conditions import is_night
from gearlock.systems.tactical.line_of_sight.crossing import Line
from gearlock.systems.tactical.line_of_sight.fittings import has_working_sensors, perk
from gearlock.systems.tactical.line_of_sight.high_ground import relief_of
from gearlock.systems.tactical.state import SEARCHLIGHT, State, Unit

LAMP: Final = "Searchlight"


def has_light_on(unit: Unit) -> bool:
    """Whether its searchlight burns."""
    return bool(unit.token(SEARCHLIGHT)) and unit.is_fielded and bool(perk(unit, LAMP))


@rule("tactical.7.2-searchlight")
def lights_up(state: State, lamp: Unit, x: int, y: int, z: int) -> bool:
    """Whether a burning searchlight makes day of a place: in its arc, within a kilometre, no high ground between."""
    if (lamp.x - x) ** 2 + (lamp.y - y) ** 2 > state.kilometre() ** 2:
        return False
    arc = lamp.card.details.get(LAMP, FRONT)
    if not in_arc(lamp, arc if arc in ARCS else FRONT, x, y):
        return False
    line = Line(lamp.x, lamp.y, lamp.z, x, y, z)
    return not relief_of(state.ground).stops(line, max(lamp.body.top, z))[0]


@heeds("tactical.3.7-searchlight", "tactical.7.2-searchlight")
def is_lit(state: State, x: int, y: int, z: int) -> bool:
    """Whether any searchlight makes day of a place."""
    return any(has_light_on(unit) and lights_up(state, unit, x, y, z) for unit in state.units.values())


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def is_dark_at(state: State, x: int, y: int, z: int) -> bool:
    """Whether a place lies in the dark: at night, and no searchlight on it."""
    return is_night(state) and not is_lit(state, x, y, z)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def is_dark_for(state: State, target: Unit) -> bool:
    """Whether darkness hides a unit: not while it is lit, nor while its own searchlight burns, from no side."""
    return is_night(state) and not has_light_on(target) and not is_lit(state, target.x, target.y, target.z)


@rule("tactical.3.7-night")
def is_groping(state: State, unit: Unit) -> bool:
    """Whether a unit sees nothing at night: infantry without night vision, vehicles without working sensors.

    In the dark it moves at half Combat Speed at most, and has 1 less on fire into it.
    """
    if not is_night(state):
        return False
    return not unit.card.squad.night_vision if unit.card.squad is not None else not has_working_sensors(unit)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def feels_its_way(state: State, unit: Unit) -> bool:
    """Whether a unit that sees nothing at night goes slowly: not where a searchlight, its own or another, makes day."""
    return is_groping(state, unit) and is_dark_for(state, unit)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def night_fire_lines(state: State, unit: Unit, target: Unit | None = None) -> tuple[Modifier, ...]:
    """What darkness does to the fire of a unit that sees nothing in it; nothing at a target that is lit."""
    if not is_groping(state, unit) or (target is not None and not is_dark_for(state, target)):
        return ()
    return (_blind_line(),)


@heeds("tactical.3.7-night", "tactical.3.7-searchlight")
def night_point_lines(state: State, unit: Unit, x: int, y: int) -> tuple[Modifier, ...]:
    """The same for its fire at a point of the ground; nothing where that is lit."""
    if not is_groping(state, unit) or not is_dark_at(state, x, y, state.ground.elevation(x, y)):
        return ()
    return (_blind_line(),)


def _blind_line() -> Modifier:
    return result(-1, "cannot see at night", "tactical.3.7-night")
