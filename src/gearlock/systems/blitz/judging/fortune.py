"""What a throw was worth: the total of a check, or a point for every success."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.mechanics.pools.fortune import pool_fortune

SUCCESSES = "Rolls"
TERMS = (
    "points",
    "Added up are the totals of attack and defence checks, where a point more is a point of margin, and the successes "
    "of rolls, one point for each; every throw counts, re-rolled or not. Initiative counts as a check.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of a check, or successes of a roll; None for dice of other kinds."""
    return pool_fortune(roll, faces, SUCCESSES)
