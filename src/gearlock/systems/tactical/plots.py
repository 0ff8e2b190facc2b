"""4.1.4: which subplots a side suffers or enjoys, as every chapter may ask it."""

from __future__ import annotations

from typing import Final

from gearlock.systems.tactical.state import State, Unit, opponent

LOW_PRIORITY, CORRUPTED, LOVE, TEMPEST = "Low Priority", "Corrupted Supplies", "Love Shall Prevail", "Tempest"
PLAYED: Final = (LOW_PRIORITY, CORRUPTED, LOVE, TEMPEST)
"""Subplots whose effects are carried out; the others are told, and players settle them at the table."""
LOVES: Final = "loves:"
"""A token on who will not fire on the unit named behind it."""


def bought(state: State, seat: str, name: str) -> int:
    """How often a side has a subplot."""
    return state.points.get(f"subplot:{seat}:{name}", 0)


def suffered(state: State, seat: str, name: str) -> int:
    """How often the enemy of a side has one that does it harm."""
    return bought(state, opponent(seat), name)


def loves(unit: Unit, other: str) -> bool:
    """Whether a unit spares another."""
    return bool(unit.token(LOVES + other))
