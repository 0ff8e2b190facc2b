"""Straight lines over hexes, from centre to centre, in exact integers.

**The tie rule.** A line to a hex N steps away has N + 1 steps. Step k is the hex that holds the point k/N of the way; a
point on a hexside touches both hexes, and the step is the pair of them. A line that runs along hexsides therefore meets
a pair at every other step. No point is ever nudged: the line back is the same line reversed, and turning or mirroring
the map turns or mirrors the line.
"""

from functools import lru_cache

from gearlock.table.hexes import Hex

Step = tuple[Hex, ...]
"""One hex, or the two hexes of a tie in ascending order."""


@lru_cache(maxsize=1 << 16)
def steps_by_offset(dq: int, dr: int) -> tuple[Step, ...]:
    """The line from (0, 0) to (dq, dr), both ends included."""
    length = max(abs(dq), abs(dr), abs(dq + dr))
    if length == 0:
        return (((0, 0),),)
    if length == abs(dq):
        return tuple(_step(k * dq // length, k, dr, length, True) for k in range(length + 1))
    if length == abs(dr):
        return tuple(_swapped(_step(k * dr // length, k, dq, length, True)) for k in range(length + 1))
    return tuple(_step(k * (dq + dr) // length, k, dq, length, False) for k in range(length + 1))


def line(a: Hex, b: Hex) -> tuple[Step, ...]:
    """The steps from a to b, both included: `distance(a, b) + 1` of them."""
    q, r = a
    return tuple(tuple((q + dq, r + dr) for dq, dr in at) for at in steps_by_offset(b[0] - q, b[1] - r))


def _step(major: int, k: int, minor_offset: int, length: int, major_is_q: bool) -> Step:
    """One step of a line whose longest cube coordinate is whole at every step, so that only the minor one is rounded.

    The whole coordinate is q, or the sum q + r with q as the minor one.
    """
    twice = 2 * k * minor_offset + length
    minor, rest = divmod(twice, 2 * length)
    minors = (minor - 1, minor) if rest == 0 else (minor,)
    if major_is_q:
        return tuple((major, each) for each in minors)
    return tuple((each, major - each) for each in minors)


def _swapped(at: Step) -> Step:
    return tuple(sorted((r, q) for q, r in at))
