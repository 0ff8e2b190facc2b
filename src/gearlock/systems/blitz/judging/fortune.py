"""What a throw was worth: the total of a check, or a point for every success."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune, successes
from gearlock.odds.pools import pool_result, pool_score

SUCCESSES = "Rolls"
TERMS = (
    "points",
    "Added up are the totals of attack and defence checks, where a point more is a point of margin, and the successes "
    "of rolls, one point for each; every throw counts, re-rolled or not. Initiative counts as a check.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """Points of a check, or successes of a roll; None for dice of other kinds."""
    if not faces:
        return None
    if roll.step is not None:
        spread = pool_result(len(faces), 0, roll.step, roll.sides)
        return Fortune(roll.seat, roll.purpose, pool_score(faces, roll.step), spread.low, spread.weights)
    if not roll.marks:
        return None
    least = min(roll.marks[0], roll.sides + 1)
    return successes(roll.seat, SUCCESSES, (face >= least for face in faces), (roll.sides + 1 - least, roll.sides))
