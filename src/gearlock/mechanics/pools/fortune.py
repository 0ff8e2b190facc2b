"""What a throw of pools was worth: points of a result, or a point for every die that did what it was rolled for."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune, successes
from gearlock.odds.pools import pool_result, pool_score


def pool_fortune(roll: Roll, faces: Faces, counted: str) -> Fortune | None:
    """The result of a pool before modifiers; of other dice how many went well, under the name they are `counted` as.

    None for dice that are read in no such way.
    """
    if not faces:
        return None
    if roll.step is not None:
        spread = pool_result(len(faces), 0, roll.step, roll.sides)
        return Fortune(roll.seat, roll.purpose, pool_score(faces, roll.step), spread.low, spread.weights)
    if not roll.marks:
        return None
    least = min(roll.marks[0], roll.sides + 1)
    reaching = roll.sides + 1 - least
    good = roll.sides - reaching if roll.ill else reaching
    dice = ((face >= least) is not roll.ill for face in faces)
    return successes(roll.seat, counted, dice, (good, roll.sides))
