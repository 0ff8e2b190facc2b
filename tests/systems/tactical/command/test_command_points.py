"""2.6.4: Command Points and their four uses."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Decline
from gearlock.kernel.positions import Position
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.command import SpendPoint, Warn, leader, refuse_use
from gearlock.systems.tactical.rounds.round import Activate, EndActivation
from gearlock.systems.tactical.state import COMMANDER, SECOND
from systems.tactical.play import code, duel, give, unit


@pytest.mark.rule("tactical.2.6.4", "tactical.2.6.4-extra-action")
def test_an_extra_action_costs_an_initiative_point_first_and_comes_once_a_round() -> None:
    battle = duel(points={"ICP:red": 1, "TCP:red": 3}).battle()
    give(battle, SpendPoint("red-1", "extra action"))
    assert (unit(battle).actions, battle.state.points) == (2, {"ICP:red": 0, "TCP:red": 3})
    assert code(battle, SpendPoint("red-1", "extra action")) == "used"


@pytest.mark.rule("tactical.2.6.4")
def test_without_points_there_is_nothing_to_spend() -> None:
    assert code(duel().battle(), SpendPoint("red-1", "extra action")) == "points"


@pytest.mark.rule("tactical.2.6.4-extra-action")
def test_no_extra_action_for_who_was_activated_or_evades() -> None:
    position = duel(points={"TCP:red": 3, "TCP:blue": 3})
    battle = position.model("red-2", "hunter", at=(30, 10), done=True).battle()
    assert code(battle, SpendPoint("red-2", "extra action")) == "done"
    evading = Position("tactical", active="red-1", points={"TCP:red": 1})
    evading.model("red-1", "hunter", at=(20, 10), tokens={"evading": 1}).model("blue-1", "hunter", at=(20, 30))
    assert code(evading.battle(), SpendPoint("red-1", "extra action")) == "evading"


@pytest.mark.rule("tactical.2.6.4-extra-action", "tactical.2.6.4-activate")
def test_an_extra_action_is_for_the_active_unit_or_for_snap_fire_and_nobody_is_activated_twice() -> None:
    position = duel(points={"TCP:red": 3, "TCP:blue": 3}).model("red-2", "hunter", at=(30, 10))
    position.model("blue-2", "hunter", at=(30, 30), done=True)
    state = position.battle().state

    def refusal(name: str, use: str) -> str:
        found = refuse_use(state, state.units[name], use)
        return "" if found is None else found.code

    assert [refusal(name, "extra action") for name in ("red-1", "red-2", "blue-1")] == ["", "idle", ""]
    uses = {name: refusal(name, "activate") for name in ("red-1", "red-2", "blue-1", "blue-2")}
    assert uses == {"red-1": "done", "red-2": "", "blue-1": "", "blue-2": "done"}
    state.activation = None
    assert [refusal(name, "extra action") for name in ("red-2", "blue-1")] == ["idle", "idle"]


@pytest.mark.rule("tactical.2.6.4-warning")
@pytest.mark.parametrize(("warned", "hit"), [(True, False), (False, True)])
def test_a_warning_adds_two_to_one_defense_roll(warned: bool, hit: bool) -> None:
    position = Position("tactical", active="red-1", pace="stationary", points={"TCP:blue": 1})
    position.model("red-1", "hunter", at=(20, 10), facing="north")
    position.model("blue-1", "hunter", at=(20, 12), facing="south", moved=5_000)
    battle = position.dice("attack", 3, 1).dice("defense", 5, 2).battle()
    give(battle, Attack("red-1", "LAC", "blue-1"))
    assert [(ask.seat, ask.kind) for ask in battle.pending] == [("blue", "warning")]
    battle.answer("blue", Warn("blue-1") if warned else Decline())
    assert (battle.state.rolled.total < 6) == hit
    assert battle.state.points["TCP:blue"] == (0 if warned else 1)


@pytest.mark.rule("tactical.2.6.4-activate")
def test_a_unit_is_activated_out_of_sequence_and_moves_only_once() -> None:
    position = Position("tactical", turn="red", map="48x48", points={"TCP:blue": 1})
    position.model("red-1", "hunter", at=(20, 5)).model("red-2", "hunter", at=(25, 5), group=2)
    position.model("blue-1", "aller", at=(20, 40)).model("blue-2", "hunter", at=(30, 40))
    battle = position.battle()
    assert [(ask.seat, ask.kind) for ask in battle.pending] == [("blue", "command")]
    battle.answer("blue", SpendPoint("blue-1", "activate"))
    battle.answer("blue", Activate("blue-1", "combat"))
    battle.answer("blue", EndActivation("blue-1"))
    assert battle.state.units["blue-1"].done
    assert refuse_use(battle.state, battle.state.units["blue-1"], "activate") is not None


@pytest.mark.rule("tactical.2.6.4-about-face")
def test_an_about_face_turns_by_up_to_a_half_turn_even_after_activation() -> None:
    position = duel(points={"TCP:red": 2})
    battle = position.model("red-2", "hunter", at=(30, 10), facing="north", done=True).battle()
    assert code(battle, SpendPoint("red-2", "about-face", 1_801)) == "angle"
    give(battle, SpendPoint("red-2", "about-face", 1_800))
    assert unit(battle, "red-2").facing == 2_700


@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_the_second_takes_over_and_then_the_best_that_is_left() -> None:
    position = Position("tactical", turn="red")
    position.model("red-1", "hunter", at=(5, 5), rank=COMMANDER).model("red-2", "hunter", at=(10, 5), rank=SECOND)
    position.model("red-3", "hunter", at=(15, 5), level=3).model("blue-1", "hunter", at=(5, 30))
    state = position.battle().state
    found = []
    for name in ("red-1", "red-2", "red-3"):
        now = leader(state, "red")
        assert now is not None
        found.append(now.id)
        state.units[name].status = "destroyed"
    assert found == ["red-1", "red-2", "red-3"]
