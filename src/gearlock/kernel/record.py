"""What a battle remembers: every input with the events it caused, and fingerprints of the state along the way."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from gearlock.kernel.dice import Faces
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order


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
    """One input and the events that followed it before the next."""

    __slots__ = ("events", "input")

    def __init__(self, by: Input, events: list[Event] | None = None) -> None:
        self.input = by
        self.events: list[Event] = [] if events is None else events

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.input == other.input and self.events == other.events

    def __hash__(self) -> int:
        raise TypeError("entries grow while the battle goes on")

    def cut(self, length: int) -> Entry:
        """This entry with its first events only."""
        return Entry(self.input, self.events[:length])


class Check(msgspec.Struct, frozen=True):
    """The state's fingerprint after the first `events` events of entry number `entry`."""

    entry: int
    events: int
    hash: str


def is_behind_a_veil(entries: list[Entry], seat: str) -> str:
    """Why this seat may not freely take back what the first of these entries did ('' if it may)."""
    for at, entry in enumerate(entries):
        if isinstance(entry.input, Rolled):
            return "dice have been rolled since"
        if at and isinstance(entry.input, Answered) and entry.input.seat != seat and not entry.input.auto:
            return f"{entry.input.seat} has answered since"
        if any(event.reveals for event in entry.events):
            return "something hidden was revealed"
    return ""
