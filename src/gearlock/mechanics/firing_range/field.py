"""A field for attacks laid out by hand: the target in the middle, attackers west of it, cover and a hill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import asin, ceil, degrees
from typing import NamedTuple

import msgspec

from gearlock.kernel.orders import Refusal
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import HALF_TURN, INCH, RIGHT_ANGLE, advance, inches, turned
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

ELBOW_ROOM = INCH // 10
Measure = Callable[[Body, Body], int]
"""How far two bodies are apart by the book."""


class FiringField(NamedTuple):
    """A square table with the target in its middle."""

    middle: int

    def ground(self, *pieces: Piece) -> Ground:
        """The table with what lies on it."""
        return Ground(2 * self.middle, 2 * self.middle, pieces)

    def cover(self, reach: int, top: int, rating: str) -> Piece:
        """Area terrain about the target, so far to every side and so tall."""
        low, high = self.middle - reach, self.middle + reach
        return Piece("cover", f"{rating} cover", "area", rectangle(low, low, high, high), top=top, rating=rating)

    def hill(self, near: int, margin: int, height: int, rating: str) -> Piece:
        """Ground that lifts whoever stands west of the target, up to so near to its middle."""
        outline = rectangle(margin, margin, self.middle - near, 2 * self.middle - margin)
        return Piece("hill", "hill", "hill", outline, top=height, rating=rating, footing=True)


class Post(NamedTuple):
    """A place of an attacker, and the direction in which it has the target."""

    x: int
    y: int
    ahead: int


def posts_round(
    target: Body, attackers: Sequence[Body], reach: int, measure: Measure = gap
) -> tuple[Post, ...] | Refusal:
    """Attackers side by side, all as far from the target as was said; where they have stood does not matter.

    Refused as `high` if they are too high up for that, as `room` if so many cannot stand there.
    """
    found: list[Post] = []
    widest, step = max(body.radius for body in attackers), 0
    for number, body in enumerate(attackers):
        length = _length(body, target, reach, measure)
        if length is None:
            return Refusal("high", "", f"So high up nobody is within {inches(reach)} in of the target.")
        step = step or _spacing(widest, length)
        side = (number + 1) // 2 * step * (1 if number % 2 else -1)
        if abs(side) > RIGHT_ANGLE:
            return Refusal("room", "", f"There is no room for {len(attackers)} attackers so near the target.")
        towards = turned(HALF_TURN, side)
        x, y = advance(target.x, target.y, towards, length)
        while measure(_moved(body, x, y), target) > reach:  # the last mil is lost in rounding
            length -= 1
            x, y = advance(target.x, target.y, towards, length)
        found.append(Post(x, y, turned(towards, HALF_TURN)))
    return tuple(found)


def _length(body: Body, target: Body, reach: int, measure: Measure) -> int | None:
    """How far from the target's middle a body stands that is this far from it; None if it never is so near."""
    low = body.radius + target.radius
    high = low + reach
    if measure(_moved(body, target.x - low, target.y), target) > reach:
        return None
    while low < high:
        middle = (low + high + 1) // 2
        if measure(_moved(body, target.x - middle, target.y), target) <= reach:
            low = middle
        else:
            high = middle - 1
    return low


def _moved(body: Body, x: int, y: int) -> Body:
    return msgspec.structs.replace(body, x=x, y=y)


def _spacing(radius: int, length: int) -> int:
    """The angle between two attackers side by side, in tenths of a degree."""
    return ceil(20 * degrees(asin(min(1.0, (2 * radius + ELBOW_ROOM) / (2 * length)))))
