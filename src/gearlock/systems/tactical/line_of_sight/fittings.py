"""Sensors, communications and perks as far as they still work: what seeing and electronics ask of a damaged vehicle."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.state import Unit
from gearlock.table.measure import INCH

SENSORS, COMMUNICATIONS = "sensors", "communications"
GONE: Final = 5
"""Points off an auxiliary system at which it is destroyed; what still asks for it suffers them all."""
BACKUP, DEPENDENT, AQUATIC = "Backup Sensors", "Sensor Dependent", "Aquatic Sensors"
AMPHIBIOUS, PROFILE = "Amphibious", "Large Sensor Profile"


def aux_loss(unit: Unit, name: str) -> int:
    """Points that damage has taken off an auxiliary system, 5 at most: then it is destroyed."""
    return min(GONE, unit.harm.get(f"aux:{name}", 0))


def perk(unit: Unit, name: str) -> int:
    """The rating of a perk or flaw that works; 0 without it, and where its auxiliary system is destroyed."""
    rating = unit.card.rating(name)
    return 0 if rating and (aux_loss(unit, name) >= GONE or unit.harm.get(f"lost:{name}")) else rating


@heeds("tactical.2.6.6-detection")
def has_sensors(unit: Unit) -> bool:
    """Whether it was built with sensors; infantry is not."""
    return not unit.is_infantry and unit.card.sensor_mils(INCH) > 0


def are_sensors_gone(unit: Unit) -> bool:
    """Whether damage has destroyed its sensors."""
    return aux_loss(unit, SENSORS) >= GONE


@heeds("tactical.2.6.6-detection", "tactical.3.7-night")
def has_working_sensors(unit: Unit) -> bool:
    """Whether it has sensors and they are not destroyed."""
    return has_sensors(unit) and not are_sensors_gone(unit)


@rule("tactical.7.2-backup-sensors")
def has_backup(unit: Unit) -> bool:
    """Whether it ignores what an auxiliary hit does to its sensors: the first time; the perk is lost with that."""
    return bool(unit.card.rating(BACKUP)) and not unit.harm.get(f"lost:{BACKUP}")


@rule("tactical.7.2-sensor-dependent")
def refuse_running_blind(unit: Unit) -> Refusal | None:
    """Why a Sensor Dependent vehicle neither sees nor attacks nor moves: its sensors are destroyed."""
    if not unit.card.rating(DEPENDENT) or not are_sensors_gone(unit):
        return None
    rule_id = "tactical.7.2-sensor-dependent"
    message = f"The {unit.name} depends on its sensors, and they are destroyed: it can neither attack nor move."
    return Refusal("blind", rule_id, message)


def has_crew(unit: Unit) -> bool:
    """Whether anybody is left to look."""
    if unit.is_infantry:
        return not unit.troopers or any(points > 0 for points in unit.troopers)
    return unit.crew_lost < max(1, unit.card.crew)
