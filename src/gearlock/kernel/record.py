"""What a battle remembers: every input with the events it caused, and fingerprints of the state along the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

import msgspec

from gearlock.kernel.dice import Faces
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order

S = TypeVar("S")


class Began(msgspec.Struct, frozen=True, tag="begin", tag_field="by"):
    """The battle was laid out; not a decision, but things may happen before the first one."""


class Answered(msgspec.Struct, frozen=True, tag="answer", tag_field="by"):
    """A seat decided. `auto` when this was all it could do and was done for it."""

    seat: str
    order: Order
    auto: bool = False


class Rolled(msgspec.Struct, frozen=True, tag="roll", tag_field="by"):
    """Dice were thrown."""

    purpose: str
    faces: Faces
    seat: str = ""


Input: TypeAlias = Began | Answered | Rolled


class Entry:
    """One input and the events that followed it before the next.

    `aside` says of an answer that it was asked for out of turn in a battle with secrets: no other seat heard of it.
    """

    __slots__ = ("aside", "events", "input")

    def __init__(self, by: Input, events: list[Event] | None = None, aside: bool = False) -> None:
        self.input = by
        self.events: list[Event] = [] if events is None else events
        self.aside = aside

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.input == other.input and self.events == other.events

    def __hash__(self) -> int:
        raise TypeError("entries grow while the battle goes on")

    def cut(self, length: int) -> Entry:
        """This entry with its first events only."""
        return Entry(self.input, self.events[:length], self.aside)


def own_decisions(entries: Sequence[Entry], seat: str = "") -> Iterator[int]:
    """The numbers of the entries with what a seat (any, if none is named) decided itself, the last first."""
    for at in range(len(entries) - 1, 0, -1):
        by = entries[at].input
        if isinstance(by, Answered) and not by.auto and seat in ("", by.seat):
            yield at


class Check(msgspec.Struct, frozen=True):
    """The state's fingerprint after the first `events` events of entry number `entry`."""

    entry: int
    events: int
    hash: str


class Base(Generic[S]):
    """A state between two steps, and how much of the record led to it."""

    __slots__ = ("entries", "events", "rolls", "state", "step")

    def __init__(self, state: S, entries: int, events: int, rolls: int, step: int) -> None:
        self.state, self.entries, self.events, self.rolls, self.step = state, entries, events, rolls, step
