"""Optical stealth: who cannot be seen, and the eyes it is lost upon."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.detection.scanners import optical_detection
from gearlock.systems.hex100.e_war import is_beacon
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import distance

STEALTH, LURK = "optical_stealth", "lurk"


@rule("hex100.attr-optical-stealth", "hex100.therm-optic", "hex100.predator-cloak", "hex100.errant-stealth-plating")
@heeds("hex100.optical-stealth", "hex100.optical-stealth-lost", "hex100.attr-beacon")
def is_stealthed(state: State, unit: Unit) -> bool:
    """Whether a unit has optical stealth now: its equipment works, it has not shown itself and is no beacon.

    Terror drones have it while they lurk, and nothing that they ride has it.
    """
    if unit.exposed or is_beacon(unit) or state.riders(unit.id):
        return False
    return holds_unseen(unit) or bool(equipment_effect(state, unit, STEALTH))


@rule("hex100.drone-terror-modes")
def holds_unseen(unit: Unit) -> bool:
    """Whether a drone in lurk mode has come to the hex that it was told to hold, and runs."""
    return unit.mode == LURK and unit.point == unit.hex and not unit.riding and not unit.shocked


@rule("hex100.optical-stealth")
@heeds("hex100.attr-optical-detection")
def is_hidden_from(state: State, seat: str, unit: Unit) -> bool:
    """Whether a side can draw no line of sight to a unit: optical stealth, and no optical detection in reach of it."""
    if not is_stealthed(state, unit):
        return False
    return all(distance(eye.hex, unit.hex) > optical_detection(state, eye, unit) for eye in state.standing(seat))
