"""Positions: how fast units went, what they declared, and what follows where no more is said."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.errors import BadFile
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.state import COMBAT, HALF, STATIONARY, TOP, Unit
from systems.tactical.play import code, duel, give, under_way, unit


def runner(what: str = "hunter", *, round: int = 1, **said: Any) -> Unit:
    """A model of blue's, that much being said of it, in sand."""
    position = Position("tactical", round=round).piece("sand", (25, 25, 35, 35)).model("red-1", "hunter", at=(20, 10))
    return unit(position.model("blue-1", what, at=(30, 30), **{"mode": "G", **said}).battle(), "blue-1")


@pytest.mark.rule("tactical.2.6.2-step1", "tactical.2.6.3")
def test_who_declared_extra_actions_has_them_and_who_evades_has_none() -> None:
    battle = duel(active="red-1", pace="stationary").model("red-2", "hunter", at=(30, 10)).battle()
    assert code(battle, Attack("red-1", "LAC", "blue-1")) == ""
    assert [runner(extra=2).actions, runner(extra=2, actions=1).actions, runner().actions] == [3, 1, 1]
    assert [runner("aller", extra=1).actions, runner("aller", extra=1, crew_lost=1).actions] == [4, 3]
    assert [runner(tokens={"evading": 1}, extra=extra).actions for extra in (0, 1)] == [0, 0]


@pytest.mark.rule("tactical.2.6.3")
def test_extra_actions_of_a_position_can_be_taken() -> None:
    position = Position("tactical", active="red-1", pace="stationary", seed=1)
    position.model("red-1", "hunter", at=(20, 10), extra=1).model("blue-1", "hunter", at=(20, 24))
    battle = give(position.battle(), Attack("red-1", "LAC", "blue-1"))
    assert code(battle, Attack("red-1", "LAC", "blue-1")) == ""
    assert code(give(battle, Attack("red-1", "LAC", "blue-1")), Attack("red-1", "LAC", "blue-1")) == "actions"


@pytest.mark.rule("tactical.2.6.2-first-round-speed")
def test_who_declares_a_speed_in_the_first_round_went_as_far_as_it_gets_in_its_terrain() -> None:
    found = [runner(speed=speed) for speed in ("combat", "Top Speed", "stationary")]
    assert [(each.speed, each.went, each.moved) for each in found] == [
        (COMBAT, COMBAT, 3000), (TOP, TOP, 6000), (COMBAT, STATIONARY, 0)
    ]  # fmt: skip
    assert runner("infantry-squad", mode="W", speed="combat").moved == 1000, "2 MP in sand"


@pytest.mark.rule("tactical.2.6.2-first-round-speed", "tactical.2.6.7-target-speed")
def test_who_has_moved_or_is_asked_later_went_as_far_as_is_said() -> None:
    assert runner().moved == 0
    assert runner(speed="top", round=2).moved == 0
    assert [runner(speed="top", done=True).moved, runner(speed="top", has_moved=True).moved] == [0, 0]
    assert [runner(speed="top", moved=8000).moved, runner(speed="combat", went="half").moved] == [8000, 0]
    assert runner(speed="top", status="reserve").moved == 0


@pytest.mark.rule("tactical.2.6.7-attacker-movement")
def test_who_is_said_to_have_gone_so_far_went_as_fast_as_that_takes() -> None:
    assert [runner(moved=mils).went for mils in (0, 3000, 3001, 6000)] == [STATIONARY, HALF, COMBAT, COMBAT]
    assert runner(moved=3000, went="combat").went == COMBAT
    assert [runner(moved=3000, speed=speed).went for speed in ("top", "combat")] == [TOP, HALF]
    assert [runner(speed=speed, done=True).went for speed in ("combat", "top")] == [STATIONARY, TOP]


@pytest.mark.rule("tactical.2.6.5")
def test_speeds_and_movement_systems_are_said_in_the_words_of_the_game() -> None:
    assert [runner(mode=word).mode for word in ("Ground", "walker", "G")] == ["G", "W", "G"]
    assert [under_way(duel(pace=word).battle()).limit for word in ("Half", "Combat Speed")] == [HALF, COMBAT]
    with pytest.raises(BadFile, match=r"No speed is called 'half'\. There are: combat, stationary, top"):
        runner(speed="half")


def test_inches_where_thousandths_are_counted_are_refused_in_words() -> None:
    with pytest.raises(BadFile, match="'moved' counts in thousandths: for 6 write 6000"):
        runner(moved=6)
    with pytest.raises(BadFile, match="'spent' counts in thousandths: for 3 write 3000"):
        duel(activation={"spent": 3}).battle()
    assert under_way(duel(activation={"spent": 3000, "gone": 100}).battle()).gone == 100


def test_a_shot_without_its_target_is_refused_in_words() -> None:
    with pytest.raises(BadFile, match="'LAC': write the weapon and its target, as \"LAC:blue-1\""):
        runner(fired=["LAC"])
