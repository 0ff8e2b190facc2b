"""No value of a log can be changed, and no line of it moved, without `prove` finding it; for every system."""

from __future__ import annotations

import json

import pytest

from conformance.conftest import BRIEF, is_long
from conformance.forgery import changed, is_found, moved, others, read, short_log, values, whole_log
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.dice import Seeded
from gearlock.kernel.record import Answered, Entry
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.verify import prove

SEED = 7
EVERY = 7 if BRIEF else 1


def shortest(system: AnySystem) -> str:
    return min(
        (scenario for scenario in system.scenarios() if not is_long(system, scenario)),
        key=lambda scenario: len(b"".join(short_log(system, scenario, SEED))),
    )


def is_meaningless(lines: list[bytes], forged: list[bytes], at: int) -> bool:
    """The two changes that say nothing else about a battle, each looked into by playing that decision both ways.

    - `auto` of an answer that was the only one possible: given by the seat itself or for it, it is the same answer.
    - A detail of an order that the rules take either way, and of which the very same comes: the force of a blow that
      misses. What a seat meant, and nothing came of, no rule can tell.
    """
    was, now = (next(told.what for told in read(each).told if told.line == at + 1) for each in (lines, forged))
    if not (isinstance(was, Entry) and isinstance(now, Entry)):
        return False
    if not (isinstance(was.input, Answered) and isinstance(now.input, Answered)) or was.input.seat != now.input.seat:
        return False
    end = read(lines).end
    assert end is not None
    battle = read(lines[:at]).battle(Seeded(end.seed))
    options = battle.options(was.input.seat)
    if was.input.auto != now.input.auto:
        return len(options) == 1 and not isinstance(options[0], OPEN_OPTIONS)
    one, other = battle.fork(battle.dice), battle.fork(battle.dice)
    return one.answer(was.input.seat, was.input.order) == other.answer(now.input.seat, now.input.order)


def unfound(lines: list[bytes], variants: slice, every: int = 1) -> list[str]:
    left = []
    for at, path, value in list(values(lines))[::every]:
        for other in others(value)[variants]:
            forged = changed(lines, at, path, other)
            if not is_found(forged) and not is_meaningless(lines, forged, at):
                left.append(f"line {at + 1}, {path}: {value!r} to {other!r}")
    return left


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
