"""Arcs of a book with sixths of a turn: a fixed forward arc, a rear one, and arms on either side."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.mechanics.sighting.arcs import ArcTable, is_in_arc, turn_to_bear
from gearlock.table.arcs import Arc
from gearlock.table.bodies import Body, Pose

ARCS = ArcTable(
    {"fixed": Arc(0, 300), "rear": Arc(1800, 300), "left arm": Arc(600, 900)}, faceless=("fixed", "left arm")
)
EAST, NORTH = 0, 900
MIDDLES = {"fixed": 0, "rear": 1800, "left arm": 600}


def at(x: int, y: int, radius: int = 0) -> Body:
    return Body(x, y, 0, radius, 1_000)


def test_an_arc_of_a_sixth_holds_what_lies_within_thirty_degrees() -> None:
    looker = Pose(0, 0, 0, NORTH)
    fixed = ARCS.arc("fixed")
    assert is_in_arc(fixed, looker, at(5_000, 8_661))  # 30 degrees to the right, and a hair
    assert not is_in_arc(fixed, looker, at(5_000, 8_650))
    assert is_in_arc(fixed, looker, at(5_000, 8_650, 10)), "any part of it is enough"
    assert not is_in_arc(ARCS.arc("rear"), looker, at(0, 5_000))
    assert is_in_arc(ARCS.arc("rear"), looker, at(0, -5_000))


def test_who_has_no_front_has_some_arcs_all_round_and_no_others() -> None:
    looker = Pose(0, 0, 0, NORTH)
    for place in (at(0, 5_000), at(0, -5_000), at(5_000, 0)):
        assert is_in_arc(ARCS.arc("fixed", faceless=True), looker, place)
        assert not is_in_arc(ARCS.arc("rear", faceless=True), looker, place)
        assert turn_to_bear(ARCS.arc("rear", faceless=True), looker, place) == 0
    assert ARCS.arc("turret") is None


@pytest.mark.parametrize("name", MIDDLES)
@given(x=st.integers(-9_000, 9_000), y=st.integers(-9_000, 9_000), facing=st.integers(0, 3_599))
def test_the_turn_to_bear_is_the_least_that_does(name: str, x: int, y: int, facing: int) -> None:
    arc, body = ARCS.arc(name), at(x, y, 500)
    turn = turn_to_bear(arc, Pose(0, 0, 0, facing), body)
    if is_in_arc(arc, Pose(0, 0, 0, facing), body):
        assert turn == 0
        return
    assert 0 < abs(turn) <= 1_800
    assert is_in_arc(arc, Pose(0, 0, 0, facing + turn), body)
    assert not is_in_arc(arc, Pose(0, 0, 0, facing + turn - (1 if turn > 0 else -1)), body)
