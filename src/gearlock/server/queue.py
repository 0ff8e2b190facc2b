"""Who is served next where few serve many: people first, then advice, then bots among themselves."""

from __future__ import annotations

import asyncio
import heapq
from enum import IntEnum
from itertools import count
from typing import Generic, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """How soon a bot's decision is wanted; the smaller the sooner."""

    PERSON = 0
    """A person at the table waits for it."""
    ADVICE = 1
    """Somebody asked what a bot would do, or why it did."""
    ALONE = 2
    """Bots play among themselves."""


class Served(Generic[T]):
    """Things that are free to be used, and those who wait for one: the most urgent first, then in the order they came.

    Where there are several, the last that is free is never given to bots among themselves.
    """

    def __init__(self) -> None:
        self._free: list[T] = []
        self._waiting: list[tuple[Urgency, int, asyncio.Future[T]]] = []
        self._number = count()
        self.size = 0
        """How many things there are, free or not."""

    async def take(self, urgency: Urgency) -> T:
        """One that is free, as soon as it is one's turn."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (urgency, next(self._number), future))
        self._serve()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(future.result())
            raise

    def give_back(self, thing: T) -> None:
        """It is free again, or new."""
        self._free.append(thing)
        self._serve()

    def _serve(self) -> None:
        while self._waiting and self._free:
            urgency, _, future = self._waiting[0]
            if future.done():  # gave up waiting
                heapq.heappop(self._waiting)
            elif urgency is Urgency.ALONE and len(self._free) < min(self.size, 2):
                return
            else:
                heapq.heappop(self._waiting)
                future.set_result(self._free.pop(0))
