"""Positions laid out by hand: what the head and a model say of groups, speeds and modes."""

from __future__ import annotations

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.positions import Position
from gearlock.systems.fieldmanual.state import LEADER, TOP
from gearlock.systems.fieldmanual.support.points import BringIn


def pair(**head: object) -> Position:
    position = Position("fieldmanual", active="red-1", **head)
    return position.model("blue-1", "jager", at=(40, 40))


@pytest.mark.rule("fieldmanual.speed-top")
def test_the_head_says_the_speed_chosen_and_the_model_the_one_before() -> None:
    state = pair(band="top").model("red-1", "jager", at=(10, 10), band="combat").battle().state
    assert (state.units["red-1"].band, state.units["red-1"].actions) == (TOP, 0)
    with pytest.raises(BadFile, match="Stationary: this round it may be"):
        pair(band="top").model("red-1", "jager", at=(10, 10), band="stationary").battle()


@pytest.mark.rule("fieldmanual.speed-top")
def test_without_a_word_in_the_head_the_models_own_speed_is_chosen_and_paid_for() -> None:
    state = pair().model("red-1", "jager", at=(10, 10), band="top").battle().state
    assert (state.units["red-1"].band, state.units["red-1"].actions) == (TOP, 0)
    told = pair().model("red-1", "jager", at=(10, 10), band="top", actions=1).battle().state
    assert told.units["red-1"].actions == 1, "Actions said are those that are left"


@pytest.mark.rule("fieldmanual.mode-static", "fieldmanual.activation")
def test_turrets_stand_in_no_group_and_act_when_assigned() -> None:
    position = Position("fieldmanual", switches={"limit": "500"})
    position.model("red-1", "hac-turret", at=(10, 10), group=0)
    position.model("red-2", "jager", at=(20, 10), group=3).model("red-3", "jager", at=(24, 10), group=3)
    position.model("blue-1", "jager", at=(40, 40))
    state = position.battle().state
    assert [state.units[f"red-{n}"].group for n in (1, 2, 3)] == [0, 3, 3]
    assert [state.units[f"red-{n}"].rank for n in (1, 2, 3)] == ["", "commander", ""]
    assert state.points["CP:red"] == state.points["CP:blue"], "a turret is no Combat Group that counts for points"
    with pytest.raises(BadFile, match="could be activated"):
        _active_turret().battle()


def _active_turret() -> Position:
    position = pair(band="stationary", mode="")
    return position.model("red-1", "hac-turret", at=(10, 10), group=0).model("red-2", "jager", at=(20, 10))


@pytest.mark.rule("fieldmanual.activation", "fieldmanual.reserves")
def test_groups_keep_the_numbers_they_are_given() -> None:
    position = Position("fieldmanual", phase="support", round=2, rounds=3, turn="red", first="red")
    position.model("red-1", "command-jager", at=(40, 10), group=2, rank="commander")
    position.model("red-2", "jager", group=1, rank=LEADER, status="reserve")
    position.model("blue-1", "jager", at=(40, 40))
    battle = position.battle()
    assert battle.refuse("red", BringIn(1)) is None
    assert battle.refuse("red", BringIn(2)) is not None
