"""What players ask at one table while they think: answered elsewhere, kept as long as it holds, void when it does not.

An answer belongs to what a guest has been told: the question before it, the story, the table. When that changes the
answer is void and its work is called off; what others decide unseen changes none of it, and shows in nothing here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from gearlock.kernel.errors import GearlockError
from gearlock.kernel.seat import Seat
from gearlock.server.guest import Guest, Place
from gearlock.server.metering import Purse
from gearlock.server.questions import Question, answer_of, question_of
from gearlock.server.reckoners import UNCLEAR, Reckoning
from gearlock.server.refusals import refusal_of
from gearlock.server.troubles import MOVED_ON, Busy, Stale
from gearlock.server.wire import Heat, Reach, Refused, Suggest, ToClient, ToServer, WeighAll
from gearlock.table.suggesting import in_one_go

if TYPE_CHECKING:
    from gearlock.server.audience import Audience

LONG = (Reach, Heat, WeighAll, Suggest)
"""Questions that are never answered in the loop."""
TOO_DEAR = 0.02
"""Seconds of the loop's time that one answer may take; the next of its kind at this table is worked out elsewhere."""
MOST_ANSWERS = 128
MOST_WAITING = 32
"""Questions of one guest that may wait."""
TOO_MANY = "You asked more than can be worked out at once; wait for the answers."
_log = logging.getLogger(__name__)


class Told(NamedTuple):
    """What a guest has to go by: the question before it, the story, the table."""

    decision: int
    edition: int
    looks: int


class _Asked(NamedTuple):
    """A question as it can be asked again: for which seat, from which place, what is known there, and what it is."""

    seat: str
    place: Place
    told: Told
    message: ToServer


class _Work:
    """An answer that is being worked out for one or several guests."""

    def __init__(self, task: asyncio.Task[ToClient]) -> None:
        self.task = task
        self.waiting = 0


class Enquiries:
    """The questions of the guests of one table."""

    def __init__(self, audience: Audience, reckoning: Reckoning, quiet: asyncio.Event) -> None:
        self._audience, self._reckoning, self._quiet = audience, reckoning, quiet
        self._answers: dict[_Asked, ToClient] = {}
        self._work: dict[_Asked, _Work] = {}
        self._dear: set[type[ToServer]] = set()
        self._tasks: dict[Guest, set[asyncio.Task[None]]] = {}

    def told(self, place: Place) -> Told:
        """What somebody at a place has to go by."""
        feed = self._audience.feed(place.eyes)
        return Told(self._audience.decision(place.seat), feed.edition, feed.looks)

    def ask(self, guest: Guest, seat: str, message: ToServer) -> None:
        """Answer a question, now or when it is worked out. Raises what is wrong with it."""
        if type(message) not in LONG and type(message) not in self._dear:
            return guest.tell(self._here(Seat(self._audience.battle, seat), message))
        waiting = self._tasks.setdefault(guest, set())
        if len(waiting) >= MOST_WAITING:
            raise Busy(TOO_MANY)
        task = asyncio.create_task(self._answer(guest, seat, message))
        waiting.add(task)
        task.add_done_callback(lambda task: self._is_done(guest, task))

    def _here(self, seat: Seat, message: ToServer) -> ToClient:
        """An answer that takes no time worth speaking of; if it did, the next one is worked out elsewhere."""
        began = time.thread_time()
        answer = in_one_go(answer_of(seat, message))
        if time.thread_time() - began > TOO_DEAR:
            self._dear.add(type(message))
        return answer

    def _is_done(self, guest: Guest, task: asyncio.Task[None]) -> None:
        waiting = self._tasks.get(guest)
        if waiting is not None:
            waiting.discard(task)
            if not waiting:
                del self._tasks[guest]

    async def _answer(self, guest: Guest, seat: str, message: ToServer) -> None:
        """One question of a guest after the other."""
        ref = getattr(message, "ref", 0)
        told = self.told(guest.place)
        try:
            async with guest.asking:
                await self._check(guest, told)
                answer = await self._worked_out(guest, _Asked(seat, guest.place, told, _without_ref(message)))
                await self._check(guest, told)
        except GearlockError as error:
            answer = refusal_of(error, ref) or Refused("refused", str(error))
        except Exception:
            _log.exception("a question could not be answered: %s", type(message).__name__)
            answer = Refused("broken", UNCLEAR)
        guest.tell(msgspec.structs.replace(answer, ref=ref))

    async def _check(self, guest: Guest, told: Told) -> None:
        """Raises Stale if a guest has been told of something since; that is sure when nothing is being written down."""
        await self._quiet.wait()
        if told != self.told(guest.place):
            raise Stale(MOVED_ON)

    async def _worked_out(self, guest: Guest, asked: _Asked) -> ToClient:
        """The answer that is known, or comes of the work that is under way, or of new work."""
        known = self._answers.get(asked)
        if known is not None:
            return known
        work = self._work.get(asked)
        if work is None:
            question = question_of(self._audience.battle, asked.seat, asked.message)
            work = self._work[asked] = _Work(asyncio.create_task(self._work_out(asked, question, guest.purse)))
        work.waiting += 1
        try:
            await asyncio.wait({work.task})
        finally:
            work.waiting -= 1
            if not work.waiting:
                work.task.cancel()
        if work.task.cancelled():
            raise Stale(MOVED_ON)
        return work.task.result()

    async def _work_out(self, asked: _Asked, question: Question, purse: Purse) -> ToClient:
        try:
            answer = await self._reckoning.answer(question, purse.pay_elsewhere)
            if not isinstance(answer, Refused) or answer.code not in ("broken", "too-long"):
                while len(self._answers) >= MOST_ANSWERS:
                    del self._answers[next(iter(self._answers))]
                self._answers[asked] = answer
            return answer
        finally:
            self._work.pop(asked, None)

    def move_on(self) -> None:
        """The battle is another: what is void for those who asked is called off."""
        for asked, work in list(self._work.items()):
            if asked.told != self.told(asked.place):
                work.task.cancel()

    def leave(self, guest: Guest) -> None:
        """A guest is gone, and wants to know nothing more."""
        for task in self._tasks.pop(guest, ()):
            task.cancel()

    async def settled(self, guest: Guest) -> None:
        """Until this guest has every answer."""
        while waiting := self._tasks.get(guest):
            await asyncio.wait(waiting)

    def close(self) -> None:
        """Nothing is asked here any more."""
        for guest in list(self._tasks):
            self.leave(guest)


def _without_ref(message: ToServer) -> ToServer:
    """A question apart from the number that its answer goes by."""
    return msgspec.structs.replace(message, ref=0)
