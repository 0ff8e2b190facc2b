"""The one thread that writes: the table waits for it, so that nothing is told that could be lost."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from gearlock.server.mishaps import AWAY, Away, is_away
from gearlock.server.store import Store
from gearlock.server.tenure import Displaced, Hold
from gearlock.server.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 200
"""What is written in one go at most."""
PATIENCE = 10.0
"""Seconds that a database on a server may take before whoever waits is told that it does not answer."""
LOOKS = 1.0
"""Seconds between two looks whether that database is still ours."""
LAST_MOMENTS = 5
"""Seconds that what is being answered, and then that database, may take when the server is stopped."""
_log = logging.getLogger(__name__)


class Keeper:
    """Gives the store a thread of its own; everything asked of it is done in turn.

    What many tables want kept at the same time goes to the disk together: it takes no longer for all than for one. A
    database on a server is read by another thread, and waited for with patience, not for ever.
    """

    def __init__(self, url: str, hold: Hold | None = None) -> None:
        self._writer = Worker("keeper")
        try:
            self.store: Store = self._writer.submit(Store, url, hold=hold).result()
        except BaseException:
            self._writer.stop()
            raise
        self._reader = Worker("reader") if self.store.is_remote else self._writer
        self.patience = PATIENCE if self.store.is_remote else None
        self._waiting: list[tuple[Callable[[], None], Future[None]]] = []
        self._writing = False
        self._lock = threading.Lock()
        self.lost: Displaced | None = None
        """Another server has the database now, and nothing is written any more."""
        self._when_lost: list[Callable[[], None]] = []
        self._is_over = threading.Event()
        if self.store.is_remote and hold is not None:
            threading.Thread(target=self._watch, name="watch", daemon=True).start()

    async def do(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Have something of the store looked up, and wait for it."""
        if self.lost is not None:
            raise self.lost
        return await self._in_time(self._reader.submit(work, *args, **kwargs))

    async def keep(self, work: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> None:
        """Have something written, and wait until it is on the disk. What nobody waits for any more is left out."""
        if self.lost is not None:
            raise self.lost
        kept: Future[None] = Future()
        with self._lock:
            self._waiting.append((partial(work, *args, **kwargs), kept))
            is_first, self._writing = not self._writing, True
        if is_first:
            self._writer.submit(self._write_all)
        await self._in_time(kept)

    async def ask_whether_well(self) -> None:
        """Have a little read, and see whether writing is still ours. Raises SQLAlchemyError if not."""
        await self.do(self.store.ping)
        await self._in_time(self._writer.submit(self._look))

    async def _in_time(self, future: Future[T]) -> T:
        try:
            async with asyncio.timeout(self.patience):
                return await asyncio.wrap_future(future)
        except TimeoutError as error:
            raise Away(AWAY) from error

    def when_lost(self, call: Callable[[], None]) -> None:
        """Call, from a thread of ours, when another server has taken the database over."""
        self._when_lost.append(call)

    def _lose(self, error: Displaced) -> None:
        if self.lost is None and not self._is_over.is_set():
            self.lost = error
            _log.error("%s", error)
            for call in self._when_lost:
                call()

    def _watch(self) -> None:
        while not self._is_over.wait(LOOKS):
            try:
                self._writer.submit(self._look).result()
            except Displaced:
                return
            except (SQLAlchemyError, OSError, RuntimeError) as error:
                _log.debug("the database does not answer: %s", error)

    def _look(self) -> None:
        try:
            self.store.look()
        except Displaced as error:
            self._lose(error)
            raise

    def _write_all(self) -> None:
        while True:
            with self._lock:
                batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
                self._writing = bool(batch)
            if not batch:
                return
            batch = [each for each in batch if each[1].set_running_or_notify_cancel()]
            try:
                with self.store.together():
                    for work, _ in batch:
                        work()
            except Exception as error:
                if is_away(error):  # it would be so for each of them, and each would take as long
                    self._fail(batch, error)
                else:  # one of them cannot be kept; the others must not suffer for it
                    for work, kept in batch:
                        self._write(work, kept)
            else:
                for _, kept in batch:
                    kept.set_result(None)

    def _write(self, work: Callable[[], None], kept: Future[None]) -> None:
        try:
            with self.store.together():
                work()
        except Exception as error:  # whatever it is, it is told to whoever waits
            self._fail([(work, kept)], error)
        else:
            kept.set_result(None)

    def _fail(self, batch: list[tuple[Callable[[], None], Future[None]]], error: Exception) -> None:
        if isinstance(error, Displaced):
            self._lose(error)
        for _, kept in batch:
            kept.set_exception(error)

    def close(self) -> None:
        """Finish what was asked for, then let go; a database that does not answer is not waited for."""
        self._is_over.set()
        closing = self._writer.submit(self.store.close)
        self._writer.stop()
        if self._reader is not self._writer:
            self._reader.stop()
        try:
            closing.result(None if self.patience is None else LAST_MOMENTS)
        except TimeoutError:
            _log.warning("The database does not answer; Gearlock ends without it.")
