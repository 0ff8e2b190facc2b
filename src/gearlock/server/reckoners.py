"""Processes that work out what players ask, so that the loop in which everybody is served never stands still for it."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from typing import Protocol

from gearlock.server.pools import Pool
from gearlock.server.processes import Broke, CalledOff, Worker, take_up_the_games
from gearlock.server.questions import Question, answered
from gearlock.server.wire import Refused, ToClient

SECONDS = 20.0
"""How long one answer may take."""
MOST = 4
TOO_LONG = "This takes too long to work out here. Ask about less, or look at the table again."
UNCLEAR = "This could not be worked out, and nothing was done. Try another way."
_log = logging.getLogger(__name__)


class Reckoning(Protocol):
    """Whoever works out answers."""

    async def answer(self, question: Question, pays: Callable[[float], None]) -> ToClient:
        """The answer, or a refusal, and what it cost in seconds. When this is cancelled the work is called off."""


class Inline:
    """Works out answers in the loop itself, step by step: for a table with no server around it."""

    async def answer(self, question: Question, pays: Callable[[float], None]) -> ToClient:
        """The answer, with others served between its steps."""
        steps, seconds = answered(question), 0.0
        while True:
            began = time.thread_time()
            try:
                next(steps)
            except StopIteration as done:
                pays(seconds + time.thread_time() - began)
                result: ToClient = done.value
                return result
            seconds += time.thread_time() - began
            await asyncio.sleep(0)


class _Job:
    """A question that is being answered, as long as anybody wants to know."""

    worker: Worker | None = None
    is_wanted = True

    def call_off(self) -> None:
        self.is_wanted = False
        if self.worker is not None:
            self.worker.call_off()


class Reckoners:
    """A few processes that start when they are needed; one that is too slow is put away."""

    def __init__(self, count: int = 0) -> None:
        count = count or max(1, min(MOST, (os.cpu_count() or 1) - 1))
        self._turns, self._threads = asyncio.Semaphore(count), Pool(count + 1, "reckoner")
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._jobs: set[asyncio.Task[object]] = set()
        self._closed = False

    async def warm(self) -> None:
        """Have one process come up before anybody asks anything."""
        self._free.append(await self._threads.do(self._hire))

    async def answer(self, question: Question, pays: Callable[[float], None]) -> ToClient:
        """The answer, or a refusal, and what it cost in seconds. When this is cancelled the work is called off."""
        job = _Job()
        task = asyncio.create_task(self._serve(question, job, pays))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        try:
            answer = await asyncio.shield(task)
        except asyncio.CancelledError:
            job.call_off()
            raise
        if isinstance(answer, ToClient):
            return answer
        _log.error("a question could not be answered: %s", answer)
        return Refused("broken", UNCLEAR, ref=getattr(question.message, "ref", 0))

    async def _serve(self, question: Question, job: _Job, pays: Callable[[float], None]) -> object:
        """What comes of a question. This runs to its end, so that the process is free again."""
        async with self._turns:
            if not job.is_wanted:
                return CalledOff()
            worker = self._free.pop() if self._free else await self._threads.do(self._hire)
            job.worker, kept, began = worker, False, time.monotonic()
            try:
                answer = await self._threads.do(worker.ask, question, SECONDS)
                kept = not (isinstance(answer, Broke) and answer.is_memory)
                return answer
            except TimeoutError:
                return Refused("too-long", TOO_LONG, ref=getattr(question.message, "ref", 0))
            except (EOFError, OSError) as error:  # it came to an end
                return Broke(str(error))
            finally:
                job.worker = None
                pays(time.monotonic() - began)
                if kept:
                    self._free.append(worker)
                else:
                    self._all.discard(worker)
                    if not self._closed:
                        await self._threads.do(worker.put_away)

    def _hire(self) -> Worker:
        worker = Worker(answered, prepare=take_up_the_games)
        self._all.add(worker)
        if self._closed:
            worker.put_away()
        return worker

    def close(self) -> None:
        """Send them all home, whatever they are at."""
        self._closed = True
        for worker in list(self._all):
            worker.put_away()
        self._all.clear()
        self._free.clear()
        self._threads.close()
