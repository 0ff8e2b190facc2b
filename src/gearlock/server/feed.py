"""What one viewer has been told so far, and what is new since."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.kernel.battle import Battle
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.view import Line, Piece, TableView, View
from gearlock.server.wire import Now, Update


class Change(msgspec.Struct, frozen=True):
    """What is new for a viewer: pieces new or other than before, pieces gone, the table if it changed, the story."""

    number: int
    keeps: int
    story: tuple[Line, ...] = ()
    pieces: tuple[Piece, ...] = ()
    gone: tuple[str, ...] = ()
    table: TableView | None = None

    def update(self, now: Now) -> Update:
        """As one guest is told it."""
        return Update(self.number, self.pieces, self.gone, now, self.keeps, self.story, self.table)


class Feed:
    """Follows a battle with the eyes of one seat (None sees all): the story so far, the last view, numbered changes."""

    def __init__(self, battle: Battle[Any], eyes: str | None) -> None:
        self.eyes = eyes
        self.number = 0
        self._battle = battle
        self._narrator = Narrator(battle, eyes)
        self.story: list[Line] = self._narrator.news()
        self.view: View = battle.view(eyes)

    def nothing_new(self) -> Change:
        """The next change when only the people around the table changed."""
        self.number += 1
        return Change(self.number, len(self.story))

    def look_again(self, went_back: bool) -> Change:
        """The next change: what this viewer sees and reads now and did not before. Going back unwrites the story."""
        before, kept = self.view, len(self.story)
        self.view = self._battle.view(self.eyes)
        if went_back:
            self._narrator = Narrator(self._battle, self.eyes)
            told = self._narrator.news()
            kept = _shared(self.story, told)
            self.story = told
        else:
            self.story.extend(self._narrator.news())
        self.number += 1
        changed, gone = _changes(before.pieces, self.view.pieces)
        table = self.view.table if self.view.table != before.table else None
        return Change(self.number, kept, tuple(self.story[kept:]), changed, gone, table)


def _changes(before: tuple[Piece, ...], after: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], tuple[str, ...]]:
    old = {piece.id: piece for piece in before}
    changed = tuple(piece for piece in after if old.get(piece.id) != piece)
    return changed, tuple(old.keys() - {piece.id for piece in after})


def _shared(before: list[Line], after: list[Line]) -> int:
    """How many lines both stories begin with."""
    at = 0
    while at < min(len(before), len(after)) and before[at] == after[at]:
        at += 1
    return at
