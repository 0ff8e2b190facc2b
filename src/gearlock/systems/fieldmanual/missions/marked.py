"""Places that a map marks: what a duel or a skirmish is fought for first. Battles of the book have objectives."""

from __future__ import annotations

from typing import Final

from gearlock.systems.fieldmanual.state import SEATS, State, Unit

LESSONS: Final = ("duel", "skirmish")


def has_marked(state: State) -> bool:
    """Whether marked places decide."""
    return bool(state.ground.marked) and state.scenario in LESSONS


def holding(state: State) -> list[Unit]:
    """Whoever may hold a marked place: no drones."""
    return [unit for seat in SEATS for unit in state.fielded(seat) if not unit.parent] if has_marked(state) else []
