"""A thread that does one thing after another, and that a process about to end does not wait for."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Worker:
    """Like a pool of one thread, but that of an executor would keep the process alive while a database hangs."""

    def __init__(self, name: str) -> None:
        self._tasks: queue.SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = queue.SimpleQueue()
        self._is_stopped = False
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def submit(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have something done; one that is canceled before its turn is left out."""
        if self._is_stopped:
            raise RuntimeError("this thread has ended")
        future: Future[T] = Future()
        self._tasks.put((partial(work, *args, **kwargs), future))
        return future

    def stop(self) -> None:
        """End when everything that was asked for is done."""
        self._is_stopped = True
        self._tasks.put(None)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            work, future = task
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as error:  # whatever it is, it is told to whoever waits
                    future.set_exception(error)
            del work, future, task
