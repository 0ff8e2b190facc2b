"""Events say what happened; a state changes only when one is applied to it."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from gearlock.kernel.orders import BreakOff, Concede


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of every event. A system's own events are tagged subclasses named by past participles.

    What an event changes stands with its fields; one that changes nothing is a part of the story alone.

    `reveals` marks kinds that tell a seat something it did not know: no free undo reaches back behind them. Where there
    are secrets, none reaches back behind anything a seat was told of, for a step that shows no enemy shows that none is
    there; but for kinds that are `plain`: whoever decided it learns nothing from it, come what may.
    """

    reveals: ClassVar[bool] = False
    plain: ClassVar[bool] = False

    def change(self, state: Any) -> None:
        """Let this happen to a state."""


class Outcome(msgspec.Struct, frozen=True):
    """How a battle ended: the winning seat ('' for a draw), why, and the score of each seat."""

    winner: str
    reason: str
    score: dict[str, int] = {}


def broken_off(seat: str, order: Concede | BreakOff, seats: tuple[str, ...]) -> Outcome:
    """How a battle ends that somebody gives up, or that the table ends."""
    if isinstance(order, BreakOff):
        return Outcome(order.winner, order.reason)
    others = [other for other in seats if other != seat]
    return Outcome(others[0] if len(others) == 1 else "", f"{seat} conceded")
