"""Eyes and sensors put to work: what scanners and sweeps add while they run."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.mustering.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit

SCANNER_VISION = 2
"""Hexes of vision that an optical scanner adds."""


class Device(NamedTuple):
    """Equipment that a utility action puts to work until the unit's next phase."""

    effect: str
    name: str
    label: str
    rule: str


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
}


def running(state: State, unit: Unit, device: str) -> int:
    """The number of a device that has been put to work and still works; 0 without."""
    return equipment_effect(state, unit, DEVICES[device].effect) if device in unit.searching else 0


@rule("hex100.attr-optical-detection", "hex100.optical-scanner")
def optical_detection(state: State, eye: Unit) -> int:
    """Within how many hexes one unit's optics counter optical stealth."""
    return running(state, eye, "optics")


@rule("hex100.attr-advanced-sensor", "hex100.sensor-advanced", "hex100.soliton-radar")
def advanced_sensor(state: State, sensor: Unit) -> int:
    """By how many hexes one unit's sensors better dampening."""
    return max(equipment_effect(state, sensor, "advanced_sensor"), running(state, sensor, "sensors"))


@rule("hex100.optical-scanner")
def scanner_vision(state: State, unit: Unit) -> int:
    """What an optical scanner at work adds to vision."""
    return SCANNER_VISION if running(state, unit, "optics") else 0
