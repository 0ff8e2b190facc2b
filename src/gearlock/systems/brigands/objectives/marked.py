"""Places that a map marks: what lessons are fought for besides Hull. Full battles have Objectives."""

from __future__ import annotations

from gearlock.systems.brigands.objectives.who_is_left import is_drone
from gearlock.systems.brigands.state import State, Unit


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place: no drones and no Fortifications; nobody in a full battle."""
    if state.full or not state.ground.marked:
        return []
    fielded = (unit for unit in state.units.values() if unit.is_fielded and unit.line.type != "Fortification")
    return [unit for unit in fielded if not is_drone(unit)]


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and not state.full
