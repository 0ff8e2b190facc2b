"""4.1.4: Bad Intelligence: a quarter of a force is moved before the first round."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import Ask, Place
from gearlock.kernel.orders import Decline
from gearlock.kernel.system import Aim
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.flow import step
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import RELOCATE, relocates, tv_left
from gearlock.systems.tactical.subplots.orders_and_events import Relocate, Relocated
from systems.tactical.subplots.fields import code, field, told
from systems.tactical.tables import mils, piece, play, put, table

ASK = Ask("red", RELOCATE)


def before() -> State:
    """Four Hunters of red, of 100 TV each."""
    state = field("red:Bad Intelligence")
    put(state, "red-3", "hunter", 28, 10)
    put(state, "red-4", "hunter", 32, 10)
    for unit in state.units.values():
        unit.tv = 100
    state.round, state.phase, state.turn = 0, "round", ""
    return state


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_a_quarter_of_the_force_stands_elsewhere_when_all_have_been_placed() -> None:
    state = before()
    assert (tv_left(state, "red"), tv_left(state, "blue"), relocates(state)) == (100, 0, "red")
    order = Relocate("red-2", mils(60), mils(40), 1800)
    assert code(state, ASK, order) == ""
    played = play(state, step, answer=told(order))
    assert played.of(Relocated)
    unit = state.units["red-2"]
    assert (unit.x, unit.y, unit.facing, state.round) == (mils(60), mils(40), 1800, 0)
    assert tv_left(state, "red") == 0
    assert not play(state, step).asks, "there is nothing left to move"
    play(state, step)
    assert state.round == 1
    assert relocates(state) == ""


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_it_may_be_declined() -> None:
    state = before()
    play(state, step, answer=told(Decline()))
    assert relocates(state) == ""


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_more_than_a_quarter_stays_where_it_is() -> None:
    state = before()
    state.units["red-4"].tv = 101
    assert tv_left(state, "red") == 100
    assert code(state, ASK, Relocate("red-4", mils(60), mils(40))) == "quarter"
    assert code(state, ASK, Relocate("red-3", mils(60), mils(40))) == ""
    state.points["subplot:red:Bad Intelligence"] = 2
    assert code(state, ASK, Relocate("red-4", mils(60), mils(40))) == "", "half of it, with two of them"
    assert code(state, ASK, Relocate("blue-1", mils(60), mils(40))) == "unit"
    play(state, lambda ctx: ctx.emit(Relocated("red-3", mils(60), mils(40), 0, 0, 0, 100)))
    assert code(state, ASK, Relocate("red-3", mils(60), mils(30))) == "moved"


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_nobody_stands_on_others_off_the_table_or_in_water() -> None:
    state = before()
    assert code(state, ASK, Relocate("red-1", mils(20), mils(16))) == "overlap"
    assert code(state, ASK, Relocate("red-1", mils(80), mils(16))) == "table"
    assert code(state, ASK, Relocate("red-1", mils(50), mils(16), 3600)) == "facing"
    wet = before()
    wet.ground = table(piece("water", (40, 10, 50, 20))).ground
    assert code(wet, ASK, Relocate("red-1", mils(45), mils(15))) == "terrain"


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
@pytest.mark.rule("tactical.7.2-passengers")
def test_who_rides_in_it_comes_along_and_counts() -> None:
    state = before()
    put(state, "red-5", "rifle-squad", 20, 10, status="aboard", carrier="red-1", tv=40)
    assert tv_left(state, "red") == 110
    assert code(state, ASK, Relocate("red-1", mils(60), mils(40))) == "quarter"
    state.units["red-5"].tv = 10
    state.units["red-1"].tv = 80
    play(state, step, answer=told(Relocate("red-1", mils(60), mils(40))))
    assert (state.units["red-5"].x, state.units["red-5"].y) == (mils(60), mils(40))
    assert tv_left(state, "red") == 390 // 4 - 90


@pytest.mark.rule("tactical.4.1.4-bad-intelligence")
def test_bots_and_pointing_find_a_place() -> None:
    state = before()
    option = next(one for one in BOOK.options(state, ASK) if isinstance(one, Place))
    order = BOOK.sample(state, ASK, option, random.Random(1))
    assert isinstance(order, Relocate)
    aimed = BOOK.aim(state, ASK, option, Aim(mils(30), mils(30)))
    assert aimed == Relocate("red-1", mils(30), mils(30), 900)
