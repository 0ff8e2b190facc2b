"""What is made once of something that never changes, and kept as long as there is room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
ROOM = 256


class KeptByIdentity(Generic[K, V]):
    """A function of one thing whose answers are kept by which thing it was, not by what is equal to it."""

    def __init__(self, make: Callable[[K], V], room: int = ROOM) -> None:
        self._make, self._room = make, room
        self._kept: dict[int, tuple[K, V]] = {}

    def __call__(self, thing: K) -> V:
        """The answer, made the first time."""
        known = self._kept.get(id(thing))
        if known is not None and known[0] is thing:
            return known[1]
        if len(self._kept) > self._room:
            self._kept.clear()
        made = self._make(thing)
        self._kept[id(thing)] = (thing, made)
        return made
