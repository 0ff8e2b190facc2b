"""Work in a process of its own, with a deadline and a bound on memory: whatever happens there, nobody here waits."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import msgspec

from gearlock.kernel.errors import BadInput

START_UP = 20.0
"""Seconds a new process may take to come up, on top of the deadline of its first task."""
_processes = multiprocessing.get_context("spawn")


class Broke(msgspec.Struct, frozen=True):
    """What went wrong with a task, for the server's log."""

    words: str
    is_memory: bool = False


def _live(pipe: Connection, work: Callable[[Any], object], memory: int) -> None:
    """The life of a process: take a task, send back what came of it, or the words of what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which sends its workers home
    if memory:
        _limit_memory(memory)
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(work(task))
        except BadInput as error:  # what was sent is wrong, and the words for it are what is wanted
            pipe.send(error)
        except MemoryError:
            pipe.send(Broke("MemoryError", is_memory=True))
        except Exception as error:  # it may break in any way; the table must hear of it
            pipe.send(Broke(f"{type(error).__name__}: {error}"))


def _limit_memory(most: int) -> None:
    """Let this process have no more address space; where a machine has no such limit, the deadline must do."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


class Worker:
    """One process and the line to it."""

    def __init__(self, work: Callable[[Any], object], memory: int = 0) -> None:
        self.pipe, theirs = _processes.Pipe()
        self.process = _processes.Process(target=_live, args=(theirs, work, memory), daemon=True)
        self.process.start()
        theirs.close()
        self.is_new = True

    def ask(self, task: object, deadline: float) -> object:
        """What comes of a task: an answer, a BadInput, or Broke. Raises TimeoutError."""
        self.pipe.send(task)
        if not self.pipe.poll(deadline + (START_UP if self.is_new else 0.0)):
            raise TimeoutError
        self.is_new = False
        answer: object = self.pipe.recv()
        return answer

    def put_away(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join(5)
        self.pipe.close()
