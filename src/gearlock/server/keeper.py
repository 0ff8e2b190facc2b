"""The one thread that writes: the table waits for it, so that nothing is told that could be lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from gearlock.server.store import Store

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 200
"""What is written in one go at most."""


class Keeper:
    """Gives the store a thread of its own; everything asked of it is done in turn.

    What many tables want kept at the same time goes to the disk together: it takes no longer for all than for one.
    """

    def __init__(self, url: str) -> None:
        self._thread = ThreadPoolExecutor(1, "keeper")
        self.store: Store = self._thread.submit(Store, url).result()
        self._waiting: list[tuple[Callable[[], None], Future[None]]] = []
        self._writing = False
        self._lock = threading.Lock()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something of the store looked up, and wait for it."""
        future = self._thread.submit(work, *args, **kwargs)
        return await asyncio.wrap_future(future)

    async def keep(self, work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have something written, and wait until it is on the disk."""
        kept: Future[None] = Future()
        with self._lock:
            self._waiting.append((partial(work, *args, **kwargs), kept))
            is_first, self._writing = not self._writing, True
        if is_first:
            self._thread.submit(self._write_all)
        await asyncio.wrap_future(kept)

    def _write_all(self) -> None:
        while True:
            with self._lock:
                batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
                self._writing = bool(batch)
            if not batch:
                return
            try:
                with self.store.together():
                    for work, _ in batch:
                        work()
            except Exception:  # one of them cannot be kept; the others must not suffer for it
                for work, kept in batch:
                    _write(work, kept)
            else:
                for _, kept in batch:
                    _settle(kept, None)

    def close(self) -> None:
        """Finish what was asked for, then let go."""
        self._thread.submit(self.store.close).result()
        self._thread.shutdown()


def _write(work: Callable[[], None], kept: Future[None]) -> None:
    try:
        work()
    except Exception as error:  # whatever it is, it is told to whoever waits
        _settle(kept, error)
    else:
        _settle(kept, None)


def _settle(kept: Future[None], error: Exception | None) -> None:
    """Tell whoever still waits."""
    if not kept.set_running_or_notify_cancel():
        return
    if error is None:
        kept.set_result(None)
    else:
        kept.set_exception(error)
