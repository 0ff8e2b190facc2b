"""Places that a map marks: what a duel or a skirmish is fought for besides hull. Battles of the book have their own."""

from __future__ import annotations

from gearlock.systems.blitz.deployment.reserves import FULL_BATTLES
from gearlock.systems.blitz.objectives.markers import can_control
from gearlock.systems.blitz.state import State, Unit


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and state.scenario not in FULL_BATTLES


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place, as in the battles of the book."""
    return [unit for unit in state.units.values() if can_control(unit)] if has_marked(state) else []
