"""4.1.4: Minefield: an old one that a side places in the middle of the table."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.system import Aim
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.movement.moving import resolve_entered
from gearlock.systems.tactical.shown import view
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.of_the_field import LAY, field_sizes, middle_third, squares_around
from gearlock.systems.tactical.subplots.orders_and_events import LayMines, MinesLaid
from systems.tactical.subplots.fields import code, field, told
from systems.tactical.tables import mils, play

ASK = Ask("red", LAY, about=("6",))


def laid() -> State:
    state = field("red:Minefield")
    play(state, resolve_beginnings, answer=told(LayMines(mils(30), mils(24))))
    state.phase = "activation"
    return state


@pytest.mark.rule("tactical.4.1.4-minefield")
def test_six_square_inches_of_general_purpose_mines_for_nothing() -> None:
    state = laid()
    assert {(patch.kind, patch.word) for patch in state.patches} == {("minefield", "General Purpose")}
    found = sorted((patch.x, patch.y) for patch in state.patches)
    assert found == [(mils(x), mils(y)) for x in (29.5, 30.5) for y in (23.5, 24.5, 25.5)]
    assert state.switch("minefields"), "its rules are in use, whatever the players chose"
    marks = [shape.label for shape in view(state, "blue", ()).markers]
    assert marks == ["General Purpose mines"] * 6, "it lies open"


@pytest.mark.rule("tactical.4.1.4-minefield")
@pytest.mark.rule("tactical.4.1.1-subplots-galore")
def test_a_field_that_was_bought_is_as_large_as_its_slice_pays_for() -> None:
    state = field("red:Minefield")
    state.points |= {"TV:agreed": 2000, "subplot:red:Minefield": 2, "paid:red:Minefield": 1}
    assert field_sizes(state, "red", 2) == [6, 40], "a tenth of 2000 TV at 5 TV a square inch"
    assert field_sizes(state, "blue", 1) == [6]
    squares = squares_around(state, mils(36), mils(24), 40)
    assert len(set(squares)) == 40
    columns, rows = {x for x, _ in squares}, {y for _, y in squares}
    assert (len(columns), len(rows)) == (6, 7), "as nearly square as can be"
    wide = squares_around(state, mils(36), mils(24), 400)
    assert len({y for _, y in wide}) == 16, "no deeper than the middle third"
    assert len({y for _, y in squares_around(state, mils(36), mils(24), 5)}) == 3
    state.homes = {"red": "west", "blue": "east"}
    assert middle_third(state) == (24, 0, 48, 48)
    broad = squares_around(state, mils(36), mils(24), 700)
    assert (len({x for x, _ in broad}), len({y for _, y in broad}), len(set(broad))) == (24, 30, 700)
    assert (min(y for _, y in broad), max(y for _, y in broad)) == (mils(9.5), mils(38.5)), "around the point"


@pytest.mark.rule("tactical.4.1.4-minefield")
def test_all_of_it_lies_in_the_middle_third_between_the_sides() -> None:
    state = field("red:Minefield")
    for x, y, expected in ((30, 24, ""), (2, 18, ""), (30, 16, "middle"), (30, 31.5, "middle"), (0, 24, "middle")):
        assert code(state, ASK, LayMines(mils(x), mils(y))) == expected, (x, y)
    state.homes = {"red": "west", "blue": "east"}
    assert code(state, ASK, LayMines(mils(30), mils(3))) == "", "24 to 48 in across"
    assert code(state, ASK, LayMines(mils(20), mils(24))) == "middle"
    play(state, lambda ctx: ctx.emit(MinesLaid("red", "General Purpose", ((mils(30.5), mils(24.5)),))))
    assert code(state, ASK, LayMines(mils(30), mils(24))) == "mined"


@pytest.mark.rule("tactical.4.1.4-minefield")
@pytest.mark.rule("tactical.3.2.6")
def test_it_hurts_whoever_goes_in_and_not_who_stands_there() -> None:
    state = laid()
    unit = state.units["red-1"]
    unit.x, unit.y = mils(30.5), mils(24.5)
    assert not play(state, lambda ctx: resolve_entered(ctx, "red-1", unit.x, unit.y)).rolls, "standing is not entering"
    played = play(state, lambda ctx: resolve_entered(ctx, "red-1", mils(30.5), mils(21.5)), (6, 6), (6, 6))
    assert {roll.purpose for roll in played.rolls} == {"minefield"}, "its buyer too, inch by inch"
    assert unit.token("heavy") == 1, "twice 20 points are two Light results"


@pytest.mark.rule("tactical.4.1.4-minefield")
def test_bots_and_pointing_find_a_place() -> None:
    state = field("red:Minefield")
    option = BOOK.options(state, ASK)[0]
    for seed in range(5):
        order = BOOK.sample(state, ASK, option, random.Random(seed))
        assert order is not None
        assert code(state, ASK, order) == ""
    for at, found in (((0, 0), (1, 17)), ((72, 48), (71, 30)), ((30, 24), (30, 24)), ((30, 17), (30, 17))):
        aimed = BOOK.aim(state, ASK, option, Aim(mils(at[0]), mils(at[1])))
        assert aimed == LayMines(*map(mils, found)), "as near as it may lie"
