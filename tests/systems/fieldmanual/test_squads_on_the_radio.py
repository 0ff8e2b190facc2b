"""Combined Models among jammers, leaders and those who fire back: what holds for the whole, and what for a base."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points.tests import NeuralNetUsed, PointIssued, is_sure, issuers
from gearlock.systems.fieldmanual.electronic_warfare import (
    ECM,
    EcmUsed,
    can_counter,
    can_help,
    can_jam_lock,
    carriers,
    is_designated,
    jammers,
    observers_for,
)
from gearlock.systems.fieldmanual.reactions import DeclareFire, mark_of, may_answer, reactors
from gearlock.systems.fieldmanual.state import DEAD, DESTROYED, LEADER, State, Unit
from systems.fieldmanual.radio import model, pool
from systems.fieldmanual.tables import activate, piece, table

HILL = piece("hill", (15, 26, 17, 48), 4)
"""Solid, in the north alone."""


def squad(state: State, seat: str, x: float, ys: tuple[float, ...] = (18, 20, 22), **more: Any) -> list[Unit]:
    """A Combined Model of several bases in a line."""
    first = f"{seat}-1"
    bases = [model(state, f"{seat}-{number}", x, y, team=first, **more) for number, y in enumerate(ys, 1)]
    for base in bases:
        base.name = base.id
    return bases


@pytest.mark.rule("fieldmanual.ecm-block", "fieldmanual.combined-models")
def test_a_squad_jams_once_by_its_first_base_and_all_of_it_pays() -> None:
    state = table()
    red = model(state, "red-9", 10)
    bases = squad(state, "blue", 25, ecm=1)
    assert jammers(state, red) == [bases[0]]
    EcmUsed("blue-1", "red-9").change(state)
    assert [base.actions for base in bases] == [0, 0, 0]
    for base in bases:
        base.actions = 1
    bases[0].status = DESTROYED
    assert jammers(state, red) == [bases[1]]


@pytest.mark.rule("fieldmanual.ecm-combined", "fieldmanual.eccm", "fieldmanual.combined-models")
def test_a_squad_does_not_help_itself() -> None:
    state = table()
    bases = squad(state, "blue", 25, ecm=1, eccm=1)
    other = model(state, "blue-8", 28, 30, ecm=1, team="blue-8")
    assert not can_help(state, bases[1], bases[0])
    assert can_help(state, other, bases[0])
    assert not can_counter(state, bases[0], bases[2])
    assert can_jam_lock(state, bases[0], bases[2])


@pytest.mark.rule("fieldmanual.ecm-block")
def test_only_who_stands_on_the_table_for_this_side_carries_ecm() -> None:
    state = table()
    mine, theirs = model(state, "red-1", 10, ecm=1), model(state, "blue-1", 20, ecm=1)
    assert list(carriers(state, "red", ECM)) == [mine]
    theirs.status = DEAD
    assert list(carriers(state, "blue", ECM)) == []
    mine.status = DEAD
    assert list(carriers(state, "red", ECM)) == []


@pytest.mark.rule("fieldmanual.forward-observation", "fieldmanual.combined-models")
def test_what_one_base_heard_serves_the_squad() -> None:
    state = table()
    bases = squad(state, "red", 10)
    target = model(state, "blue-1", 30)
    target.tokens["heard:red-2:red-9"] = 2
    assert [observers_for(state, target, base) for base in bases] == [["red-9"]] * 3
    assert is_designated(state, target, bases[0])
    target.tokens["heard:red-2:red-9"] = 1
    assert not is_designated(state, target, bases[0])


@pytest.mark.rule("fieldmanual.cp-receive", "fieldmanual.combined-models")
def test_a_squad_receives_one_point_and_gives_itself_its_own() -> None:
    state = table()
    pool(state, red=3)
    bases = squad(state, "red", 10, rank=LEADER, ld=2)
    assert [by.id for by in issuers(state, bases[2])] == ["red-1"]
    assert is_sure(bases[0], bases[2])
    PointIssued("red-1", "red-1", "test").change(state)
    assert issuers(state, bases[2]) == []
    NeuralNetUsed("red-1", "test").change(state)
    assert all(base.token("neural net") for base in bases)


@pytest.mark.rule("fieldmanual.reaction-fire", "fieldmanual.combined-models")
def test_lock_to_one_base_is_enough_and_a_lost_squad_is_no_mark() -> None:
    state = table(HILL)
    bases = squad(state, "red", 10, (20, 40))
    blue = model(state, "blue-9", 25)
    activate(state, "red-1")
    assert BOOK.refuse(state, Ask("blue", "declare fire"), DeclareFire("blue-9")) is None
    assert reactors(state) == [blue]
    bases[0].status = DESTROYED
    state.notes.clear()
    assert mark_of(state) is bases[0]
    assert reactors(state) == []
    bases[1].status = DESTROYED
    assert mark_of(state) is None
    model(state, "blue-8", 40, actions=0)
    assert may_answer(state)
