"""One mutant after the other is tried by the tests, each in a process of its own that ends with it.

The tests are collected once. A function takes on its changed code in a fork of that process; what takes effect only
when a module is imported is tried in a fork made before anything was. Nothing is ever written into the source.
"""

from __future__ import annotations

import gc
import importlib.machinery
import json
import os
import resource
import signal
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, NoReturn

import pytest

from mutation.mutants import Mutant, codes
from mutation.witness import AT_IMPORT, Witness

MEMORY = 6 * 2**30
"""Bytes a trial may take."""
NONE = -1
CUT_OFF = "it took more time or memory than there is"
NO_IMPORT = "it cannot even be imported"


@dataclass
class Seen:
    """What came of running all tests once: who comes by which mutant, how long each test takes, who fails anyway."""

    tests: dict[int, set[str]] = field(default_factory=dict)
    remembered: set[int] = field(default_factory=set)
    seconds: dict[str, float] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)


class Trials:
    """A pytest plugin that tries mutants instead of running the tests once."""

    def __init__(self, mutants: Sequence[Mutant], folder: Path, jobs: int, patience: float) -> None:
        self.mutants, self._folder, self._jobs, self._patience = mutants, folder, jobs, patience
        self.verdicts: dict[int, str] = {}
        """By the number of a mutant the test that noticed it; empty where none did."""
        self.seen = Seen()
        self._part = self._number = NONE
        self._witness = Witness(mutants)
        self._failed = self._now = ""

    # --- hooks --------------------------------------------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Before anything is imported: look on once, then try what takes effect at import."""
        if self._fork(range(self._jobs), "part"):
            _change_imports(self._witness.signs())
            return
        self._gather()
        self._judge_without_trial()
        if self._fork([number for number in self._open() if self._is_fresh(number)], "number"):
            mutant = self.mutants[self._number]
            _change_imports({mutant.path: compile(mutant.source, mutant.path, "exec", dont_inherit=True)})

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All tests are there: look on, or try what is to be tried."""
        if self._part != NONE:
            self._look_on(session)
        if self._number != NONE:
            self._try_out(session)
        functions = _functions({mutant.path for mutant in self.mutants})
        gc.freeze()  # what all forks share is left where it is
        if self._fork(self._open(), "number"):
            _change_functions(self.mutants[self._number], functions)
            self._try_out(session)
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note who failed."""
        if report.failed:
            self._failed = report.nodeid

    # --- forks --------------------------------------------------------------------------------------------------------

    def _fork(self, numbers: Iterable[int], name: str) -> bool:
        """A fork for each number, a few at a time; true in the forks, false here when all have ended."""
        running: dict[int, int] = {}
        for number in numbers:
            if len(running) == self._jobs:
                self._await(running, name)
            pid = os.fork()
            if pid == 0:
                setattr(self, f"_{name}", number)
                _go_quiet(self._folder / f"{name}-{number}.txt")
                return True
            running[pid] = number
        while running:
            self._await(running, name)
        return False

    def _await(self, running: dict[int, int], name: str) -> None:
        """Until one of them has ended; what it found, if it tried a mutant."""
        pid, status = os.wait()
        number = running.pop(pid)
        file = self._folder / f"{name}-{number}.json"
        if name == "number" and (file.is_file() or os.WIFSIGNALED(status) or self._is_fresh(number)):
            otherwise = CUT_OFF if os.WIFSIGNALED(status) else NO_IMPORT
            self.verdicts[number] = json.loads(file.read_text()) if file.is_file() else otherwise
            print("." if self.verdicts[number] else "S", end="", flush=True)
        elif not file.is_file():
            for other in running:
                os.kill(other, signal.SIGKILL)
            said = (self._folder / f"{name}-{number}.txt").read_text(errors="replace")
            pytest.exit(f"The tests could not be run:\n{said[-3000:]}", 2)

    def _open(self) -> list[int]:
        return [number for number in range(len(self.mutants)) if number not in self.verdicts]

    # --- looking on ---------------------------------------------------------------------------------------------------

    def _look_on(self, session: pytest.Session) -> NoReturn:
        """Run a part of the tests and write down who came by where."""
        files = list(dict.fromkeys(item.path for item in session.items))[self._part :: self._jobs]
        items = [item for item in session.items if item.path in files]
        seconds: dict[str, float] = {}
        failing: list[str] = [] if not session.testsfailed else ["what cannot be collected"]
        for item, after in zip_longest(items, items[1:]):
            start, self._failed = time.process_time(), ""
            self._witness.turn_to(item.nodeid)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            seconds[item.nodeid] = time.process_time() - start
            failing += [self._failed] if self._failed else []
        tests = {number: sorted(names) for number, names in self._witness.seen.items()}
        found = [tests, sorted(self._witness.remembered), seconds, failing]
        (self._folder / f"part-{self._part}.json").write_text(json.dumps(found))
        os._exit(0)

    def _gather(self) -> None:
        for part in range(self._jobs):
            file = self._folder / f"part-{part}.json"
            tests, remembered, seconds, failing = json.loads(file.read_text())
            for number, names in tests.items():
                self.seen.tests.setdefault(int(number), set()).update(names)
            self.seen.remembered |= set(remembered)
            self.seen.seconds |= seconds
            self.seen.failing += failing
        if self.seen.failing:
            pytest.exit(f"These fail without any change: {', '.join(self.seen.failing)}", 2)

    def _judge_without_trial(self) -> None:
        for number, mutant in enumerate(self.mutants):
            if not mutant.fresh and not self.seen.tests.get(number):
                self.verdicts[number] = ""

    def _is_fresh(self, number: int) -> bool:
        return self.mutants[number].fresh or AT_IMPORT in self.seen.tests.get(number, ())

    # --- trying out ---------------------------------------------------------------------------------------------------

    def _try_out(self, session: pytest.Session) -> NoReturn:
        """Run the tests that could notice until one does."""
        if session.testsfailed:
            self._end(NO_IMPORT)
        signal.signal(signal.SIGVTALRM, lambda *_: self._end(f"{self._now} runs on and on"))
        items = self._in_order(session.items)
        limit = int(60 + 20 * sum(self.seen.seconds.get(item.nodeid, 0.0) for item in items))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for item, after in zip(items, [*items[1:], None], strict=True):
            self._now = item.nodeid
            patience = self._patience + 10 * self.seen.seconds.get(item.nodeid, 0.0)
            signal.setitimer(signal.ITIMER_VIRTUAL, patience)
            item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
            if self._failed:
                self._end(self._failed)
        self._end("")

    def _end(self, verdict: str) -> NoReturn:
        (self._folder / f"number-{self._number}.json").write_text(json.dumps(verdict))
        os._exit(0)

    def _in_order(self, items: Sequence[pytest.Item]) -> list[pytest.Item]:
        """Those that cite the rule first, and quick before slow; those that do not come by last, or not at all."""
        mutant, seconds = self.mutants[self._number], self.seen.seconds
        here = self.seen.tests.get(self._number, set())
        everybody = self._is_fresh(self._number) or self._number in self.seen.remembered

        def place(item: pytest.Item) -> tuple[bool, bool, float]:
            cites = any(mutant.rules & set(mark.args) for mark in item.iter_markers("rule"))
            return item.nodeid not in here, not cites, seconds.get(item.nodeid, 0.0)

        return sorted((item for item in items if everybody or item.nodeid in here), key=place)


