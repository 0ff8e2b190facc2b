"""15.6: command points: re-rolls in formation, by radio, and points passed down the chain."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack, AttackRolled
from gearlock.systems.blitz.dice_tests.comms_tests import may_boost
from gearlock.systems.blitz.dice_tests.tests import CallEnded, JamSignal, Reroll, Transmitted
from gearlock.systems.blitz.orders import PassPoints
from gearlock.systems.blitz.state import Unit
from systems.blitz.lock_and_cover.scene import wall
from systems.blitz.radio import Game, of_kind, unit

SHOOT = Attack("red-1", "LAC", ("blue-1",))
POINT = {"command points": 1}
CALL = "comms test for a command point"


@pytest.mark.rule("blitz.15.6", "blitz.2.6")
def test_the_worked_defence_is_rolled_again_whole_and_once() -> None:
    """A defence of 3 against 7 is a MOS of 4; a point of the commander rolls all its dice again."""
    jager = unit("blue-1", 18, actions=0, tokens={"skill points": 1})
    leader = unit("blue-2", 22, 22, rank="cgl", tokens=dict(POINT), actions=0)
    rolls = [("attack", (6, 5, 1)), ("defence", (3, 2)), ("defence", (6, 6)), ("marginal hit", (1,))]
    game = Game(unit("red-1", 10), jager, leader, dice=rolls)
    events = game.play(SHOOT, Reroll("blue-1", "blue-2"))
    first, second = of_kind(events, AttackRolled)
    assert (first.defences[0].margin, second.defences[0].margin) == (4, 0)
    assert game["blue-2"].token("command points") == 0
    assert game.questions("reroll") == ["blue-1"], "once, though a skill point is left"


@pytest.mark.rule("blitz.15.6", "blitz.15.3")
@pytest.mark.parametrize(("gap", "asked"), [(6_000, ["blue-1"]), (6_001, [])])
def test_points_without_a_radio_reach_as_far_as_formation(gap: int, asked: list[str]) -> None:
    leader = unit("blue-2", 18, rank="cgl", tokens=dict(POINT), actions=0)
    leader.y = 21_000 + gap
    game = Game(
        unit("red-1", 10), unit("blue-1", 18, actions=0), leader, dice=[("attack", (6, 2, 1)), ("defence", (2, 1))]
    )
    game.play(SHOOT)
    assert game.questions("reroll") == asked


def remote(*more: Unit, call: tuple[int, ...] = (6, 1), **leader: Any) -> Game:
    """The leader of blue-1 is far away, with a point and an action."""
    boss = unit("blue-2", 40, 40, **{"rank": "cgl", "tokens": dict(POINT), **leader})
    rolls = [("attack", (6, 5, 1)), ("defence", (3, 2)), (CALL, call), ("defence", (6, 6)), ("marginal hit", (1,))]
    return Game(unit("red-1", 10), unit("blue-1", 18, actions=0), boss, *more, dice=rolls)


@pytest.mark.rule("blitz.15.6", "blitz.14.1a")
def test_far_away_a_point_takes_an_action_and_a_comms_test() -> None:
    game = remote()
    events = game.play(SHOOT, Reroll("blue-1", "call:blue-2"))
    assert game.purposes()[:4] == ["attack", "defence", CALL, "defence"]
    assert (game["blue-2"].actions, game["blue-2"].tokens) == (0, {})
    assert [event.reached for event in of_kind(events, CallEnded)] == [True]


@pytest.mark.rule("blitz.15.6")
def test_without_a_success_the_action_is_gone_but_not_the_point() -> None:
    game = remote(call=(5, 1))
    events = game.play(SHOOT, Reroll("blue-1", "call:blue-2"))
    assert [event.reached for event in of_kind(events, CallEnded)] == [False]
    assert game.purposes() == ["attack", "defence", CALL]
    assert (game["blue-2"].actions, game["blue-2"].tokens) == (0, POINT)


@pytest.mark.rule("blitz.15.6", "blitz.14.6b", "blitz.14.4")
def test_the_call_of_a_passive_commander_can_be_jammed_but_not_boosted() -> None:
    friend = unit("blue-3", 44, 40, group=2)
    foe = unit("red-2", 40, 30, traits=("ECM:+0D6 (CJ)",), ew=4, facing=900)
    game = remote(friend, foe)
    game.dice._throws.append(("comms jamming", (4, 1)))
    game.play(SHOOT, Reroll("blue-1", "call:blue-2"), JamSignal("red-2"))
    assert (game.thrown(CALL), game.questions("boost")) == ([2], [])
    assert "defence" not in game.purposes()[2:]


@pytest.mark.rule("blitz.15.6", "blitz.2.6")
@pytest.mark.parametrize(("points", "rolled"), [(1, 1), (2, 2)])
def test_who_spends_its_last_point_on_the_call_has_none_to_give(points: int, rolled: int) -> None:
    game = remote(rank="co", group=2, tokens={"command points": points}, call=(5, 1))
    game.dice._throws.insert(3, (CALL, (6, 1)))
    game.play(SHOOT, Reroll("blue-1", "call:blue-2"), Reroll("blue-2", "blue-2"))
    assert (game.thrown("defence"), game["blue-2"].token("command points")) == ([2] * rolled, 0)


@pytest.mark.rule("blitz.14.4")
@pytest.mark.parametrize(("active", "boosted"), [("red-1", True), ("red-2", False)])
def test_only_the_active_model_is_boosted(active: str, boosted: bool) -> None:
    boss, friend = unit("red-1", 10, rank="cgl"), unit("red-3", 10, 24, group=2)
    game = Game(boss, unit("red-2", 36, 36), friend, unit("blue-1", 18), active=active)
    assert may_boost(game.state, friend, boss) is boosted


@pytest.mark.rule("blitz.15.6", "blitz.2.6")
@pytest.mark.parametrize("second", [(6, 1), (1, 1)])
def test_after_a_call_that_failed_another_commander_can_be_called(second: tuple[int, int]) -> None:
    game = remote(unit("blue-3", 46, 46, rank="co", group=2, tokens=dict(POINT)), call=(5, 1))
    game.dice._throws.insert(3, (CALL, second))
    game.play(SHOOT, Reroll("blue-1", "call:blue-2"), Reroll("blue-1", "call:blue-3"))
    offers = [ask.about for ask in game.asked if ask.kind == "reroll" and ask.unit == "blue-1"]
    assert offers == [("defence", "call:blue-3", "call:blue-2"), ("defence", "call:blue-3")]
    assert [game[name].token("command points") for name in ("blue-2", "blue-3")] == [1, int(second != (6, 1))]
    assert [game[name].actions for name in ("blue-2", "blue-3")] == [0, 0]
    assert game.thrown("defence") == [2] * (2 if second == (6, 1) else 1)


@pytest.mark.rule("blitz.15.6", "blitz.15.0", "blitz.3.4a")
@pytest.mark.parametrize(
    ("leader", "asked"),
    [
        ({"actions": 0, "tokens": {**POINT, "standby": 1}}, []),
        ({"tokens": {}}, []),
        ({"rank": "cgl", "group": 2}, []),
        ({"rank": "co", "group": 2}, ["blue-1"]),
        ({"rank": "2ic"}, []),
    ],
)
def test_who_can_be_called(leader: dict[str, Any], asked: list[str]) -> None:
    game = remote(unit("blue-9", 47, 2, rank="cgl", actions=0), **leader)
    game.play(SHOOT)
    assert game.questions("reroll") == asked


@pytest.mark.rule("blitz.15.6", "blitz.7.1")
def test_six_inches_behind_heavy_cover_are_no_formation() -> None:
    leader = unit("blue-2", 18, 24.5, rank="cgl", tokens=dict(POINT))
    game = Game(
        unit("red-1", 10, 16),
        unit("blue-1", 18, actions=0),
        leader,
        wall("heavy", 14, 24, 4, 21, 23),
        dice=[("attack", (6, 2, 1)), ("defence", (2, 1))],
    )
    game.play(SHOOT)
    (ask,) = [ask for ask in game.asked if ask.kind == "reroll"]
    assert ask.about == ("defence", "call:blue-2")


@pytest.mark.rule("blitz.15.6", "blitz.15.0")
def test_the_co_passes_points_to_leaders_in_auto_comms_for_nothing() -> None:
    co = unit("red-1", 10, rank="co", tokens={"command points": 2}, actions=0)
    game = Game(co, unit("red-2", 14, rank="cgl", group=2), unit("blue-1", 30))
    assert PassPoints("red-1", "red-2") in game.offers()
    game.play(PassPoints("red-1", "red-2"))
    assert (game["red-1"].tokens, game["red-2"].tokens) == (POINT, POINT)
    assert game.refusal(PassPoints("red-1", "red-2")).code == "points", "a CGL has one at most"
    assert game.refusal(PassPoints("red-1", "red-2", 0)).code == "points"


@pytest.mark.rule("blitz.15.6", "blitz.14.1a", "blitz.14.1")
@pytest.mark.parametrize(("faces", "passed"), [((6, 1), 1), ((1, 1), 0)])
def test_out_of_auto_comms_it_takes_an_action_and_a_comms_test(faces: tuple[int, int], passed: int) -> None:
    co = unit("red-1", 10, rank="co", tokens={"command points": 2})
    game = Game(
        co, unit("red-2", 40, rank="cgl", group=2), unit("blue-1", 30), dice=[("comms test for command points", faces)]
    )
    game.play(PassPoints("red-1", "red-2"))
    assert game["red-1"].actions == 0
    assert (game["red-1"].token("command points"), game["red-2"].token("command points")) == (2 - passed, passed)
    assert game.questions("snap") == ["blue-1"]


@pytest.mark.rule("blitz.15.6", "blitz.15.0")
def test_only_the_co_and_only_down_the_chain() -> None:
    co = unit("red-2", 14, rank="co", group=2, tokens=dict(POINT))
    game = Game(unit("red-1", 10, rank="cgl", tokens=dict(POINT)), co, unit("blue-1", 30))
    assert game.refusal(PassPoints("red-1", "red-2")).code == "rank"
    down = Game(
        unit("red-1", 10, rank="co", tokens=dict(POINT)),
        unit("red-2", 14),
        unit("red-3", 14, 22, rank="2ic"),
        unit("blue-1", 30),
    )
    assert down.refusal(PassPoints("red-1", "red-2")).code == "to"
    assert down.refusal(PassPoints("red-1", "red-3")).code == "to"
    broke = Game(
        unit("red-1", 10, rank="co", actions=0, tokens=dict(POINT)),
        unit("red-2", 40, rank="cgl", group=2),
        unit("blue-1", 30),
    )
    assert broke.refusal(PassPoints("red-1", "red-2")).code == "no-action"


@pytest.mark.rule("blitz.15.6", "blitz.14.6b", "blitz.3.4a", "blitz.14.0")
def test_a_call_is_not_jammed_by_the_active_model_and_leaves_nobody_heard() -> None:
    boss = unit("blue-2", 18, 30, rank="cgl", tokens=dict(POINT))
    red = unit("red-1", 10, traits=("ECM:+0D6 (CJ)", "Arms"), actions=2)
    helper = unit("red-2", 10, 28, traits=("ECM:+0D6 (CJ)",), ew=4, facing=0)
    rolls = [("attack", (6, 5, 1)), ("defence", (3, 2)), (CALL, (1, 1)), ("comms jamming", (1, 1))]
    game = Game(red, helper, unit("blue-1", 18, actions=0), boss, dice=rolls)
    game.play(SHOOT, Reroll("blue-1", "call:blue-2"), JamSignal("red-2", True))
    assert game.questions("jam signal") == ["red-2"]
    Transmitted("blue-2", "command point", "blue-1", 0, call=True).change(game.state)
    Transmitted("red-2", "comms jamming", "blue-2", 0, sensors=True, call=True).change(game.state)
    assert (game["blue-2"].token("emitting"), game.state.sensing) == (2, ["red-2"])
    CallEnded("blue-2", "blue-1", False).change(game.state)
    assert not any({"emitting", "exposed"} & each.tokens.keys() for each in game.state.units.values())
    assert game.state.sensing == []
