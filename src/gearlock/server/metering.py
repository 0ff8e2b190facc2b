"""How much of the server's time each caller has had: whoever took more than a fair share waits for the next answer."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Generator
from typing import Any, Generic, TypeVar

from gearlock.server.limits import caller_of

T = TypeVar("T")
BURST, RATE = 2.0, 0.2
"""Seconds of the loop's time that a caller may take at once, and those added in each second."""
ELSEWHERE = 0.25
"""What a second costs in which another process works."""
LONGEST_WAIT = 5.0
"""Seconds that a caller in debt waits at most before the next message is read."""
MOST_CALLERS = 10_000


class Purse:
    """The time of the server that a caller may still take; below nothing it is in debt."""

    def __init__(self, burst: float = BURST, rate: float = RATE) -> None:
        self._burst, self._rate = burst, rate
        self._level, self._then = burst, time.monotonic()

    def pay(self, seconds: float) -> None:
        """Take so much of it."""
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate) - seconds
        self._then = now

    def pay_elsewhere(self, seconds: float) -> None:
        """Take so much of another process's time."""
        self.pay(seconds * ELSEWHERE)

    @property
    def wait(self) -> float:
        """Seconds until nothing is owed any more."""
        self.pay(0.0)
        return min(LONGEST_WAIT, max(0.0, -self._level / self._rate))


class OpenPurse(Purse):
    """The purse of a caller who is held to no measure."""

    def pay(self, seconds: float) -> None:
        """Nothing is counted."""


class Purses:
    """A purse for each caller; the oldest are forgotten when there are too many."""

    def __init__(self, are_counted: bool) -> None:
        self._are_counted = are_counted
        self._purses: dict[str, Purse] = {}

    def of(self, address: str) -> Purse:
        """The purse of whoever calls from an address."""
        if not self._are_counted:
            return OpenPurse()
        caller = caller_of(address)
        if caller not in self._purses and len(self._purses) >= MOST_CALLERS:
            del self._purses[next(iter(self._purses))]
        return self._purses.setdefault(caller, Purse())


class Metered(Generic[T]):
    """Work that is awaited like any other, and whose every step in the loop is paid for."""

    def __init__(self, work: Generator[Any, Any, T], purse: Purse) -> None:
        self._work, self._purse = work, purse

    def __await__(self) -> Generator[Any, Any, T]:
        """Run it step by step."""
        answer: Any = None
        failed: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                waits_for = self._work.send(answer) if failed is None else self._work.throw(failed)
            except StopIteration as done:
                result: T = done.value
                return result
            finally:
                self._purse.pay(time.thread_time() - began)
            answer, failed = None, None
            try:
                answer = yield waits_for
            except BaseException as error:  # to be handed on to the work, whatever it is
                failed = error


async def metered(work: Awaitable[T], purse: Purse) -> T:
    """Do some work, at a caller's cost."""
    return await Metered(work.__await__(), purse)
