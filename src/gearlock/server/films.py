"""Replays: a kept battle as a film, frame by frame, through the eyes of one seat or of none."""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Outcome
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.record import Answered
from gearlock.kernel.scenes import cut_into_scenes
from gearlock.kernel.view import Line, View
from gearlock.lab.account import Account, account_of_log
from gearlock.lab.luck import Luck, luck_of_log

KEEP_EVERY = 40
"""Entries between two kept states."""


class Frame(msgspec.Struct, frozen=True):
    """A moment worth stopping at: what was told there. How much happened unseen in between is not told."""

    lines: tuple[Line, ...]


class Reel(msgspec.Struct, frozen=True):
    """A whole replay but for its pictures."""

    battle: str
    system: str
    title: str
    eyes: str
    frames: tuple[Frame, ...]
    outcome: Outcome | None
    seats: dict[str, str]
    same_data: bool


class Film:
    """The states of a log, one seat's share of the story, and any picture of it on demand.

    `until` is how many entries whoever looks has been told of.
    """

    def __init__(self, log: LoadedLog, eyes: str | None, until: int | None = None) -> None:
        self.log, self.eyes = log, eyes
        with log.words_for("this cannot be shown", 0):
            self._scenes = cut_into_scenes(log.system, log.start, log.entries[:until], eyes, log.has_secrets)
        self.frames = [Frame(scene.lines) for scene in self._scenes]

    @cached_property
    def _kept(self) -> list[Any]:
        """The state before every so-many-th entry."""
        state, kept = self.log.start.clone(), []
        for number, entry in enumerate(self.log.entries[: self._scenes[-1].entry + 1]):
            if number % KEEP_EVERY == 0:
                kept.append(state.clone())
            for event in entry.events:
                self.log.system.apply(state, event)
        return kept

    def picture(self, number: int) -> View:
        """The table as it stood at a frame."""
        last, events = self.entry(number), self._scenes[number].events
        state = self._kept[last // KEEP_EVERY].clone()
        for at in range(last - last % KEEP_EVERY, last + 1):
            for event in self.log.entries[at].events[: events if at == last else None]:
                self.log.system.apply(state, event)
        with self.log.words_for("this cannot be shown", last):
            return self.log.system.view(state, self.eyes, ())

    def entry(self, number: int) -> int:
        """The number of the entry a frame shows; BadInput if there is no such frame."""
        if not 0 <= number < len(self.frames):
            raise BadInput(f"This replay has frames 0 to {len(self.frames) - 1}.")
        return self._scenes[number].entry

    def decision_after(self, number: int) -> int:
        """How many entries lead to the decision somebody faced at a frame, or next after it."""
        last = self.entry(number)
        for at in range(last + 1, len(self.log.entries)):
            by = self.log.entries[at].input
            if isinstance(by, Answered) and not by.auto:
                return at
        return len(self.log.entries)

    @cached_property
    def luck(self) -> Luck:
        """How lucky both sides were; BadInput where the rules do not follow the log any more."""
        return luck_of_log(self.log)

    @cached_property
    def account(self) -> Account:
        """What both sides have left, and where the battle turned."""
        return account_of_log(self.log, [scene.entry for scene in self._scenes])

    def reel(self, battle: str, title: str) -> Reel:
        """Everything but the pictures."""
        header, end = self.log.header, self.log.end
        return Reel(
            battle,
            header.system,
            title,
            self.eyes or "",
            tuple(self.frames),
            end.outcome if end else None,
            header.seats,
            header.data == self.log.system.data_digest(),
        )


class Films:
    """The few films watched lately, each of a log as far as it went."""

    MOST = 16

    def __init__(self) -> None:
        self._films: OrderedDict[tuple[str, int, str | None], Film] = OrderedDict()

    def find(self, battle: str, lines: int, eyes: str | None) -> Film | None:
        """The film of the first so many lines of a battle's log, if it was watched lately."""
        film = self._films.get((battle, lines, eyes))
        if film is not None:
            self._films.move_to_end((battle, lines, eyes))
        return film

    def keep(self, battle: str, lines: int, eyes: str | None, film: Film) -> None:
        """Remember a film, and forget the one nobody asked for longest."""
        self._films[battle, lines, eyes] = film
        while len(self._films) > self.MOST:
            self._films.popitem(last=False)
