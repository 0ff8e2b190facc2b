"""10.4: the active player says in which order the attacks of an exchange are rolled."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.blitz.attacks.aiming import Attack, RollFirst, SnapFire
from gearlock.systems.blitz.state import State
from systems.blitz.field import Field, asked, decline_all, facing, fire, play, refused, thrown

SNAP = SnapFire("blue-1", "LAC", "red-1")


def ready(**more: Any) -> Field:
    """Red with a second action, blue with a standby token to answer with."""
    return facing(blue_tokens={"standby": 1}, **{"red_actions": 2, **more})


def attackers(battle: Battle[State]) -> list[str]:
    return [roll.unit for roll, _ in battle.thrown if roll.purpose == "attack"]


@pytest.mark.rule("blitz.10.4")
@pytest.mark.parametrize(("first", "order"), [(0, ["red-1", "blue-1"]), (1, ["blue-1", "red-1"])])
def test_the_active_player_says_which_attack_is_rolled_first(first: int, order: list[str]) -> None:
    battle = ready().battle()
    kinds = play(battle, fire(), ("snap", SNAP), ("exchange", RollFirst(first)))
    assert kinds[:2] == ["snap blue-1", "exchange red-1"]
    assert attackers(battle) == order


@pytest.mark.rule("blitz.10.4")
def test_without_a_choice_attacks_are_rolled_as_they_were_declared() -> None:
    battle = ready().battle()
    assert "exchange red-1" in play(battle, fire(), ("snap", SNAP))
    assert attackers(battle) == ["red-1", "blue-1"]


@pytest.mark.rule("blitz.10.4")
def test_nobody_is_asked_where_every_order_comes_to_the_same() -> None:
    """One attack, or nobody left with anything to spend on a roll."""
    assert "exchange red-1" not in play(ready().battle(), fire())
    assert "exchange red-1" not in play(ready(red_actions=1).battle(), fire(), ("snap", SNAP))
    points = ready(red_actions=1, red_tokens={"skill points": 1})
    assert "exchange red-1" in play(points.battle(), fire(), ("snap", SNAP))


@pytest.mark.rule("blitz.10.4")
def test_three_attacks_are_put_in_order_one_by_one() -> None:
    """The active side is asked, whoever fires; only what is left can be chosen."""
    field = ready(red_stats={"weapons": ["LAC (Split:2)"]}).model("blue-2", "hunter", 12, 20, tokens={"standby": 1})
    battle = field.battle()
    battle.answer("red", Attack("red-1", "LAC", ("blue-1", "blue-2")))
    for name in ("blue-1", "blue-2"):
        assert (asked(battle).kind, asked(battle).unit) == ("snap", name)
        battle.answer("blue", SnapFire(name, "LAC", "red-1"))
    assert (asked(battle).kind, asked(battle).seat, len(asked(battle).about)) == ("exchange", "red", 3)
    assert refused(battle, RollFirst(3)).code == "number"
    assert refused(battle, RollFirst(-1)).code == "number"
    battle.answer("red", RollFirst(2))
    while asked(battle).kind != "exchange":
        decline(battle)
    assert len(asked(battle).about) == 2
    battle.answer("red", RollFirst(1))
    decline_all(battle)
    assert attackers(battle) == ["blue-2", "blue-1", "red-1", "red-1"]


def decline(battle: Battle[State]) -> None:
    battle.answer(battle.waiting_for()[0], Decline())


@pytest.mark.rule("blitz.10.4", "blitz.3.4a")
def test_the_one_rolled_first_still_does_its_damage_after_the_last() -> None:
    """Blue is destroyed by an attack rolled before its own, and hits all the same."""
    field = ready(blue_hull=0, blue_structure=1).dice("attack", 6, 6, 6).dice("defence", 1, 1)
    battle = field.dice("attack", 6, 6, 6).dice("defence", 1, 1).battle()
    play(battle, fire(), ("snap", SNAP), ("exchange", RollFirst(0)))
    assert battle.state.units["blue-1"].is_destroyed
    assert battle.state.units["red-1"].hull < battle.state.units["red-1"].line.hull


@pytest.mark.rule("blitz.18.3b", "blitz.9.3", "blitz.9.4")
def test_a_wreck_in_cover_rolls_its_cover_when_it_is_aimed_at_and_one_die_as_cover_itself() -> None:
    """A light wall before the wreck. Aimed at it has a die for that; as cover of one that was missed it has none."""
    wreck = facing(20, blue_status="wreck").wall("light", 5, 30, 15, 30.4, 0.5).model("blue-2", "hunter", 40, 40)
    battle = wreck.battle()
    play(battle, fire())
    assert thrown(battle, "defence") == [2]
    screened = Field().model("red-1", "hunter", 10, 10).model("blue-1", "hunter", 10, 22)
    screened.model("blue-2", "mammoth", 10, 19, status="wreck", actions=0).wall("light", 5, 16, 15, 16.4, 0.5)
    battle = screened.dice("attack", 1, 1, 1).dice("defence", 6, 6, 6).dice("defence", 2).battle()
    play(battle, fire())
    assert thrown(battle, "defence") == [3, 1]
