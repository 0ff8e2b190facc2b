"""What a throw was worth: the result of a pool before modifiers, and a point for every Marginal Hit that went well."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune
from gearlock.mechanics.pools.fortune import pool_fortune

MARGINAL = "Marginal Hits"
TERMS = (
    "points",
    "Added up are the results of attack and defence pools before modifiers, where a point more is a point of margin, "
    "and Marginal Hits, one point for each that went well; every throw counts, rerolled or not. Initiative, roll-offs "
    "and airdrops are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of result, or of damage done or kept off by Marginal Hits; None for dice of other kinds."""
    return pool_fortune(roll, faces, MARGINAL)
