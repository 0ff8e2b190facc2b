"""What a throw was worth: the result of a pool before modifiers, and a point for every Marginal Hit that went well."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune, successes
from gearlock.odds.pools import pool_result, pool_score

MARGINAL = "Marginal Hits"
TERMS = (
    "points",
    "Added up are the results of attack and defence pools before modifiers, where a point more is a point of margin, "
    "and Marginal Hits, one point for each that went well; every throw counts, rerolled or not. Initiative, roll-offs "
    "and airdrops are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of result, or of damage done or kept off by Marginal Hits; None for dice of other kinds."""
    if not faces:
        return None
    if roll.step is not None:
        spread = pool_result(len(faces), 0, roll.step, roll.sides)
        return Fortune(roll.seat, roll.purpose, pool_score(faces, roll.step), spread.low, spread.weights)
    if not roll.marks:
        return None
    least = roll.marks[0]
    biting = roll.sides + 1 - least
    good = roll.sides - biting if roll.ill else biting
    dice = ((face >= least) is not roll.ill for face in faces)
    return successes(roll.seat, MARGINAL, dice, (good, roll.sides))
