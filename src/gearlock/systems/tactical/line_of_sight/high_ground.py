"""2.6.6: high ground between two units, and the dead zones at its foot. Everything here is exact."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.line_of_sight.crossing import KEPT, WEIGHTS, Line, is_as_long, spans_inside
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, WALLS, type_of
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, bounds
from gearlock.table.terrain import Ground, Piece

DEAD_ZONE: Final = INCH
"""How near to the foot of a rise a unit is in its dead zone, and how near to its edge another looks down into it."""
HIGHER, DEAD = "higher", "dead zone"
Rise = tuple[Outline, tuple[int, int, int, int], int, str]
"""High ground: its outline, the box around it, how high it is, and its id."""
Span = tuple[Fraction, Fraction]


def is_rise(piece: Piece) -> bool:
    """Whether it lifts the ground: a hill, of any type of terrain."""
    return piece.kind == "hill" and piece.top > 0


def is_rock(piece: Piece) -> bool:
    """Whether it is a single thing that stands in the way, and no terrain that is looked through."""
    kind = type_of(piece)
    return piece.kind == "instance" and piece.top > piece.base and kind not in WEIGHTS and kind not in (*WALLS, *BUILT)


class Relief:
    """What rises on a ground, made ready for looking across, and the lines found so far."""

    __slots__ = ("_found", "_rises", "_rocks")

    def __init__(self, ground: Ground) -> None:
        self._rises = [_ready(piece) for piece in ground.pieces if is_rise(piece)]
        self._rocks = [_ready(piece) for piece in ground.pieces if is_rock(piece)]
        self._found: dict[tuple[Line, int], tuple[str, str]] = {}

    def stops(self, line: Line, tallest: int) -> tuple[str, str]:
        """What stops a line: ground higher than both, or a dead zone, and the piece; two empty words if nothing does.

        `tallest` is the top of the taller of the two units: single rocks stop a line only if they are taller than that.
        """
        if not self._rises and not self._rocks:
            return "", ""
        key = (line, tallest)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= KEPT:
                self._found.clear()
            found = self._found[key] = self._judge(line, tallest)
        return found

    def _judge(self, line: Line, tallest: int) -> tuple[str, str]:
        rises = _near(self._rises, line)
        rocks = [rock for rock in _near(self._rocks, line) if rock[2] > tallest]
        if not (rises or rocks) or not line.square:
            return "", ""
        left, right = (_stop(rises, rocks, line, side) for side in (False, True))
        return right if left[0] and right[0] else ("", "")


@lru_cache(maxsize=64)
def relief_of(ground: Ground) -> Relief:
    """The heights of a ground, kept for the grounds in use."""
    return Relief(ground)


def _ready(piece: Piece) -> Rise:
    return piece.outline, bounds(piece.outline), piece.top, piece.id


def _near(rises: list[Rise], line: Line) -> list[Rise]:
    left, right = min(line.x0, line.x1), max(line.x0, line.x1)
    low, high = min(line.y0, line.y1), max(line.y0, line.y1)
    return [one for one in rises if one[1][0] <= right and left <= one[1][2] and one[1][1] <= high and low <= one[1][3]]


@heeds("tactical.2.6.6")
def _stop(rises: list[Rise], rocks: list[Rise], line: Line, right: bool) -> tuple[str, str]:
    """What stops a line, if sides that lie exactly on it are taken as a little beside it."""
    spans = [(spans_inside(outline, line, right, Fraction), top, name) for outline, _, top, name in rises]
    higher = [name for found, top, name in spans if found and top > max(line.z0, line.z1)]
    higher += [name for outline, _, _, name in rocks if spans_inside(outline, line, right, Fraction)]
    if higher:
        return HIGHER, higher[0]
    for end, level in ((0, line.z0), (1, line.z1)):
        ways = [(*_from(end, span), name) for found, top, name in spans if top > level for span in found]
        if ways and is_in_dead_zone([(into, out) for into, out, _ in sorted(ways)], line.square):
            return DEAD, min(ways)[2]
    return "", ""


def _from(end: int, span: Span) -> Span:
    """A stretch as it is met from one end of the line."""
    return (1 - span[1], 1 - span[0]) if end else span


@heeds("tactical.2.6.6")
def is_in_dead_zone(rises: list[Span], square: int) -> bool:
    """Whether whoever stands at the beginning of a line is too near to the foot of the first rise on it.

    That is within 1 in of it, unless the other one stands on that same rise, no more than 1 in from its edge.
    """
    foot, reached = rises[0]
    if foot and is_as_long(foot, square, DEAD_ZONE) and not _is_exactly(foot, square, DEAD_ZONE):
        return False
    for into, out in rises[1:]:
        if into <= reached:
            reached = max(reached, out)
    if reached < 1:
        return True
    back = 1 - foot
    return is_as_long(back, square, DEAD_ZONE) and not _is_exactly(back, square, DEAD_ZONE)


def _is_exactly(share: Fraction, square: int, mils: int) -> bool:
    return share.numerator**2 * square == (mils * share.denominator) ** 2
