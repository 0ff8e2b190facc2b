"""Work in a process of its own, with a deadline and a bound on memory: whatever happens there, nobody here waits."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import all_systems

START_UP = 90.0
"""Seconds a new process may take to come up on a busy machine; the deadline of its first task begins after that."""
MAKING_READY = 20.0
"""Seconds more for the first task of a process that has loaded no game yet."""
_processes = multiprocessing.get_context("spawn")


class Broke(msgspec.Struct, frozen=True):
    """What went wrong with a task, for the server's log."""

    words: str
    is_memory: bool = False


class CalledOff(msgspec.Struct, frozen=True):
    """The answer to a task that is wanted no more."""


class _Up(msgspec.Struct, frozen=True):
    """A process has come up."""


class _CallOff(msgspec.Struct, frozen=True):
    """The task with this number is wanted no more."""

    number: int


def take_up_the_games() -> None:
    """Have every game at hand before anybody asks."""
    for system in all_systems():
        system.scenarios()


def _live(pipe: Connection, work: Callable[[Any], object], memory: int, prepare: Callable[[], None] | None) -> None:
    """The life of a process: take a task, send back what came of it, or the words of what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which sends its workers home
    if memory:
        _limit_memory(memory)
    if prepare is not None:
        with suppress(Exception):  # what cannot be made ready shows in the task that wants it
            prepare()
    pipe.send(_Up())
    while True:
        try:
            said = pipe.recv()
        except EOFError:
            return
        if isinstance(said, _CallOff):  # it came too late
            continue
        number, task = said
        try:
            answer = work(task)
            pipe.send(_in_steps(pipe, number, answer) if isinstance(answer, Generator) else answer)
        except BadInput as error:  # what was sent is wrong, and the words for it are what is wanted
            pipe.send(error)
        except MemoryError:
            pipe.send(Broke("MemoryError", is_memory=True))
        except Exception as error:  # it may break in any way; the table must hear of it
            pipe.send(Broke(f"{type(error).__name__}: {error}"))


def _in_steps(pipe: Connection, number: int, steps: Generator[None, None, object]) -> object:
    """Work done bit by bit; between two steps it can be called off."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value
        if pipe.poll() and pipe.recv() == _CallOff(number):
            return CalledOff()


def _limit_memory(most: int) -> None:
    """Let this process have no more address space; where a machine has no such limit, the deadline must do."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


class Worker:
    """One process and the line to it."""

    def __init__(
        self, work: Callable[[Any], object], memory: int = 0, prepare: Callable[[], None] | None = None
    ) -> None:
        self.pipe, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_live, args=(theirs, work, memory, prepare), daemon=True)
        self.process.start()
        theirs.close()
        self._is_up = False
        self._grace = MAKING_READY if prepare is None else 0.0
        """Seconds that the first task may take more, where a process has not made itself ready for it."""
        self._number = 0
        self._sending = threading.Lock()

    def ask(self, task: object, deadline: float) -> object:
        """What comes of a task: an answer, a BadInput, CalledOff or Broke. Raises TimeoutError."""
        if not self._is_up:
            if not self.pipe.poll(START_UP):
                raise TimeoutError
            self.pipe.recv()
            self._is_up = True
        with self._sending:
            self._number += 1
            self.pipe.send((self._number, task))
        if not self.pipe.poll(deadline + self._grace):
            raise TimeoutError
        self._grace = 0.0
        answer: object = self.pipe.recv()
        return answer

    def call_off(self) -> None:
        """The task it is at is wanted no more."""
        with self._sending, suppress(OSError):
            self.pipe.send(_CallOff(self._number))

    def put_away(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join(5)
        self.pipe.close()
