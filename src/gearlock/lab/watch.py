"""A limit of time for what somebody else's code does, in whatever thread it runs."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

TICK = 0.25
"""Seconds between two looks at the clock, where there is no alarm."""


WAITS = 200
"""Milliseconds that are waited for what was sent and has not come; it may have been caught already."""


class TooSlow(BaseException):
    """Time is up. Not an Exception, so that no bot takes it for one of its own."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TooSlow in the middle of whatever goes on: by an alarm in the main thread, else by a watcher."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        with _watcher.watching(seconds):
            yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - what a signal brings along
    raise TooSlow


class _Watcher:
    """One thread for all that are watched; it wakes now and then, which costs less than a clock for each decision."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._until: dict[int, float] = {}
        self._late: set[int] = set()
        self._thread: threading.Thread | None = None

    @contextmanager
    def watching(self, seconds: float) -> Iterator[None]:
        """Watch the thread this is called in."""
        own = threading.get_ident()
        with self._lock:
            self._until[own] = time.monotonic() + seconds
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, daemon=True, name="gearlock-watcher")
                self._thread.start()
        came = False
        try:
            yield
        except TooSlow:
            came = True
            raise
        finally:
            with self._lock:
                self._until.pop(own, None)
                is_due = own in self._late and not came
                self._late.discard(own)
            if is_due:
                _let_it_come()

    def _watch(self) -> None:
        while True:
            time.sleep(TICK)
            with self._lock:
                now = time.monotonic()
                for thread in [each for each, until in self._until.items() if until <= now]:
                    del self._until[thread]
                    self._late.add(thread)
                    _raise_in(thread, TooSlow)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have an exception raised in another thread. It is never taken back: Python 3.11 would look for it for ever."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _let_it_come() -> None:
    """Take what was sent when the time was just up, so that it is not raised in somebody else's work."""
    try:
        for _ in range(WAITS):
            time.sleep(0.001)
    except TooSlow:
        return


_watcher = _Watcher()