def _go_quiet(file: Path) -> None:
    """A fork says nothing aloud."""
    quiet = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(quiet, stream)


def _functions(paths: set[str]) -> list[FunctionType]:
    """All functions of these files, wherever they are kept."""
    gc.collect()
    found = (each for each in gc.get_objects() if isinstance(each, FunctionType))
    return [each for each in found if each.__code__.co_filename in paths]


def _change_functions(mutant: Mutant, functions: Iterable[FunctionType]) -> None:
    """Every function of the module takes on its changed code."""
    table = codes(compile(mutant.source, mutant.path, "exec", dont_inherit=True))
    changed = 0
    for found in functions:
        if found.__code__.co_filename == mutant.path:
            (code,) = table[found.__code__.co_qualname, found.__code__.co_firstlineno]
            if code != found.__code__:
                found.__code__ = code
                changed += 1
    if not changed:
        raise RuntimeError(f"nothing was changed by {mutant.name}:{mutant.line}")


def _change_imports(modules: dict[str, CodeType]) -> None:
    """Whoever imports a module from one of these paths gets this instead."""
    loader: Any = importlib.machinery.SourceFileLoader
    plain = loader.get_code

    def get_code(self: Any, fullname: str) -> CodeType | None:
        found: CodeType | None = modules.get(self.path) or plain(self, fullname)
        return found

    loader.get_code = get_code
