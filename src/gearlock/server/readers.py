"""Readers of what strangers send: a few processes with a deadline and a bound on memory, and not too many waiting."""

from __future__ import annotations

import asyncio
import logging
from typing import TypeVar, cast

from litestar.exceptions import ServiceUnavailableException

from gearlock.kernel.bounds import MOST_WAITING, PROOF_SECONDS, READERS, READING_MEMORY, READING_SECONDS
from gearlock.kernel.errors import BadInput
from gearlock.kernel.system import Setup
from gearlock.server.errands import Errand, Inspection, Layout, Proof, Recruiting, RosterVerdict, run
from gearlock.server.pools import Pool
from gearlock.server.processes import Broke, Worker

BUSY = "Many are having something read here just now; try again in a moment."
_log = logging.getLogger(__name__)
T = TypeVar("T")


class Readers:
    """Processes that start when they are needed; one that is too slow or takes too much is put away."""

    def __init__(self, count: int = READERS, memory: int = READING_MEMORY) -> None:
        self.seconds, self.proof_seconds, self.memory = READING_SECONDS, PROOF_SECONDS, memory
        self._turns, self._threads = asyncio.Semaphore(count), Pool(count, "reader")
        self._free: list[Worker] = []
        self._all: set[Worker] = set()
        self._waiting = 0
        self._closed = False

    async def lay_out(self, layout: Layout) -> Setup:
        """The set-up of a battle with files of somebody's own. Raises BadInput."""
        setup = await self._read(layout, self.seconds, "What you sent along")
        assert isinstance(setup, Setup)
        return setup

    async def inspect(self, text: str, system: str) -> RosterVerdict:
        """What the rules say of a roster, for that game if one is named. Raises BadInput."""
        verdict = await self._read(Inspection(text, system), self.seconds, "Your roster")
        assert isinstance(verdict, RosterVerdict)
        return verdict

    async def recruit(self, wanted: Recruiting) -> str:
        """A force made up at random, as text. Raises BadInput."""
        text = await self._read(wanted, self.seconds, "A force of this size")
        assert isinstance(text, str)
        return text

    async def make(self, errand: Errand[T], what: str, seconds: float = 0) -> T:
        """Whatever an errand makes of what was sent, which is called so in words. Raises BadInput.

        What the server has done for itself may take the seconds that it says.
        """
        return cast("T", await self._read(errand, seconds or self.seconds, what))

    async def prove(self, raw: bytes) -> None:
        """Play a log through the rules. Raises BadInput."""
        await self._read(Proof(raw), self.proof_seconds, "Your log")

    async def _read(self, errand: Errand[object], seconds: float, what: str) -> object:
        if self._waiting >= MOST_WAITING:
            raise ServiceUnavailableException(BUSY)
        self._waiting += 1
        try:
            await self._turns.acquire()
        finally:
            self._waiting -= 1
        try:
            answer = await self._ask(errand, seconds, what)
        finally:
            self._turns.release()
        if isinstance(answer, BadInput):
            raise answer
        if isinstance(answer, Broke) and answer.is_memory:
            raise BadInput(f"{what} needs more memory than the {self.memory >> 20} MB there are for reading it.")
        if isinstance(answer, Broke):
            _log.error("what somebody sent could not be read: %s", answer.words)
            raise BadInput(f"{what} could not be read; what went wrong is in the server's log.")
        return answer

    async def _ask(self, errand: object, seconds: float, what: str) -> object:
        reader = self._free.pop() if self._free else self._hire()
        kept = False
        try:
            answer = await self._threads.do(reader.ask, errand, seconds)
            kept = not (isinstance(answer, Broke) and answer.is_memory)
            return answer
        except TimeoutError:
            raise BadInput(f"{what} took longer than {seconds:g} s to read. Make it smaller or simpler.") from None
        except (EOFError, OSError):  # it came to an end, for want of memory most likely
            if self._closed:
                raise ServiceUnavailableException("The server is being stopped.") from None
            raise BadInput(f"{what} could not be read: it took more than there is for reading it.") from None
        finally:
            if kept:
                self._free.append(reader)
            else:
                self._all.discard(reader)
                reader.put_away()

    def _hire(self) -> Worker:
        reader = Worker(run, self.memory)
        self._all.add(reader)
        return reader

    def close(self) -> None:
        """Send them all home, whatever they are at."""
        self._closed = True
        for reader in self._all:
            reader.put_away()
        self._all.clear()
        self._free.clear()
        self._threads.close()
