"""What a throw was worth: dice that did what whoever rolled them wanted."""

from __future__ import annotations

from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.fortune import Fortune, successes

TERMS = (
    "successes",
    "Added up are the dice that went well for whoever rolled them: hits, evasions, penetrations, resistance, hacks and "
    "all else that is rolled under a number. Who goes first, scattering and which hardpoint is struck are left out.",
)


def fortune(roll: Roll, faces: Faces) -> Fortune | None:
    """How many dice went well; None for dice that no number decides."""
    if not roll.marks or not faces:
        return None
    number = roll.marks[0]
    under = min(roll.sides, max(0, number))
    good = roll.sides - under if roll.ill else under
    dice = ((face < number) is not roll.ill for face in faces)
    return successes(roll.seat, roll.purpose, dice, (good, roll.sides))
