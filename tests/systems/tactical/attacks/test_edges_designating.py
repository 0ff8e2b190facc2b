"""7.2: designators at their limits: an Action, sight, range, and nobody who is not there."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.attacks.exchange import refuse_designating
from gearlock.systems.tactical.attacks.weapons_in_use import Designate
from gearlock.systems.tactical.state import State
from systems.tactical.tables import mils, piece, put, table

DESIGNATOR = pytest.mark.rule("tactical.7.2-target-designator")


def field(rating: int = 1) -> State:
    state = table()
    put(state, "red-1", "hunter", 20, 10, stats={"perks": {"Target Designator": rating}})
    put(state, "blue-1", "hunter", 20, 14, 270)
    return state


def code(state: State, order: Designate, only: str = "") -> str:
    found = refuse_designating(state, order, only)
    return "" if found is None else found.code


@DESIGNATOR
def test_it_takes_an_action_and_sight_each_for_itself() -> None:
    state, order = field(), Designate("red-1", "blue-1")
    assert code(state, order) == ""
    state.units["red-1"].actions = 0
    assert code(state, order) == "actions"
    state.units["red-1"].actions = 1
    state.units["red-1"].facing = 2700
    assert code(state, order) == "arc"
    state.units["red-1"].facing = 900
    state.ground = table(piece("hill", (10, 11.5, 30, 12.5), 6, footing=True)).ground
    state.notes = {}
    assert code(state, order) in ("higher", "dead-zone")


@DESIGNATOR
@pytest.mark.parametrize(("rating", "inches"), [(1, 8), (2, 16)])
def test_it_reaches_to_the_end_of_extreme_range(rating: int, inches: int) -> None:
    state, order = field(rating), Designate("red-1", "blue-1")
    state.units["blue-1"].y = mils(10 + inches)
    assert code(state, order) == ""
    state.units["blue-1"].y += 1
    assert code(state, order) == "range"


@DESIGNATOR
def test_only_enemies_on_the_table_are_marked_and_once() -> None:
    state = field()
    put(state, "red-2", "hunter", 22, 14)
    assert code(state, Designate("red-1", "red-2")) == "target"
    assert code(state, Designate("red-1", "nobody")) == "target"
    assert code(state, Designate("nobody", "blue-1")) == "unit"
    assert code(state, Designate("red-2", "blue-1")) == "perk"
    assert code(state, Designate("red-1", "blue-1"), only="blue-2") == "target"
    assert code(state, Designate("red-1", "blue-1"), only="blue-1") == ""
    state.units["blue-1"].tokens["designated:red"] = 1
    assert code(state, Designate("red-1", "blue-1")) == "again"
    state.units["blue-1"].tokens = {"designated:blue": 1}
    assert code(state, Designate("red-1", "blue-1")) == ""
    state.units["blue-1"].status = "destroyed"
    assert code(state, Designate("red-1", "blue-1")) == "target"
    state.units["blue-1"].status, state.units["red-1"].carrier = "fielded", "red-2"
    assert code(state, Designate("red-1", "blue-1")) == "unit"
