"""What one viewer has been told so far, and what is new since."""

from __future__ import annotations

import hashlib
from itertools import count
from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.view import Line, Piece, TableView, View
from gearlock.server.wire import Now, Update

_encode = msgspec.json.Encoder().encode
_looks = count(1)


def fingerprint_of(*parts: object) -> int:
    """A number for what somebody was told: the same for the same, and one that JavaScript can hold."""
    return int.from_bytes(hashlib.blake2b(_encode(parts), digest_size=6).digest(), "big")


class Change(msgspec.Struct, frozen=True):
    """What is new for a viewer: pieces new or other than before, pieces gone, the table if it changed, the story."""

    keeps: int
    story: tuple[Line, ...] = ()
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    table: TableView | None = None
    unwrites: bool = False
    """Lines that were told are told no more."""

    @property
    def is_empty(self) -> bool:
        """Nothing is new."""
        return not (self.story or self.pieces or self.gone or self.table or self.unwrites)

    def update(self, number: int, now: Now) -> Update:
        """As one guest is told it."""
        return Update(number, self.pieces, self.gone, now, self.keeps, self.story, self.table)


class Feed:
    """Follows a battle with the eyes of one seat (None sees all): the story so far and the last view.

    While another seat is asked aside, this one's story and view are what they were.
    """

    def __init__(self, battle: Battle[Any], eyes: str | None) -> None:
        self.eyes = eyes
        self._battle = battle
        self._narrator = Narrator(battle, eyes)
        self.story: list[Line] = []
        self._editions = [0]
        self._read(self._narrator.news())
        self.view: View = self._look()
        self.looks = next(_looks)
        """A number for what is seen: another as soon as anything looks different."""

    def _look(self) -> View:
        """What these eyes see now; when the battle is over there are no secrets any more."""
        told = self._battle.as_told(self.eyes)
        return told.view(None if told.over else self.eyes)

    @property
    def edition(self) -> int:
        """A number for the story as it was told: another as soon as a line is another."""
        return self._editions[-1]

    def keeps(self, shown: int, edition: int) -> int:
        """How many lines somebody need not be told again who has so many on the screen, of that edition."""
        shown = min(max(shown, 0), len(self.story))
        return shown if self._editions[shown] == edition else 0

    def _read(self, lines: list[Line]) -> None:
        for line in lines:
            self.story.append(line)
            self._editions.append(fingerprint_of(self._editions[-1], line))

    def nothing_new(self) -> Change:
        """The change when only the people around the table changed."""
        return Change(len(self.story))

    def look_again(self, went_back: bool) -> Change:
        """The next change: what this viewer sees and reads now and did not before. Going back unwrites the story."""
        before, told = self.view, self.story
        kept = len(told)
        self.view = self._look()
        if self.view != before:
            self.looks = next(_looks)
        if went_back:
            self._narrator = Narrator(self._battle, self.eyes)
            self.story, self._editions = [], [0]
        self._read(self._narrator.news())
        if went_back:
            kept = _shared(told, self.story)
        changed, gone = _changes(before.pieces, self.view.pieces)
        table = self.view.table if self.view.table != before.table else None
        return Change(kept, tuple(self.story[kept:]), changed, gone, table, kept < len(told))


def _changes(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    old = {piece.id: piece for piece in before}
    changed = tuple(piece for piece in after if old.get(piece.id) != piece)
    return changed, tuple(sorted(old.keys() - {piece.id for piece in after}))


def _shared(before: list[Line], after: list[Line]) -> int:
    """How many lines both stories begin with."""
    at = 0
    while at < min(len(before), len(after)) and before[at] == after[at]:
        at += 1
    return at
