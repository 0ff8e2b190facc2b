"""3.4.5, 3.8.3: the form of zones under saturation fire, and whether a way leads into one."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.under_way import Patch
from gearlock.table.measure import INCH, advance, turned

RADIUS = INCH
ALONG, ACROSS = 5 * INCH, INCH
"""The strip of the skirmish scale."""
PARTS = 20
"""Into how many steps a way is cut to see where it leads into a zone."""


def strip_line(x: int, y: int, facing: int) -> tuple[tuple[int, int], ...]:
    """Points every half inch along the middle of a strip, from one short side to the other."""
    half = ALONG // 2
    return tuple(advance(x, y, facing, along) for along in range(-half, half + 1, INCH // 2))


@rule("tactical.3.8.3-rof")
@heeds("tactical.3.4.5-saturation")
def is_in_zone(zone: Patch, x: int, y: int) -> bool:
    """Whether a point lies in a zone: within an inch of its middle, or in the strip of 5 by 1 in.

    The middle of a base tells where a unit is.
    """
    if not zone.word:
        return (zone.x - x) ** 2 + (zone.y - y) ** 2 <= zone.radius**2
    facing = int(zone.word)
    along = _projected(x - zone.x, y - zone.y, facing)
    across = _projected(x - zone.x, y - zone.y, turned(facing, 900))
    return abs(along) <= ALONG * INCH // 2 and abs(across) <= ACROSS * INCH // 2


def _projected(x: int, y: int, facing: int) -> int:
    """How far a point lies along a direction, in thousandths of a mil."""
    dx, dy = advance(0, 0, facing, INCH)
    return x * dx + y * dy


@heeds("tactical.3.4.5-saturation")
def enters(zone: Patch, from_xy: tuple[int, int], to_xy: tuple[int, int]) -> bool:
    """Whether a straight way leads into a zone that it did not begin in."""
    if is_in_zone(zone, *from_xy):
        return False
    (x0, y0), (x1, y1) = from_xy, to_xy
    steps = ((x0 + (x1 - x0) * at // PARTS, y0 + (y1 - y0) * at // PARTS) for at in range(1, PARTS + 1))
    return any(is_in_zone(zone, x, y) for x, y in steps)
