"""How a battle stands for one viewer, apart from table and pieces: who decides what, and what is waited for."""

from __future__ import annotations

import msgspec

from gearlock.kernel.asks import AnyOption, Ask
from gearlock.kernel.events import Outcome
from gearlock.kernel.view import Goal, Piece, Shape


class SeatInfo(msgspec.Struct, frozen=True):
    """Who plays a seat, and whether somebody is there."""

    seat: str
    player: str
    present: bool = False
    name: str = ""
    """What whoever sits there wants to be called."""
    left: int = 0
    """When whoever sat there last went, in milliseconds since 1970; 0 while somebody is there or nobody came yet."""


class Asked(msgspec.Struct, frozen=True):
    """A decision of mine, by its number, with the ways to answer."""

    decision: int
    ask: Ask
    options: tuple[AnyOption, ...]


class DiceAsked(msgspec.Struct, frozen=True):
    """Dice that people have to roll: how many of how many sides (from `low` up), what for, and whose they are."""

    number: int
    purpose: str
    count: int
    sides: int
    low: int = 1
    seat: str = ""
    unit: str = ""
    rule: str = ""


class ClockInfo(msgspec.Struct, frozen=True):
    """The clock of a seat: milliseconds left when it last stood, and when it is over while it runs (0 if it stands)."""

    seat: str
    left: int
    ends: int = 0


class Now(msgspec.Struct, frozen=True):
    """How the battle stands for one viewer, apart from table and pieces."""

    round: int
    rounds: int
    phase: str
    active: str
    zones: tuple[Shape, ...]
    markers: tuple[Shape, ...]
    score: dict[str, int]
    notes: tuple[str, ...]
    waiting_for: tuple[str, ...]
    """Who decides; of a seat that is asked something aside, in secret, nobody else is told."""
    seats: tuple[SeatInfo, ...]
    thinking: str = ""
    """The bot at work, if one is; where there are secrets, the one whose turn it is."""
    asked: Asked | None = None
    undo: str = ""
    """What taking back would need: `free`, `consent`, or nothing to take back."""
    wish: str = ""
    """The seat that wants to take something back and waits for consent."""
    outcome: Outcome | None = None
    edition: int = 0
    """A number for the story as it was told up to here; the same as long as the same lines stand in it."""
    waiting: tuple[Piece, ...] = ()
    """Pieces that are not on the table yet, as far as this viewer knows of them."""
    dice: DiceAsked | None = None
    """The dice that people have to roll and type before anything goes on."""
    goals: tuple[Goal, ...] = ()
    """What each side fights for, as far as this viewer knows."""
    draw: str = ""
    """The seat that offers a draw."""
    clocks: tuple[ClockInfo, ...] = ()
    """The clocks of people, where they wanted any."""
