"""The same examples in every run of `make test`, new ones in every run of `make soak`."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from gearlock.kernel import offering
from gearlock.kernel.registry import system_ids

os.environ["GEARLOCK_TRACEBACK"] = "1"  # a fault that nobody foresaw fails a test with its traceback

LEFT_OUT = {Phase.explain, Phase.shrink} if os.environ.get("GEARLOCK_HASTY") else {Phase.explain}
"""Explaining a failure has been seen to run for ever where most examples fail alike. The hasty need no small one."""
PHASES = [phase for phase in Phase if phase not in LEFT_OUT]
BUSY = [HealthCheck.too_slow]
"""How long it takes to make up an example tells more about who else uses the machine than about the test."""
settings.register_profile("steady", derandomize=True, deadline=None, phases=PHASES, suppress_health_check=BUSY)
settings.register_profile("exploring", deadline=None, max_examples=2000, phases=PHASES, suppress_health_check=BUSY)
settings.load_profile("exploring" if os.environ.get("GEARLOCK_EXPLORE") else "steady")

BUDGET = 150.0
"""Seconds of a processor that the tests of one system may take, so that five and the house fit into twelve minutes
on two cores. Seconds of a processor, not of a clock: those tell who else uses the machine."""


@pytest.fixture(scope="session", autouse=True)
def _whatever_is_offered_is_an_answer() -> Iterator[None]:
    """In a battle of the tests an option that its rules refuse is a failure; at a table it is left out and logged."""

    def fail(*said: str) -> None:
        raise AssertionError(f"offered and refused: {said}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(offering, "report", fail)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the tests of the server keep battles: `--database postgres` is another place than files."""
    parser.addoption("--database", choices=["file", "postgres"], default="file")


_clock = 0.0


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note on every report what has been spent since the last, with what was started and has ended."""
    global _clock
    before, _clock = _clock, sum(os.times()[:4])
    report = yield
    vars(report)["processor"] = _clock - before if before else 0.0
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How much of its budget each system has taken: what is beyond belongs into `make soak`."""
    took = dict.fromkeys(system_ids(), 0.0)
    names = re.compile(rf"(?<![a-z0-9])({'|'.join(map(re.escape, took))})(?![a-z0-9])")
    for reports in terminalreporter.stats.values():
        for report in reports:
            found = names.search(getattr(report, "nodeid", ""))
            if found:
                took[found[1]] += getattr(report, "processor", 0.0)
    for name, seconds in took.items():
        if seconds >= 1:
            over = ": over its budget, move battles to make soak" if seconds > BUDGET else ""
            terminalreporter.write_line(f"{name}: {seconds:.0f} of {BUDGET:.0f} seconds of tests{over}")
