"""Models that may hide other models. This file compiles with mypyc."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from gearlock.mechanics.sighting.crossing import Crossing, Hider, L, strip_between
from gearlock.table.bodies import Body
from gearlock.table.shadow import Solid
from gearlock.table.sight import cylinder
from gearlock.table.strip import Disc

S = TypeVar("S")


class Member(NamedTuple):
    """One who may hide another. Parts of one party (a vehicle and what is on it) never hide each other."""

    id: str
    party: str
    hider: Hider

    @property
    def solid(self) -> Solid:
        """It as a thing that hides, with its name."""
        klass, *spot = self.hider
        return cylinder(self.id, klass, Body(*spot))


class Crowd(Generic[S, L]):
    """All who may hide another, and the ground they stand on; counted once for all looks across one position.

    Nobody is counted before a look comes that no terrain stops.
    """

    __slots__ = ("_discs", "_members", "_members_of", "_place", "_place_of", "_state")

    def __init__(self, state: S, place_of: Callable[[S], Crossing[L]], members_of: Callable[[S], list[Member]]) -> None:
        self._state, self._place_of, self._members_of = state, place_of, members_of
        self._place: Crossing[L] | None = None
        self._discs: list[Disc] | None = None
        self._members: list[Member] = []

    @property
    def place(self) -> Crossing[L]:
        """The ground, made ready for looking across."""
        if self._place is None:
            self._place = self._place_of(self._state)
        return self._place

    def near(self, start: Body, end: Body) -> list[Member]:
        """Those who reach into the strip between two bodies; these may be among them."""
        discs = self._discs
        if discs is None:
            self._members = self._members_of(self._state)
            discs = self._discs = [(x, y, radius) for _, _, (_, x, y, _, radius, _) in self._members]
        return [self._members[number] for number in strip_between(start, end).meeting(discs)]
