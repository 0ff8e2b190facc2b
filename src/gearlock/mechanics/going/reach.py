"""Reach: how far somebody gets straight ahead in every direction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure
from gearlock.table.measure import FULL_TURN, INCH, advance, distance

FINE = INCH // 4
"""How closely the end of a ray is found."""


class Place(Protocol):
    """Where somebody came to."""

    @property
    def x(self) -> int:
        """Mils from the western edge."""

    @property
    def y(self) -> int:
        """Mils from the southern edge."""


End = TypeVar("End", bound=Place)


def rays(count: int) -> Iterator[int]:
    """So many directions all around."""
    return (FULL_TURN * ray // count for ray in range(count))


def longest(most: int, goes: Callable[[int], bool]) -> int:
    """The greatest length that goes, taking it that what is in the way stays in the way."""
    if most <= 0 or goes(most):
        return most
    low, high = 0, most
    while high - low > FINE:
        middle = (low + high) // 2
        low, high = (middle, high) if goes(middle) else (low, middle)
    return low


def farthest(figure: Figure, angle: int, most: int, go: Callable[[int, int], End | Refusal]) -> End | None:
    """What going as far as possible along a ray comes to; `go` tries to reach a place on it. None goes nowhere."""
    found: dict[int, End] = {}

    def goes(length: int) -> bool:
        x, y = advance(figure.x, figure.y, angle, length)
        end = go(x, y)
        if isinstance(end, Refusal) or distance(end.x, end.y, x, y) > FINE:
            return False
        found[length] = end
        return True

    return found.get(longest(most, goes))
