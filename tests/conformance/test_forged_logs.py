"""No value of a log can be changed, and no line of it moved, without `prove` finding it; for every system."""

from __future__ import annotations

import json

import pytest

from conformance.conftest import BRIEF, is_long
from conformance.forgery import changed, is_found, moved, others, read, short_log, values, whole_log
from gearlock.kernel.record import Entry
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.verify import prove

SEED = 7
EVERY = [pytest.param(7 if BRIEF else 3, id="some"), pytest.param(1, id="all", marks=pytest.mark.soak)]
"""How many values of a log apart one is changed."""


def shortest(system: AnySystem) -> str:
    return min(
        (scenario for scenario in system.scenarios() if not is_long(system, scenario)),
        key=lambda scenario: len(b"".join(short_log(system, scenario, SEED))),
    )


def is_taken_back(lines: list[bytes], at: int) -> bool:
    """The one kind of change that says nothing about a battle: of something that was taken back, and that the rules
    would have taken either way. Nothing came of it, and no seal holds it."""
    log = read(lines)
    what = next(told.what for told in log.told if told.line == at + 1)
    return isinstance(what, Entry) and not any(entry is what for entry in log.entries)


def unfound(lines: list[bytes], variants: slice, every: int = 1) -> list[str]:
    return [
        f"line {at + 1}, {path}: {value!r} to {other!r}"
        for at, path, value in list(values(lines))[::every]
        for other in others(value)[variants]
        if not is_found(changed(lines, at, path, other)) and not is_taken_back(lines, at)
    ]


def unfound_moves(lines: list[bytes]) -> list[str]:
    return [what for what, at, forged in moved(lines) if not is_found(forged) and not is_taken_back(lines, at)]


@pytest.mark.parametrize("apart", EVERY)
def test_every_value_of_a_log_is_bound(system: AnySystem, apart: int) -> None:
    lines = short_log(system, shortest(system), SEED)
    kinds = {key for line in lines for key in json.loads(line)}
    assert {"check", "undo", "end"} <= kinds, "the log has a line of every kind"
    assert read(lines).throws
    proof = prove(read(lines))
    assert proof.holds, proof
    assert unfound(lines, slice(0, 1), apart) == []


def test_no_line_of_a_log_can_be_taken_out_doubled_or_moved(system: AnySystem) -> None:
    lines = short_log(system, shortest(system), SEED)
    assert unfound_moves(lines) == []


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
    assert unfound_moves(lines) == []
