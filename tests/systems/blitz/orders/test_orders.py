"""15.4 and 15.5: orders: who gives them, the rolls in their order, and what each of the five does."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack, SnapFire
from gearlock.systems.blitz.damage import Damaged
from gearlock.systems.blitz.dice_tests.tests import Reroll
from gearlock.systems.blitz.lock_and_cover.cover import profile_of
from gearlock.systems.blitz.orders import GiveOrder, Include, candidates
from gearlock.systems.blitz.rounds import Activate, Activated, EndActivation
from gearlock.systems.blitz.state import Unit
from systems.blitz.lock_and_cover.scene import wall
from systems.blitz.radio import Game, of_kind, unit

COORDINATED = GiveOrder("red-1", "coordinated fire", "blue-1")
TWO = ("order", (6, 6))
MISS = [("attack", (1, 1, 1)), ("defence", (6, 6))]


def platoon(*more: Unit, rank: str = "cgl", **leader: Any) -> list[Unit]:
    """A leader, one of its own beside it, and an enemy who does nothing."""
    leader.setdefault("actions", 1)
    return [unit("red-1", 10, rank=rank, **leader), unit("red-2", 14, 22), unit("blue-1", 20, actions=0), *more]


# --- 15.4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.4", "blitz.15.5a", "blitz.14.1a")
def test_the_worked_order_roll_then_comms_test_then_the_free_attack() -> None:
    flanker = unit("red-3", 30, 30)
    rolls = [("order", (4, 1, 1)), ("comms test for an order", (6, 1)), *MISS]
    game = Game(*platoon(flanker, traits=("CMD:+1D6",)), dice=rolls)
    order = GiveOrder("red-1", "coordinated fire", "blue-1", comms=True)
    game.play(order, Include("red-1", "red-3"), Attack("red-1", "LAC", ("blue-1",)))
    assert game.purposes() == ["order", "comms test for an order", "attack", "defence"]
    assert game["red-1"].actions == 0, "one action for the order; the attack was free"
    assert game["blue-1"].tokens == {"coordinated fire:red-1": 1}
    assert game["red-3"].tokens == {"included:red-1": 1}


@pytest.mark.rule("blitz.15.4", "blitz.15.0", "blitz.trait.cmd")
@pytest.mark.parametrize(("rank", "skill"), [("co", 3), ("xo", 4), ("cgl", 4), ("2ic", 5)])
def test_the_rank_gives_the_skill_and_the_suite_dice(rank: str, skill: int) -> None:
    hit, short = ("order", (skill, skill - 1, 1, 1)), ("order", (skill - 1,) * 4)
    for rolls, tokens in ((hit, {"coordinated fire:red-1": 1}), (short, {})):
        game = Game(*platoon(rank=rank, traits=("CMD:+1D6",)), posture="braced", dice=[rolls])
        game.play(COORDINATED)
        assert game["blue-1"].tokens == tokens


@pytest.mark.rule("blitz.15.4", "blitz.15.5d")
def test_whom_a_comms_test_can_bring_in() -> None:
    """Each once, and for full speed ahead none that has been used; who cannot take part is named in the refusal."""
    far = [unit("red-3", 30, 30), unit("red-4", 34, 30), unit("red-5", 38, 30, used=True)]
    state = Game(*platoon(*far)).state
    assert candidates(state, "red-1", "full speed ahead", ["red-3"]) == ["red-4"]
    refusal = Game(*platoon(unit("red-3", 30, 30, name="Asp"))).refusal(GiveOrder("red-1", "charge", models=("red-3",)))
    assert "The Asp cannot" in refusal.message


@pytest.mark.rule("blitz.15.4")
def test_who_may_give_an_order() -> None:
    assert Game(*platoon(rank="")).refusal(COORDINATED).code == "rank"
    assert Game(*platoon(actions=0, tokens={"standby": 1})).refusal(COORDINATED).code == "no-action"
    game = Game(*platoon())
    assert game.refusal(GiveOrder("red-1", "retreat")).code == "order"
    assert game.refusal(GiveOrder("red-1", "charge", "blue-1")).code == "target"
    assert game.refusal(GiveOrder("red-1", "charge", comms=True)).code == "comms"
    assert game.refusal(GiveOrder("red-1", "charge", models=("blue-1",))).code == "formation"


@pytest.mark.rule("blitz.15.0", "blitz.15.4", "blitz.15.3")
@pytest.mark.parametrize(
    ("rank", "obey"),
    [
        ("co", {"red-1", "red-2", "red-3", "red-4"}),
        ("cgl", {"red-1", "red-2", "red-3"}),
        ("xo", {"red-1", "red-2"}),
        ("2ic", {"red-1", "red-2"}),
    ],
)
def test_whom_each_rank_orders(rank: str, obey: set[str]) -> None:
    """red-3 leads the unit (a 2iC beside a CGL); red-4 is of another combat group."""
    third = unit("red-3", 12, 18, rank="" if rank in ("co", "cgl") else "cgl")
    fourth = unit("red-4", 8, 22, group=2, rank="cgl")
    boss = unit("red-9", 2, 2, group=3, rank="" if rank == "co" else "co")
    game = Game(*platoon(third, fourth, boss, rank=rank), dice=[("order", (6, 6))])
    game.play(GiveOrder("red-1", "charge"))
    assert {name for name, each in game.state.units.items() if "charge" in each.tokens} == obey


@pytest.mark.rule("blitz.15.3", "blitz.15.4")
@pytest.mark.parametrize(("gap", "near"), [(6_000, True), (6_001, False)])
def test_formation_is_six_inches_to_the_mil(gap: int, near: bool) -> None:
    things = platoon()
    things[1].y = 20_000
    things[1].x = 11_000 + gap
    game = Game(*things, dice=[("order", (6, 6))])
    game.play(GiveOrder("red-1", "charge"))
    assert ("charge" in game["red-2"].tokens) is near


@pytest.mark.rule("blitz.15.4")
def test_a_failed_order_leaves_nothing_and_asks_no_radio() -> None:
    game = Game(*platoon(unit("red-3", 40, 40)), dice=[("order", (1, 1))])
    game.play(GiveOrder("red-1", "charge", comms=True))
    assert game.purposes() == ["order"]
    assert not any("charge" in each.tokens for each in game.state.units.values())
    assert (game["red-1"].actions, game.questions("join in")) == (0, [])


@pytest.mark.rule("blitz.15.4")
def test_one_unused_model_out_of_formation_for_each_success() -> None:
    far = [
        unit("red-3", 40, 40),
        unit("red-4", 42, 40, used=True, actions=0),
        unit("red-5", 40, 10),
        unit("red-6", 30, 40),
    ]
    game = Game(*platoon(*far), dice=[TWO, ("comms test for an order", (6, 6))])
    game.play(GiveOrder("red-1", "charge", comms=True), Include("red-1", "red-3"), Include("red-1", "red-5"))
    assert game.questions("include") == ["red-1", "red-1"]
    ask = next(ask for ask in game.asked if ask.kind == "include")
    open_to = [
        name for name in game.state.units if game.battle.system.refuse(game.state, ask, Include("red-1", name)) is None
    ]
    assert open_to == ["red-3", "red-5", "red-6"], "neither the used nor those in formation"
    assert {name for name, each in game.state.units.items() if "charge" in each.tokens} == {
        "red-1",
        "red-2",
        "red-3",
        "red-5",
    }


@pytest.mark.rule("blitz.15.4", "blitz.14.1", "blitz.10.4")
def test_the_radio_gives_a_commander_away_and_a_word_of_mouth_does_not() -> None:
    listener = unit("blue-2", 32, 26, group=2)
    quiet = Game(*platoon(listener), dice=[TWO])
    quiet.play(GiveOrder("red-1", "charge"))
    assert quiet.questions("snap") == []
    loud = Game(
        *platoon(unit("blue-2", 32, 26, group=2), unit("red-3", 40, 40)),
        dice=[TWO, ("comms test for an order", (1, 1))],
    )
    loud.play(GiveOrder("red-1", "charge", comms=True))
    assert loud.questions("snap") == ["blue-2"]


@pytest.mark.rule("blitz.15.4", "blitz.3.4a")
def test_damage_by_answers_comes_after_the_commanders_own_attack() -> None:
    foe = unit("blue-1", 20)
    things = [unit("red-1", 10, rank="cgl", hull=1, structure=1), unit("red-2", 14, 22), foe]
    shots = [("attack", (6, 6, 6)), ("defence", (1, 1))]
    game = Game(*things, dice=[TWO, *shots, *shots])
    events = game.play(COORDINATED, SnapFire("blue-1", "LAC", "red-1"), Attack("red-1", "LAC", ("blue-1",)))
    assert {event.unit for event in of_kind(events, Damaged)} == {"red-1", "blue-1"}
    assert game["red-1"].is_destroyed


@pytest.mark.rule("blitz.15.4")
def test_two_actions_two_orders() -> None:
    game = Game(*platoon(actions=2), dice=[TWO, TWO])
    game.play(GiveOrder("red-1", "incoming fire"))
    game.play(GiveOrder("red-1", "charge"))
    assert game["red-2"].tokens == {"incoming fire": 2, "charge": 1}


@pytest.mark.rule("blitz.15.4")
def test_models_may_stay_out_of_an_order() -> None:
    game = Game(*platoon(), dice=[TWO])
    game.play(GiveOrder("red-1", "incoming fire", models=("red-2",)))
    assert ("incoming fire" in game["red-1"].tokens, "incoming fire" in game["red-2"].tokens) == (False, True)


# --- 15.5a coordinated fire ------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.5a", "blitz.7.1")
def test_it_takes_lock_and_the_target_may_answer() -> None:
    hidden = Game(*platoon(), wall("heavy", 16, 18, 4, 10, 30))
    assert hidden.refusal(COORDINATED).code == "lock"
    things = platoon()
    things[2].actions = 1
    game = Game(*things, dice=[("order", (1, 1))])
    game.play(COORDINATED)
    assert game.questions("snap") == ["blue-1"]


@pytest.mark.rule("blitz.15.5a", "blitz.2.6")
def test_models_in_formation_re_roll_attacks_on_the_target_with_its_tokens() -> None:
    stray = unit("red-3", 20, 30, facing=2700)
    far = unit("red-2", 12, 22, rank="", actions=1)
    leader = unit("red-1", 10, rank="cgl", used=True, actions=0)
    foe = unit("blue-1", 20, actions=0, tokens={"coordinated fire:red-1": 2})
    rolls = [("attack", (1, 1, 1)), ("defence", (6, 6)), ("attack", (1, 1, 1))]
    game = Game(leader, far, stray, foe, active="red-2", dice=rolls)
    game.play(Attack("red-2", "LAC", ("blue-1",)), Reroll("red-2", "coordinated fire:red-1"))
    assert game["blue-1"].tokens == {"coordinated fire:red-1": 1}
    out = Game(leader.clone(), far.clone(), stray, foe.clone(), active="red-3", dice=MISS)
    out["blue-1"].tokens = {"coordinated fire:red-1": 2}
    out.play(Attack("red-3", "LAC", ("blue-1",)))
    assert out.questions("reroll") == []
    stray.tokens["included:red-1"] = 1
    asked = Game(leader.clone(), far.clone(), stray.clone(), foe.clone(), active="red-3", dice=MISS)
    asked["blue-1"].tokens = {"coordinated fire:red-1": 2}
    asked["red-3"].actions, asked["red-3"].fired = 1, []
    asked.play(Attack("red-3", "LAC", ("blue-1",)))
    assert asked.questions("reroll") == ["red-3"]


@pytest.mark.rule("blitz.15.5a")
def test_leftover_tokens_vanish_when_the_unit_is_done() -> None:
    game = Game(*platoon(), dice=[TWO])
    game.play(COORDINATED)
    game.play(EndActivation("red-1"))
    assert game["blue-1"].tokens == {"coordinated fire:red-1": 2}, "red-2 is still to come"
    game.play(Activate("red-2", "combat"))
    game.play(EndActivation("red-2"))
    assert game["blue-1"].tokens == {}


@pytest.mark.rule("blitz.15.5a", "blitz.15.4")
def test_the_free_action_is_for_the_target_alone() -> None:
    other = unit("blue-2", 20, 23, actions=0)
    game = Game(*platoon(other), dice=[TWO])
    game.play(COORDINATED)
    (ask,) = [ask for ask in game.asked if ask.kind == "join in"]
    game["red-1"].actions = 1
    refusal = game.battle.system.refuse(game.state, ask, Attack("red-1", "LAC", ("blue-2",)))
    assert refusal is not None
    assert refusal.code == "target"
    assert game.battle.system.refuse(game.state, ask, Attack("red-1", "LAC", ("blue-1",))) is None


# --- 15.5b radio silence ---------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.5b")
def test_silence_is_kept_through_the_activation_and_ends_with_the_units_next() -> None:
    game = Game(*platoon(), dice=[TWO])
    game.play(GiveOrder("red-1", "radio silence"))
    game.play(EndActivation("red-1"))
    game.play(Activate("red-2", "combat"))
    assert "radio silence" in game["red-2"].tokens
    game.play(EndActivation("red-2"))
    assert "radio silence" in game["red-1"].tokens
    game.state.group = 0
    Activated("red-2", "combat", 1).change(game.state)
    assert not any("radio silence" in each.tokens for each in game.state.units.values())


@pytest.mark.rule("blitz.15.5b", "blitz.trait.profile")
@pytest.mark.parametrize(("token", "profile"), [("", 0), ("hiding", 12_000), ("hull down", 12_000)])
def test_silence_hides_who_keeps_out_of_sight(token: str, profile: int) -> None:
    tokens = {"radio silence": 1, **({token: 1} if token else {})}
    game = Game(unit("red-1", 10), unit("blue-1", 20, tokens=tokens))
    assert profile_of(game.state, game["red-1"], game["blue-1"]) == profile
    hidden = Game(unit("red-1", 10), unit("blue-1", 20, tokens={"radio silence": 1}), wall("light", 15, 16, 4))
    assert profile_of(hidden.state, hidden["red-1"], hidden["blue-1"]) == 12_000
