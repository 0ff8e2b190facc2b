"""What a throw was worth: the result of a roll before modifiers."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.mechanics.pools.fortune import pool_fortune

OTHER = "other dice"
TERMS = (
    "points",
    "Added up are the results of skill rolls before modifiers, where a point more is a point of margin. Dice of tables "
    "and directions, and rolls without a skill, are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of a roll with a skill; None for dice of other kinds."""
    return None if roll.step is None else pool_fortune(roll, faces, OTHER)
