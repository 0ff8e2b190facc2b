"""Optical and advanced sensors: what scanners and sweeps add while they run."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import is_in_front

SCANNER_VISION = 2
"""Hexes of vision that an optical scanner adds."""


class Device(NamedTuple):
    """Equipment that a utility action puts to work until the unit's next phase."""

    effect: str
    name: str
    label: str
    rule: str
    beacon: bool = False


DEVICES = {
    "optics": Device(
        "optical_scanner",
        "Hi-Res Optical Scanner",
        "Optical scanner (+2 vision, optical detection 4)",
        "hex100.optical-scanner",
    ),
    "sensors": Device(
        "sensor_sweep", "Advanced Sensor Suite", "Sensor sweep (advanced sensor 4)", "hex100.sensor-advanced"
    ),
    "stratus": Device(
        "stratus",
        "Stratus Sensor System",
        "Active scan (advanced sensor 6, optical detection 6 in the front arc; makes a beacon)",
        "hex100.stratus-active-scan",
        beacon=True,
    ),
}


def running(state: State, unit: Unit, device: str) -> int:
    """The number of a device that has been put to work and still works; 0 without."""
    return equipment_effect(state, unit, DEVICES[device].effect) if device in unit.searching else 0


@rule("hex100.stratus-active-scan")
def scanned_ahead(state: State, unit: Unit, other: Unit) -> int:
    """The number of an active scan for another unit; 0 for one that is not in the front arc."""
    number = running(state, unit, "stratus")
    return number if number and is_in_front(unit.hex, unit.facing, other.hex) else 0


@rule("hex100.attr-optical-detection")
@heeds("hex100.optical-scanner", "hex100.stratus-active-scan")
def optical_detection(state: State, eye: Unit, unit: Unit) -> int:
    """Within how many hexes one unit's optics counter the optical stealth of another."""
    return max(running(state, eye, "optics"), scanned_ahead(state, eye, unit))


@rule("hex100.attr-advanced-sensor", "hex100.sensor-advanced")
@heeds("hex100.soliton-radar", "hex100.stratus-active-scan")
def advanced_sensor(state: State, sensor: Unit, unit: Unit) -> int:
    """By how many hexes one unit's sensors better the dampening of another."""
    built_in, swept = equipment_effect(state, sensor, "advanced_sensor"), running(state, sensor, "sensors")
    return max(built_in, swept, scanned_ahead(state, sensor, unit))


@rule("hex100.optical-scanner")
def scanner_vision(state: State, unit: Unit) -> int:
    """What an optical scanner at work adds to vision."""
    return SCANNER_VISION if running(state, unit, "optics") else 0
