"""Models that may hide other models. This file compiles with mypyc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from gearlock.mechanics.sighting.crossing import Crossing, Hider, L, strip_between
from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid
from gearlock.table.sight import cylinder
from gearlock.table.strip import Disc

S = TypeVar("S")


Member = tuple[str, str, Hider]
"""One who may hide another: its id, its party, and what hides. Parts of one party never hide each other."""


class Crowd(Generic[S, L]):
    """All who may hide another, and the ground they stand on; counted once for all looks across one position.

    Nobody is counted before a look comes that no terrain stops: `ids`, `parties` and `hiders`, in one order.
    """

    __slots__ = ("_discs", "_members_of", "_place", "_place_of", "_state", "hiders", "ids", "parties")

    def __init__(self, state: S, place_of: Callable[[S], Crossing[L]], members_of: Callable[[S], list[Member]]) -> None:
        self._state, self._place_of, self._members_of = state, place_of, members_of
        self._place: Crossing[L] | None = None
        self._discs: list[Disc] | None = None
        self.ids: list[str] = []
        self.parties: list[str] = []
        self.hiders: list[Hider] = []

    @property
    def place(self) -> Crossing[L]:
        """The ground, made ready for looking across."""
        if self._place is None:
            self._place = self._place_of(self._state)
        return self._place

    def near(self, start: Body, end: Body) -> list[int]:
        """The numbers of those who reach into the strip between two bodies; these may be among them."""
        discs = self._discs
        if discs is None:
            discs = self._discs = []
            for name, party, hider in self._members_of(self._state):
                _, x, y, _, radius, _ = hider
                self.ids.append(name)
                self.parties.append(party)
                self.hiders.append(hider)
                discs.append((x, y, radius))
        return strip_between(start, end).meeting(discs)

    def solid(self, number: int) -> Solid:
        """One of them as a thing that hides, by its id."""
        klass, *spot = self.hiders[number]
        return cylinder(self.ids[number], klass, Body(*spot))
