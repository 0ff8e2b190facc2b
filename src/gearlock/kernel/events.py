"""Events say what happened; a state changes only when one is applied to it."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of every event. A system's own events are tagged subclasses named by past participles.

    `reveals` marks kinds that tell a seat something it did not know: no free undo reaches back behind them.
    """

    reveals: ClassVar[bool] = False


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the winning seat ('' for a draw), why, and the score of each seat."""

    winner: str
    reason: str
    score: dict[str, int] = {}
