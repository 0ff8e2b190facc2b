"""The bots of a table: they are asked when it is theirs to decide, and helped out where they have no order."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from gearlock.bots.memory import NOTHING_KEPT
from gearlock.kernel.asks import Place
from gearlock.kernel.errors import GearlockError, IllegalOrder, NotAsked
from gearlock.kernel.handed import IllMade
from gearlock.kernel.seat import Seat
from gearlock.server.queue import Urgency
from gearlock.server.thinkers import Decided, NoAnswer, Thinkers, any_legal_order, task_for
from gearlock.server.troubles import TABLE, Broken

if TYPE_CHECKING:
    from gearlock.server.room import Room

NOTICEABLE = 0.3
"""Seconds after which people are told that a bot is thinking."""
DEPUTY = "bot:greedy"
"""Who puts the pieces of people who want that on the table."""
TRIES = 5
"""Orders that are tried for a bot whose own could not be carried out."""
LEFT_ALONE = 20.0
"""Seconds that bots play on among themselves when nobody watches."""
OWN_FAULT = "decide() must return an order of this game, such as the order of one of seat.options()."
_log = logging.getLogger(__name__)


class BotSeats:
    """Decides for the bots at a table, and for people who have their pieces put on it."""

    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._room, self._thinkers = room, thinkers
        self.task: asyncio.Task[None] | None = None
        self.rest = False
        """Bots alone, and nobody to watch them: they have stopped."""
        self.memories: dict[str, bytes] = {}
        """What the bot of each seat keeps in mind. It is lost with the table, and then the bot plans anew."""
        self._deputised: set[str] = set()
        """Seats of people whose pieces a bot puts on the table."""

    @property
    def are_idle(self) -> bool:
        """No bot thinks or decides."""
        return self.task is None or self.task.done()

    def deploy_for(self, seat: str) -> None:
        """Put a person's pieces on the table. Raises NotAsked if there are none to put."""
        if not self._puts_pieces(seat) and not Seat(self._room.battle, seat).waiting_pieces():
            raise NotAsked("All your pieces are on the table.")
        self._deputised.add(seat)
        self.wake()

    def _puts_pieces(self, seat: str) -> bool:
        """Whether a seat is asked where a piece shall stand, before the first round."""
        battle = self._room.battle
        ask = battle.ask_for(seat)
        if ask is None or battle.view(seat).round:
            return False
        return any(isinstance(option, Place) and option.unit for option in battle.options(seat))

    def _decide_for(self, seat: str) -> bool:
        """Whether a bot decides for this seat now: it plays it, or puts its pieces."""
        if not self._room.audience.is_human(seat):
            return True
        return seat in self._deputised and self._puts_pieces(seat)

    def resume(self) -> None:
        """Go on with a battle fetched from the store; bots among themselves only when somebody comes to watch."""
        room = self._room
        self.rest = not room.battle.over and not any(map(room.audience.is_human, room.seats))
        if not self.rest:
            self.wake()

    def wake(self) -> None:
        """Let bots decide as long as it is theirs to decide."""
        if not self._room.closed and self.are_idle:
            self.task = asyncio.create_task(self._play())

    def stop(self) -> None:
        """No bot decides any more."""
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()

    @property
    def _are_left_alone(self) -> bool:
        """Bots play among themselves, and nobody watches."""
        room = self._room
        if room.audience.guests or any(map(room.audience.is_human, room.seats)):
            return False
        return time.monotonic() - room.seen_at > LEFT_ALONE

    @property
    def _urgency(self) -> Urgency:
        """How soon bots should decide: somebody here may wait for it."""
        return Urgency.PERSON if any(guest.seat for guest in self._room.audience.guests) else Urgency.ALONE

    async def _play(self) -> None:
        room = self._room
        while seat := next(filter(self._decide_for, room.battle.waiting_for()), ""):
            if room.held is not None:
                return
            if self._are_left_alone:
                self.rest = True
                return
            lines = room.lines
            answer = await self._think(seat)
            async with room.lock:
                thought_aloud, room.audience.thinking = bool(room.audience.thinking), ""
                if lines == room.lines:
                    try:
                        await self._play_for(seat, answer)
                    except GearlockError:  # not kept, and the table is closed; or nothing at all can be done here
                        _log.exception("no bot can go on in battle %s", room.id)
                        return
                elif thought_aloud:
                    room.tell_presence()

    async def _play_for(self, seat: str, answer: Decided | NoAnswer) -> None:
        """A bot's order or, if it has none that can be carried out, any that can; people are told of it."""
        room = self._room
        self.memories.pop(seat, None)
        if isinstance(answer, Decided):
            order = answer.order
            try:
                await room.do(lambda: room.battle.answer(seat, order))
                self.memories[seat] = answer.memory
                return None
            except (IllegalOrder, IllMade, NotAsked, Broken) as error:
                _log.error("the bot of %s in battle %s chose what cannot be done: %r (%s)", seat, room.id, order, error)
                answer = _fault(error)
        failed = f"The bot of {seat} {answer.why}"
        for _ in range(TRIES):
            try:
                await room.do(lambda: room.battle.answer(seat, any_legal_order(room.battle, seat)))
            except (IllegalOrder, NotAsked, Broken):
                continue
            said = f"{failed}. Something the rules allow was chosen for it, and the battle goes on. {answer.remedy}"
            return await room.note(TABLE, said)
        await room.note(TABLE, f"{failed}, and nothing that was chosen for it could be done. Take something back.")
        raise Broken("nothing can be done")

    async def _think(self, seat: str) -> Decided | NoAnswer:
        """What a bot would do; people hear of it when it takes its time."""
        room = self._room
        player = DEPUTY if room.audience.is_human(seat) else room.seats[seat].player
        task = task_for(room.battle, seat, player, self.memories.get(seat, NOTHING_KEPT))
        thought = asyncio.create_task(self._thinkers.decide(task, self._urgency))
        done, _ = await asyncio.wait({thought}, timeout=NOTICEABLE)
        if not done:
            room.audience.thinking = seat
            room.tell_presence()
        return await thought


def _fault(error: GearlockError) -> NoAnswer:
    """What is said of a bot whose order cannot be carried out."""
    if isinstance(error, IllMade):
        return NoAnswer("returned no order", OWN_FAULT)
    return NoAnswer("chose something that cannot be done")
