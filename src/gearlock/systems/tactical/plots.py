"""4.1.4: which subplots a side suffers or enjoys, as every chapter may ask it."""

from __future__ import annotations

from typing import Final

from gearlock.systems.tactical.state import State, Unit, opponent

LOW_PRIORITY, CORRUPTED, LOVE, TEMPEST = "Low Priority", "Corrupted Supplies", "Love Shall Prevail", "Tempest"
HERO, LEFTOVER_AMMO, PHANTOMS = "The Hero", "Leftover Ammo", "Phantom Echoes"
PLAYED: Final = (LOW_PRIORITY, CORRUPTED, LOVE, TEMPEST, HERO, LEFTOVER_AMMO, PHANTOMS)
"""Subplots whose effects are carried out; the others are told, and players settle them at the table."""
HERO_TOKEN, REROLLED = "hero", "rerolled"
"""Tokens of a hero, and of one who has rolled again this round."""
LEFTOVER, AMMO_CHECKED, DUD = "leftover ammunition", "ammunition checked", "dud"
"""Tokens of who has bad ammunition, of a die thrown for it this round, and of a round of duds."""
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
