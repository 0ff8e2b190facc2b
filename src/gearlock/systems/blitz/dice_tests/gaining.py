"""2.6: whether a second throw can better what lies there: nobody is asked about one that cannot."""

from __future__ import annotations

from gearlock.kernel.dice import Faces
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.general_concepts.dice import NA, successes


@heeds("blitz.2.6", "blitz.2.9")
def can_gain(faces: Faces, number: int, enough: int | None = None, lost: int = 0, avoids_ones: bool = False) -> bool:
    """Whether other dice of a Roll could come to more.

    `enough`: more successes than this are worth nothing. `lost`: so many of them are taken off. `avoids_ones`: nothing
    but ones is worse than to fail.
    """
    if not faces:
        return False
    if avoids_ones and set(faces) == {1}:
        return True
    if number >= NA or (enough is not None and len(faces) <= lost):
        return False
    most = len(faces) if enough is None else min(len(faces), enough + lost)
    return successes(faces, number) < most


def best_check(count: int, skill: int) -> int:
    """The most that a Check with so many dice comes to."""
    return 1 if count <= 0 else 6 if skill >= NA else 5 + count
