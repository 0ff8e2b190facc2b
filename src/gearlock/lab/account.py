"""A battle told in a few figures when it is over: what each side has left and struck down, and where it turned.

What a side has left is the share of its force, by price, that is not lost, each model by the boxes left on its tracks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from gearlock.kernel.counterparts import Counterparts, Fielded
from gearlock.kernel.errors import BadInput
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.record import Answered, Entry
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.view import Line

WORTH_TELLING = 0.02
"""The share of a force below which nothing is called a turning point."""


class SideAccount(msgspec.Struct, frozen=True):
    """One seat: its models and those it lost, the share of its force it has left, and the share it took of others'."""

    seat: str
    models: int
    lost: int
    left: float
    dealt: float


class Turning(msgspec.Struct, frozen=True):
    """The exchange that moved most: when, in which words, by how much each side's share changed, and in whose favour.

    `frame` is where it begins in the all-seeing replay.
    """

    round: int
    frame: int
    favours: str
    swing: float
    before: dict[str, float]
    after: dict[str, float]
    lines: tuple[Line, ...]


class Account(msgspec.Struct, frozen=True):
    """A battle in figures; without a turning point where nothing was lost, or both lost alike throughout."""

    sides: tuple[SideAccount, ...]
    turning: Turning | None = None


class _Moment(NamedTuple):
    """An exchange: a decision that somebody made, and all that came of it up to the next."""

    entry: int
    round: int
    before: dict[str, float]
    after: dict[str, float]
    lines: tuple[Line, ...]

    def swing(self, seat: str) -> float:
        """What a seat gained by it on the others."""
        mine = self.after[seat] - self.before[seat]
        others = [self.after[other] - self.before[other] for other in self.after if other != seat]
        return mine - sum(others) / max(1, len(others))


def account_of_log(log: LoadedLog, frames: Sequence[int]) -> Account:
    """The account of a kept battle; BadInput for one that goes on: its figures would tell secrets.

    `frames` are the entries that the frames of its replay show.
    """
    if log.end is None:
        raise BadInput("What a battle came to is told when it is over.")
    beside = log.system.counterparts
    if beside is None:
        return Account(())
    with log.words_for("this cannot be reckoned", 0):
        moments = list(_moments(log.system, beside, log.start.clone(), log.entries))
        return Account(_sides(log, beside, moments), _turning(log.system.seats, moments, frames))


def _moments(system: AnySystem, beside: Counterparts[Any], state: Any, entries: Sequence[Entry]) -> Iterator[_Moment]:
    book = _Book(system, beside)
    before, began, lines = book.shares(state), 0, list[Line]()
    for number, entry in enumerate(entries):
        if _begins_exchange(entry) and lines:
            after = book.shares(state)
            yield _Moment(began, system.view(state, None, ()).round, before, after, tuple(lines))
            before, began, lines = after, number, []
        for event in entry.events:
            system.apply(state, event)
            told = system.tell(state, event, None)
            if told is not None:
                lines.append(told)
    yield _Moment(began, system.view(state, None, ()).round, before, book.shares(state), tuple(lines))


def _begins_exchange(entry: Entry) -> bool:
    """What was all that could be done, and done for somebody, belongs to what came before."""
    return isinstance(entry.input, Answered) and not entry.input.auto


class _Book:
    """What was last known of each model: one that has gone from the table without being lost keeps what it had."""

    def __init__(self, system: AnySystem, beside: Counterparts[Any]) -> None:
        self._system, self._beside = system, beside
        self._known: dict[str, float] = {}

    def shares(self, state: Any) -> dict[str, float]:
        """The share of its force that each seat has left."""
        for piece in self._system.view(state, None, ()).pieces:
            full = sum(track.full for track in piece.tracks)
            if full:
                self._known[piece.id] = sum(max(0, track.now) for track in piece.tracks) / full
        fielded = self._beside.fielded(state)
        return {seat: self._share(seat, fielded) for seat in self._system.seats}

    def _share(self, seat: str, fielded: Mapping[str, Fielded]) -> float:
        mine = {unit: model for unit, model in fielded.items() if model.seat == seat}
        whole = sum(max(1, model.price) for model in mine.values())
        left = sum(max(1, m.price) * self._known.get(unit, 1.0) for unit, m in mine.items() if not m.lost)
        return left / whole if whole else 1.0


def _sides(log: LoadedLog, beside: Counterparts[Any], moments: list[_Moment]) -> tuple[SideAccount, ...]:
    state = log.start.clone()
    for entry in log.entries:
        for event in entry.events:
            log.system.apply(state, event)
    losses, left = beside.losses(state), moments[-1].after
    found = []
    for seat in log.system.seats:
        lost, of = losses.get(seat, (0, 0))
        others = [1 - left[other] for other in left if other != seat]
        found.append(SideAccount(seat, of, lost, left[seat], sum(others) / max(1, len(others))))
    return tuple(found)


def _turning(seats: tuple[str, ...], moments: list[_Moment], frames: Sequence[int]) -> Turning | None:
    swings = [(moment.swing(seat), seat, moment) for moment in moments for seat in seats]
    best = max(swings, key=lambda found: found[0], default=None)
    if best is None or best[0] < WORTH_TELLING:
        return None
    swing, seat, moment = best
    frame = next((at for at, entry in enumerate(frames) if entry >= moment.entry), 0)
    return Turning(moment.round, frame, seat, swing, moment.before, moment.after, moment.lines)
