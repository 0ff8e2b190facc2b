"""17.4: landing and taking off."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.air_support import Land, TakeOff
from gearlock.systems.blitz.movement.terrain import Move
from gearlock.systems.blitz.rounds import refuse_posture
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    COMBAT,
    GONE,
    State,
)
from systems.blitz.air.sky import BOMBER, airborne
from systems.blitz.fieldwork import EAST, NORTH, WEST, activate, give, model, offered, piece, refused, table


def landing(*things: Any, **more: Any) -> State:
    return airborne(*(things or (model("blue", "hunter", 5, 40),)), x=24, y=2, **more)


@pytest.mark.rule("blitz.17.4")
def test_landing_takes_an_action_and_two_moves_of_open_ground_on_the_line() -> None:
    state = landing()
    assert refused(state, Land("red", 15_999)) == "place"
    assert refused(state, Land("red", 16_000)) == ""
    assert len(offered(state, Land)) == 3
    give(state, Land("red", 20_000), [("dangerous terrain test", (4, 1))])
    unit = state.units["red"]
    assert (unit.status, unit.x, unit.y, unit.facing) == ("fielded", 24_000, 22_000, NORTH)
    assert (unit.stance, unit.token("standby"), unit.actions) == (BRACED, 2, 0)
    blocked = landing(piece("area", "light", 20, 10, 28, 12, 1))
    assert refused(blocked, Land("red", 20_000)) == "strip"
    assert refused(blocked, Land("red", 26_000)) == "strip"
    assert refused(blocked, Land("red", 30_000)) == "", "the run begins beyond it"
    assert refused(landing(model("blue", "hunter", 24, 20)), Land("red", 20_000)) == "strip"
    tired = landing()
    tired.units["red"].actions = 0
    assert refused(tired, Land("red", 20_000)) == "no-action"


@pytest.mark.rule("blitz.17.4")
def test_off_a_road_landing_is_dangerous_and_to_stick_is_the_end() -> None:
    state = landing()
    give(state, Land("red", 20_000), [("dangerous terrain test", (3, 3))])
    assert state.units["red"].hull == state.units["red"].line.hull - 1
    state = landing()
    give(state, Land("red", 20_000), [("dangerous terrain test", (1, 1))])
    assert state.units["red"].status == GONE
    road = landing(piece("road", "", 20, 0, 28, 48, 0))
    assert not give(road, Land("red", 20_000)).rolls
    assert road.units["red"].status == "fielded"
    mined = landing(piece("road", "", 20, 0, 28, 48, 0, props={"going": "dangerous"}))
    assert give(mined, Land("red", 20_000), [("dangerous terrain test", (4, 1))]).rolls


@pytest.mark.rule("blitz.17.4", "blitz.17.4a")
@pytest.mark.parametrize(("going", "tests"), [("", 0), ("dangerous", 1)])
def test_who_can_hover_comes_down_on_a_road_without_a_test(going: str, tests: int) -> None:
    state = landing(piece("road", "", 20, 0, 28, 48, 0, props={"going": going}), traits=("SMS:H",))
    assert len(give(state, Land("red", 5_000), [("dangerous terrain test", (4, 1))]).rolls) == tests


@pytest.mark.rule("blitz.17.4")
def test_a_landed_model_stays_braced_and_takes_off_straight_ahead_with_the_same_run() -> None:
    state = activate(table(model("red", BOMBER, 24, 20, NORTH), model("blue", "hunter", 5, 40)), "red", BRACED)
    refusal = refuse_posture(state.units["red"], COMBAT)
    assert refusal is not None
    assert refusal.code == "immobile"
    give(state, TakeOff("red"))
    unit = state.units["red"]
    assert (unit.status, unit.x, unit.y) == (ALOFT, 24_000, 46_000)
    assert unit.facing in (EAST, WEST)
    near = activate(table(model("red", BOMBER, 24, 34, NORTH)), "red", BRACED)
    assert refused(near, TakeOff("red")) == "strip", "there are not two moves left before it"
    assert refused(activate(table(model("red")), "red"), TakeOff("red")) == "landed"


@pytest.mark.rule("blitz.17.4a")
def test_who_can_hover_lands_anywhere_in_the_open_and_needs_an_action_to_rise() -> None:
    state = landing(traits=("SMS:H",))
    assert refused(state, Move("red", "H", ((0, 1000),))) == "braced", "it flies"
    give(state, Land("red", 5_000), [("dangerous terrain test", (4, 1))])
    unit = state.units["red"]
    assert (unit.status, unit.gait, unit.stance, unit.y) == ("fielded", "H", COMBAT, 7_000)
    assert unit.token("standby") == 0
    state.units["red"].used, state.units["red"].actions = False, 1
    activate(state, "red")
    assert refused(state, Move("red", "H", ((0, 1000),))) == ""
    give(state, TakeOff("red"))
    assert (unit.status, unit.actions) == (ALOFT, 0)
    activate(state, "red")
    unit.status, unit.actions = "fielded", 0
    assert refused(state, TakeOff("red")) == "no-action"
    assert refused(activate(state, "red", begun=["H"]), TakeOff("red")) == "late"
