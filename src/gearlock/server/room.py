"""A table with a battle on it: takes answers, writes down what happened, and lets bots play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import GearlockError, UndoRefused
from gearlock.kernel.orders import Order
from gearlock.kernel.scribe import Scribe
from gearlock.server.audience import Audience
from gearlock.server.keeper import Keeper
from gearlock.server.store import StoredSeat, fingerprint
from gearlock.server.thinkers import Thinkers, any_legal_order, task_for
from gearlock.server.wire import Said

NOTICEABLE = 0.3
"""Seconds after which people are told that a bot is thinking."""


class NotKept(GearlockError):
    """What happened could not be written down: the table is closed, and laid out anew from what was."""


class Stale(GearlockError):
    """An answer to a decision that is no longer the one to make."""


class Room:
    """A battle and everybody around it. One change at a time; each is written down before anybody is told of it."""

    def __init__(
        self, id_: str, battle: Battle[Any], seats: Iterable[StoredSeat], keeper: Keeper, thinkers: Thinkers
    ) -> None:
        self.id, self.battle = id_, battle
        self.seats = {seat.seat: seat for seat in seats}
        self.audience = Audience(id_, battle, {name: seat.player for name, seat in self.seats.items()})
        self.scribe = Scribe(battle)
        self.lines = 0
        """Lines of the log that are kept."""
        self.closed = False
        self._keeper, self._thinkers = keeper, thinkers
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._asks_always: set[str] = set()

    @property
    def is_idle(self) -> bool:
        """Nobody is here and nobody thinks."""
        return not self.audience.guests and (self._bots is None or self._bots.done())

    def place_of(self, token: str) -> tuple[str, str | None] | None:
        """The seat a token gives and the eyes it looks through; None if it opens nothing here.

        Without a token one may look on where there are no secrets, or none any more.
        """
        print_ = fingerprint(token) if token else ""
        for seat in self.seats.values():
            if print_ == seat.token:
                return seat.seat, seat.seat
            if print_ == seat.watch:
                return "", seat.seat
        if token or (self.battle.system.hidden and not self.battle.over):
            return None
        return "", None

    async def answer(self, seat: str, decision: int, order: Order) -> None:
        """A seat's answer. Raises IllegalOrder, NotAsked, Stale or NotKept; then nothing has changed."""
        async with self._lock:
            if decision != self.audience.decision:
                raise Stale("The battle has moved on since that question was asked; look again.")
            await self._do(lambda: self.battle.answer(seat, order))
            self._asks_always.discard(seat)
        self.wake_bots()

    async def take_back(self, seat: str) -> None:
        """Undo a seat's last decision, or ask the opponent whether it may be. Raises UndoRefused."""
        async with self._lock:
            if self.battle.veil(seat) and self.audience.other_people(seat):
                self.audience.wish = seat
                self.audience.tell_presence()
                return
            await self._undo(seat)
        self.wake_bots()

    async def consent(self, seat: str, yes: bool) -> None:
        """An opponent's answer to a wish to take something back."""
        async with self._lock:
            wisher = self.audience.wish
            if not wisher or wisher == seat:
                raise UndoRefused("Nobody waits for your consent.")
            self.audience.wish = ""
            if yes:
                await self._undo(wisher)
            else:
                self.audience.tell_presence()
        self.wake_bots()

    async def say(self, seat: str, text: str) -> None:
        """A word to everybody, kept like everything else."""
        async with self._lock:
            await self._keeper.do(self._keeper.store.say, self.id, len(self.audience.said), seat, text)
            self.audience.say(Said(seat, text))

    async def _undo(self, seat: str) -> None:
        self._asks_always.add(seat)
        await self._do(lambda: self.battle.undo(seat, consent=True), went_back=True)

    async def _do(self, change: Callable[[], object], went_back: bool = False) -> None:
        """Change the battle, write it down, tell everybody."""
        if self.closed:
            raise NotKept("This table was closed; come back to it.")
        change()
        self._take_only_choices()
        try:
            await self._keep()
        except (SQLAlchemyError, OSError) as error:
            self.close()
            raise NotKept(f"This could not be saved and was not done ({error}). Come back in a moment.") from error
        self.audience.decision += 1
        self.audience.wish = ""
        self.audience.tell_change(went_back)

    def _take_only_choices(self) -> None:
        """Where a person has one option and nothing to say about it, it is taken; not right after going back."""
        while (waiting := self.battle.waiting_for()) and self.audience.is_human(waiting[0]):
            options = self.battle.options(waiting[0])
            if len(options) != 1 or isinstance(options[0], OPEN_OPTIONS) or waiting[0] in self._asks_always:
                return
            self.battle.answer(waiting[0], options[0].order)

    async def _keep(self) -> None:
        lines = list(self.scribe.news())
        outcome = self.battle.outcome
        over = (outcome.winner, outcome.reason) if outcome else None
        await self._keeper.do(self._keeper.store.append, self.id, self.lines, lines, over)
        self.lines += len(lines)

    def wake_bots(self) -> None:
        """Let bots decide as long as it is theirs to decide."""
        if not self.closed and (self._bots is None or self._bots.done()):
            self._bots = asyncio.create_task(self._let_bots_play())

    async def _let_bots_play(self) -> None:
        while seat := next((s for s in self.battle.waiting_for() if not self.audience.is_human(s)), ""):
            decision = self.audience.decision
            answer = await self._think(seat)
            async with self._lock:
                self.audience.thinking = ""
                if decision != self.audience.decision:
                    continue
                order = any_legal_order(self.battle, seat) if isinstance(answer, str) else answer
                try:
                    await self._do(lambda seat=seat, order=order: self.battle.answer(seat, order))  # type: ignore[misc]
                except NotKept:
                    return

    async def _think(self, seat: str) -> Order | str:
        """What a bot would do; people hear of it when it takes its time."""
        task = task_for(self.battle, seat, self.seats[seat].player)
        thought = asyncio.create_task(self._thinkers.decide(task))
        done, _ = await asyncio.wait({thought}, timeout=NOTICEABLE)
        if not done:
            self.audience.thinking = seat
            self.audience.tell_presence()
        return await thought

    def close(self) -> None:
        """Send everybody home; they may come back to a table laid out anew."""
        self.closed = True
        if self._bots is not None and self._bots is not asyncio.current_task():
            self._bots.cancel()
        self.audience.send_home()
