"""Arcs: whether a body lies in the wedge another one faces.

An arc opens from the middle of the looking body. Its border belongs to it, so a half-circle's front and rear share the
line between them. Rays along quarter turns and diagonals are exact; all others are true to a thousand-millionth.
"""

import msgspec

from gearlock.table.bodies import Body
from gearlock.table.measure import COS, FULL_TURN, HALF_TURN, RIGHT_ANGLE, SIN


class Arc(msgspec.Struct, frozen=True, gc=False):
    """A wedge by its middle, as a turn from the facing (left is positive), and half its width; 1800 is all round."""

    middle: int
    half: int


def is_centre_in(arc: Arc, x: int, y: int, facing: int, body: Body) -> bool:
    """Whether the middle of the body lies in the arc of a looker at (x, y); a looker's own middle always does."""
    dx, dy = body.x - x, body.y - y
    if arc.half >= HALF_TURN or dx == dy == 0:
        return True
    left, right = _borders(arc, facing)
    right_of_left = dx * SIN[left] - dy * COS[left]  # above 0: clockwise of the left border, up to half a turn
    left_of_right = dy * COS[right] - dx * SIN[right]
    if arc.half > RIGHT_ANGLE:
        return right_of_left >= 0 or left_of_right >= 0
    ahead = (facing + arc.middle) % FULL_TURN
    return right_of_left >= 0 and left_of_right >= 0 and (dx * COS[ahead] + dy * SIN[ahead] >= 0)


def is_partly_in(arc: Arc, x: int, y: int, facing: int, body: Body) -> bool:
    """Whether any part of the body's footprint lies in the arc; touching its border is enough."""
    if is_centre_in(arc, x, y, facing, body):
        return True
    return any(_ray_compared(x, y, border, body) <= 0 for border in _borders(arc, facing))


def is_wholly_in(arc: Arc, x: int, y: int, facing: int, body: Body) -> bool:
    """Whether the whole footprint lies in the arc; it may touch the border from within."""
    if arc.half >= HALF_TURN:
        return True
    if not is_centre_in(arc, x, y, facing, body):
        return False
    return all(_ray_compared(x, y, border, body) >= 0 for border in _borders(arc, facing))


def _borders(arc: Arc, facing: int) -> tuple[int, int]:
    """The facings of the left and right border."""
    middle = facing + arc.middle
    return (middle + arc.half) % FULL_TURN, (middle - arc.half) % FULL_TURN


def _ray_compared(x: int, y: int, ray: int, body: Body) -> int:
    """-1, 0 or 1 as a ray from (x, y) cuts the footprint, touches it, or passes it by."""
    dx, dy, cos, sin = body.x - x, body.y - y, COS[ray], SIN[ray]
    if dx * cos + dy * sin <= 0:
        left, right = dx * dx + dy * dy, body.radius**2
    else:
        left, right = (dx * sin - dy * cos) ** 2, body.radius**2 * (cos * cos + sin * sin)
    return (left > right) - (left < right)
