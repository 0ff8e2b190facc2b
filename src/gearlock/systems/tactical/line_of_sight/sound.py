"""3.7: at night units are heard."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.cards import NAVAL, SUBMARINE
from gearlock.systems.tactical.line_of_sight.concealment import STEALTH
from gearlock.systems.tactical.line_of_sight.conditions import is_night
from gearlock.systems.tactical.line_of_sight.fittings import perk
from gearlock.systems.tactical.line_of_sight.measuring import distance, metres_in_mils
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.measure import INCH

VEHICLE, SQUAD, VESSEL = 2000, 300, 1000
"""Metres at which a vehicle, infantry and a naval unit are heard."""
SILENT: Final = 2 * INCH
"""What a naval unit may move without being heard: less than 2 MP, an inch of water costing 1."""


@rule("tactical.3.7-sound")
def heard_at(unit: Unit) -> int:
    """How many metres away a unit is heard at night; Stealth divides it, and slow vessels are silent."""
    if unit.is_infantry:
        metres = SQUAD
    elif unit.mode in (NAVAL, SUBMARINE):
        metres = VESSEL if unit.moved >= SILENT else 0
    else:
        metres = VEHICLE
    return metres // max(1, perk(unit, STEALTH))


@heeds("tactical.3.7-sound", "tactical.2.6.6-firing-arcs")
def hears(state: State, listener: Unit, unit: Unit) -> bool:
    """Whether a unit hears another at night, all round: it knows where it is, and has no line of sight by that."""
    if not is_night(state) or not listener.is_fielded or not unit.is_fielded:
        return False
    return distance(state, listener, unit) <= metres_in_mils(state, heard_at(unit))
