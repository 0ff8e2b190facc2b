"""Links: who is reached from somebody, straight or through others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def linked(first: T, others: Iterable[T], hears: Callable[[T, T], bool]) -> list[T]:
    """The first, then everybody who hears it or hears one who is reached already, in the order they are reached.

    `hears(a, b)` tells whether b hears a. Where nobody passes anything on, let it be false of all but the first.
    """
    circle, outside = [first], list(others)
    for link in circle:
        left: list[T] = []
        for other in outside:
            (circle if hears(link, other) else left).append(other)
        outside = left
    return circle
