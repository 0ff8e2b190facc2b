"""2.6.6: Detection Ratings and how far units see."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.dice_tests.tests import EW, skill_of
from gearlock.systems.tactical.line_of_sight.conditions import is_dusk
from gearlock.systems.tactical.line_of_sight.fittings import SENSORS, aux_loss, has_working_sensors
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit

BY_DAY, BY_NIGHT = 4, 2
UNAIDED_KM: Final = 1


def passive_sensors(unit: Unit) -> int:
    """Sensor rating with its damage, and the crew's level in Electronic Warfare; 0 without working sensors."""
    if not has_working_sensors(unit):
        return 0
    return unit.card.sensors - aux_loss(unit, SENSORS) + skill_of(unit, EW)[0]


@rule("tactical.3.6.3")
def base_by_night(unit: Unit) -> int:
    """The base of the night; night-vision gear gives a squad that of the day."""
    return BY_DAY if unit.card.squad is not None and unit.card.squad.night_vision else BY_NIGHT


@rule("tactical.2.6.6-detection")
@heeds("tactical.3.7-night", "tactical.4.1.2-condition-dusk", "tactical.3.6.3")
def detection_rating(state: State, unit: Unit, dark: bool) -> int:
    """How much Concealment a unit sees through: the base of the day or the night, or its Passive Sensors if better."""
    passive = passive_sensors(unit)
    by_night = max(base_by_night(unit), passive)
    if dark:
        return by_night
    return at_dusk(max(BY_DAY, passive), by_night) if is_dusk(state) else max(BY_DAY, passive)


@rule("tactical.4.1.2-condition-dusk")
def at_dusk(by_day: int, by_night: int) -> int:
    """A Detection Rating at dawn or dusk: 1 less than by day, not below what the same unit has at night."""
    return max(by_day - 1, by_night)


@heeds("tactical.2.6.6-detection", "tactical.2.6.6", "tactical.3.6.3")
def sensor_reach(state: State, unit: Unit) -> int:
    """How far a unit sees, in mils: its Sensor range, or 1 km with the naked eye; at skirmish scale the whole table."""
    kilometre = state.kilometre()
    if has_working_sensors(unit):
        return unit.card.sensor_mils(kilometre)
    table = state.ground.width + state.ground.height if state.scale == SKIRMISH_SCALE else 0
    return max(UNAIDED_KM * kilometre, table)
