"""No value of a log can be changed, and no line of it moved, without `prove` finding it; for every system."""

from __future__ import annotations

import json

import pytest

from conformance.conftest import BRIEF, is_long
from conformance.forgery import Path, changed, is_found, moved, others, read, short_log, values, whole_log
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.record import Answered
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.verify import prove

SEED = 7
EVERY = 7 if BRIEF else 1


def shortest(system: AnySystem) -> str:
    return min(
        (scenario for scenario in system.scenarios() if not is_long(system, scenario)),
        key=lambda scenario: len(b"".join(short_log(system, scenario, SEED))),
    )


def is_meaningless(lines: list[bytes], at: int, path: Path) -> bool:
    """The one kind of change that says nothing else: an answer that was the only one possible, given by the seat itself
    or for it. The battle is the same battle, and so is every later decision."""
    if path != ("input", "auto"):
        return False
    log = read(lines)
    entry = next(told.entry for told in log.told if told.line == at + 1)
    del log.entries[entry:]
    by = read(lines).entries[entry].input
    assert isinstance(by, Answered)
    options = log.battle().options(by.seat)
    return len(options) == 1 and not isinstance(options[0], OPEN_OPTIONS) and not by.auto


def unfound(lines: list[bytes], variants: slice, every: int = 1) -> list[str]:
    return [
        f"line {at + 1}, {path}: {value!r} to {other!r}"
        for at, path, value in list(values(lines))[::every]
        for other in others(value)[variants]
        if not is_found(changed(lines, at, path, other)) and not is_meaningless(lines, at, path)
    ]


def test_every_value_of_a_log_is_bound(system: AnySystem) -> None:
    lines = short_log(system, shortest(system), SEED)
    kinds = {key for line in lines for key in json.loads(line)}
    assert {"check", "undo", "end"} <= kinds, "the log has a line of every kind"
    assert read(lines).throws
    proof = prove(read(lines))
    assert proof.holds, proof
    assert unfound(lines, slice(0, 1), EVERY) == []


def test_no_line_of_a_log_can_be_taken_out_doubled_or_moved(system: AnySystem) -> None:
    lines = short_log(system, shortest(system), SEED)
    assert [what for what, forged in moved(lines) if not is_found(forged)] == []


def test_the_result_of_a_battle_is_bound(system: AnySystem) -> None:
    lines = whole_log(system, shortest(system), SEED)
    assert prove(read(lines)).holds
    last = len(lines) - 1
    end = [(path, value) for at, path, value in values(lines) if at == last]
    assert {path[:2] for path, _ in end} >= {("end", "outcome"), ("end", "hash"), ("end", "seed")}
    assert [
        path for path, value in end for other in others(value) if not is_found(changed(lines, last, path, other))
    ] == []


@pytest.mark.soak
def test_every_value_of_any_log_is_bound_whatever_it_is_changed_to(system: AnySystem, scenario: str, seed: int) -> None:
    if is_long(system, scenario):
        lines = short_log(system, scenario, seed, throws=8)
    else:
        lines = whole_log(system, scenario, seed)
    assert prove(read(lines)).holds
    assert unfound(lines, slice(None), 11) == []
    assert [what for what, forged in moved(lines) if not is_found(forged)] == []
