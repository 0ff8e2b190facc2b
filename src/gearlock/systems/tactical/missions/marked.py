"""Places that a map marks: what a duel or patrols are fought for first. Battles of the book have missions."""

from __future__ import annotations

from typing import Final

from gearlock.systems.tactical.state import SEATS, State, Unit

LESSONS: Final = ("duel", "skirmish")


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and state.scenario in LESSONS


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place: who belongs to a combat group and stands on the table."""
    if not has_marked(state):
        return []
    return [unit for seat in SEATS for unit in state.fielded(seat) if unit.group and not unit.carrier]
