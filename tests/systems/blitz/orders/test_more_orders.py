"""15.4 and 15.5: more of orders and what they leave behind."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack, AttackRolled, SnapFire, StandBy
from gearlock.systems.blitz.attacks.modifiers import Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.chain_of_command import can_command, chain_of, most_skill_points, successors
from gearlock.systems.blitz.damage import MeetTrouble, TroubleMet
from gearlock.systems.blitz.dice_tests.tests import Reroll, modifiers_of
from gearlock.systems.blitz.electronic_warfare.observing import BoostSensors, Observe
from gearlock.systems.blitz.orders import GiveOrder
from gearlock.systems.blitz.rounds import Activate, Activated, EndActivation
from gearlock.systems.blitz.state import Unit
from systems.blitz.radio import Game, of_kind, unit

COORDINATED = GiveOrder("red-1", "coordinated fire", "blue-1")
TWO = ("order", (6, 6))
MISS = [("attack", (1, 1, 1)), ("defence", (6, 6))]


def platoon(*more: Unit, rank: str = "cgl", **leader: Any) -> list[Unit]:
    """A leader, one of its own beside it, and an enemy who does nothing."""
    leader.setdefault("actions", 1)
    return [unit("red-1", 10, rank=rank, **leader), unit("red-2", 14, 22), unit("blue-1", 20, actions=0), *more]


# --- 15.4 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.5b", "blitz.7.7")
def test_an_attack_active_sensors_and_melee_break_it() -> None:
    silent = {"radio silence": 1}
    game = Game(unit("red-1", 10, tokens=dict(silent)), unit("blue-1", 18, actions=0), dice=MISS)
    game.play(Attack("red-1", "LAC", ("blue-1",)))
    assert game["red-1"].tokens == {}
    game = Game(unit("red-1", 10, tokens=dict(silent), traits=('Sensors:18"',)), unit("blue-1", 18))
    game.play(BoostSensors("red-1", sensors=True))
    assert game["red-1"].tokens == {"sensor boost": 2}
    game = Game(unit("red-1", 10, tokens=dict(silent), traits=('Sensors:18"',)), unit("blue-1", 18))
    game.play(BoostSensors("red-1"))
    assert game["red-1"].tokens == {"sensor boost": 1, "radio silence": 1}
    fight = Game(unit("red-1", 10, tokens=dict(silent)), unit("blue-1", 11, tokens=dict(silent)))
    assert (fight["red-1"].tokens, fight["blue-1"].tokens) == ({}, {})
    apart = Game(unit("red-1", 10, tokens=dict(silent)), unit("blue-1", 12, tokens=dict(silent)))
    assert apart["red-1"].tokens == silent


@pytest.mark.rule("blitz.15.5b")
def test_snap_fire_breaks_it_too() -> None:
    foe = unit("blue-1", 18, tokens={"radio silence": 1})
    game = Game(unit("red-1", 10), foe, dice=[*MISS, *MISS])
    game.play(Attack("red-1", "LAC", ("blue-1",)), SnapFire("blue-1", "LAC"))
    assert game["blue-1"].tokens == {}


# --- 15.5c charge ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.5c")
def test_a_charge_adds_dice_and_forbids_long_weapons() -> None:
    red = unit(
        "red-1",
        10,
        tokens={"charge": 1},
        weapons=("LAC (Arm)", 'LPZ (Range:0-9/18")', 'LBZ (Range:0-9/19")', "LVB (Arm)"),
    )
    game = Game(red, unit("blue-1", 16, actions=0), unit("blue-2", 16, 22, used=True))
    assert game.refusal(Attack("red-1", "LAC", ("blue-1",))).code == "charge"
    assert game.refusal(Attack("red-1", "LBZ", ("blue-1",))).code == "charge"
    assert game.allows(Attack("red-1", "LPZ", ("blue-1",)))

    def lines(target: str) -> dict[str, int]:
        pair = Pair(game.state, game["red-1"], game[target], game["red-1"].line.weapons["LPZ"])
        return {line.label: line.value for line in duel_of(game.state, Use(pair.weapon), pair).attack}

    assert lines("blue-1").get("Charge at a ready model") == 1
    assert "Charge at a ready model" not in lines("blue-2")
    pair = Pair(game.state, game["blue-1"], game["red-1"], game["blue-1"].line.weapons["LAC"])
    assert {line.label: line.value for line in duel_of(game.state, Use(pair.weapon), pair).defence} == {"Charge": 1}


@pytest.mark.rule("blitz.15.5c", "blitz.15.4")
def test_a_charge_ends_with_the_units_activation_and_lets_its_leader_attack() -> None:
    red = unit("red-1", 10, rank="cgl", weapons=('LPZ (Range:0-9/18")',))
    game = Game(
        red,
        unit("red-2", 14, 22),
        unit("blue-1", 16, actions=0),
        dice=[TWO, ("attack", (1, 1, 1)), ("defence", (6, 6))],
    )
    (rolled,) = of_kind(game.play(GiveOrder("red-1", "charge"), Attack("red-1", "LPZ", ("blue-1",))), AttackRolled)
    assert "Charge at a ready model" in [line.label for line in rolled.lines]
    game.play(EndActivation("red-1"))
    assert "charge" in game["red-1"].tokens
    game.play(Activate("red-2", "combat"))
    assert "charge" in game["red-2"].tokens
    game.play(EndActivation("red-2"))
    assert not any("charge" in each.tokens for each in game.state.units.values())


@pytest.mark.rule("blitz.15.5c", "blitz.15.0")
def test_a_charge_is_over_for_models_of_other_groups_that_were_activated_before() -> None:
    """The CO charges with whoever is near: with who is still to come it lasts, for the used it ends with this unit."""
    red = unit("red-1", 10, rank="co")
    others = unit("red-2", 14, 22, group=2), unit("red-3", 14, 18, group=3, used=True, actions=0)
    game = Game(red, *others, unit("blue-1", 30, actions=0), unit("blue-2", 32, actions=0, group=2), dice=[TWO])
    game.play(GiveOrder("red-1", "charge"))
    assert all("charge" in game[name].tokens for name in ("red-1", "red-2", "red-3"))
    game.play(EndActivation("red-1"))
    assert [name for name, each in game.state.units.items() if "charge" in each.tokens] == ["red-2"]


# --- 15.5d full speed ahead ------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.5d", "blitz.3.2a-table")
def test_full_speed_is_for_the_unused_and_is_kept_up_until_their_next_activation() -> None:
    used = unit("red-3", 12, 16, used=True, actions=0)
    game = Game(*platoon(used), dice=[TWO])
    game.play(GiveOrder("red-1", "full speed ahead"))
    assert "full speed ahead" not in game["red-1"].tokens, "it has chosen another posture"
    assert "full speed ahead" not in game["red-3"].tokens
    assert game["red-2"].stance == "combat", "it has not been activated yet"
    game.play(EndActivation("red-1"))
    refusal = game.refusal(Activate("red-2", "combat"))
    assert refusal.code == "order"
    game.play(Activate("red-2", "top speed"))
    assert game["red-2"].token("full speed ahead")
    game.play(EndActivation("red-2"))
    assert game["red-2"].stance == "top speed"
    Activated("red-2", "combat", 1).change(game.state)
    assert "full speed ahead" not in game["red-2"].tokens


@pytest.mark.rule("blitz.15.5d")
def test_a_leader_at_top_speed_takes_it_up_itself() -> None:
    game = Game(*platoon(), posture="top speed", dice=[("order", (6,))])
    game.play(GiveOrder("red-1", "full speed ahead"))
    game.play(EndActivation("red-1"))
    assert game["red-1"].stance == "top speed"


@pytest.mark.rule("blitz.15.5d", "blitz.7.7")
def test_at_full_speed_no_active_sensors() -> None:
    game = Game(unit("red-1", 10, tokens={"full speed ahead": 1}), unit("blue-1", 18))
    assert game.refusal(Attack("red-1", "LAC", ("blue-1",), sensors=True)).code == "sensors"
    assert game.refusal(Observe("red-1", "blue-1", sensors=True)).code == "sensors"
    assert game.allows(Observe("red-1", "blue-1"))


# --- 15.5e incoming fire ---------------------------------------------------------------------------------------------


def hit(tokens: dict[str, int], **target: Any) -> Game:
    foe = unit("blue-1", 18, tokens=tokens, **target)
    rolls = [("attack", (6, 6, 6)), ("defence", (3, 1)), ("we're in trouble", (4,) * tokens.get("incoming fire", 0))]
    return Game(unit("red-1", 10), foe, dice=[*rolls, ("we're in trouble", (4, 4))])


@pytest.mark.rule("blitz.15.5e", "blitz.9.5")
def test_incoming_fire_is_a_free_test_with_the_orders_successes_as_base_dice() -> None:
    game = hit({"incoming fire": 3}, actions=0)
    events = game.play(Attack("red-1", "LAC", ("blue-1",)), MeetTrouble("blue-1", True))
    (met,) = of_kind(events, TroubleMet)
    assert (len(met.faces), met.actions, met.margin) == (3, 0, 2)
    assert "incoming fire" in game["blue-1"].tokens, "it serves against the next hit as well"


@pytest.mark.rule("blitz.15.5e")
def test_with_incoming_fire_no_more_is_paid() -> None:
    game = hit({"incoming fire": 3}, actions=1)
    game.play(Attack("red-1", "LAC", ("blue-1",)), MeetTrouble("blue-1", True))
    assert game.questions("trouble") == ["blue-1"]
    assert game["blue-1"].actions == 1


@pytest.mark.rule("blitz.15.5e", "blitz.9.5")
def test_incoming_fire_has_the_modifiers_of_the_failed_defence() -> None:
    foe = unit("blue-1", 18, tokens={"incoming fire": 3}, actions=0, hull=0)
    game = Game(unit("red-1", 10), foe, dice=[("attack", (6, 1, 1)), ("defence", (2,)), ("we're in trouble", (1, 1))])
    game.play(Attack("red-1", "LAC", ("blue-1",)), MeetTrouble("blue-1", True))
    assert game.thrown("we're in trouble") == [2]


@pytest.mark.rule("blitz.15.5e", "blitz.9.5")
def test_the_braced_have_nothing_of_it() -> None:
    foe = unit("blue-1", 18, tokens={"incoming fire": 3, "standby": 1}, actions=0)
    game = Game(unit("red-1", 10), foe, dice=[("attack", (6, 1, 1)), ("defence", (1,))])
    game.play(Attack("red-1", "LAC", ("blue-1",)))
    assert game.questions("trouble") == []


@pytest.mark.rule("blitz.15.5e", "blitz.14.1a")
def test_the_orders_successes_are_the_strength_and_posture_counts() -> None:
    game = Game(*platoon(), posture="braced", dice=[("order", (4, 4, 3))])
    game.play(GiveOrder("red-1", "incoming fire"))
    assert game["red-2"].tokens == {"incoming fire": 2}
    assert game["red-1"].tokens == {"incoming fire": 2}
    assert game.refusal(StandBy("red-1")).code == "no-action"


@pytest.mark.rule("blitz.15.4")
def test_few_orders_are_offered() -> None:
    game = Game(*platoon())
    offered = [order for order in game.offers() if isinstance(order, GiveOrder)]
    assert [order.command for order in offered] == [
        "coordinated fire", "radio silence", "charge", "full speed ahead", "incoming fire",
    ]  # fmt: skip
    assert not any(order.comms for order in offered)
    assert not [order for order in Game(*platoon(rank="")).offers() if isinstance(order, GiveOrder)]


# --- 15.1, 15.3 and traits -------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.15.1", "blitz.15.4")
def test_a_support_unit_obeys_as_its_primary_unit_does() -> None:
    game = Game(*platoon(unit("red-3", 12, 18, squad="support")), dice=[TWO])
    game.play(GiveOrder("red-1", "charge"))
    assert "charge" in game["red-3"].tokens


@pytest.mark.rule("blitz.trait.autocomms", "blitz.15.3")
@pytest.mark.parametrize(("gap", "near"), [(9_000, True), (9_001, False)])
def test_auto_comms_of_the_commander_say_how_far_formation_reaches(gap: int, near: bool) -> None:
    things = platoon(traits=('Autocomms:9"',))
    things[1].x, things[1].y = 11_000 + gap, 20_000
    things[2].y = 40_000
    game = Game(*things, dice=[TWO])
    game.play(GiveOrder("red-1", "charge"))
    assert ("charge" in game["red-2"].tokens) is near


@pytest.mark.rule("blitz.trait.ncm", "blitz.14.6a")
@pytest.mark.parametrize(("gap", "lost"), [(6_000, []), (6_001, ["Disorganized"])])
def test_a_command_matrix_organizes_n_kidu_in_its_auto_comms(gap: int, lost: list[str]) -> None:
    matrix, drone = unit("red-2", 20, traits=("NCM",)), unit("red-1", 10, traits=("N-KIDU",))
    drone.x = matrix.x - 1000 - gap
    game = Game(drone, matrix, unit("blue-1", 40))
    assert [line.label for line in modifiers_of(game.state, game["red-1"], "EW")] == lost


@pytest.mark.rule("blitz.15.7", "blitz.15.0", "blitz.trait.vet")
def test_skill_points_are_for_their_owner_alone() -> None:
    second = unit("red-2", 14, 22, rank="2ic", tokens={"skill points": 1})
    game = Game(unit("red-1", 10, rank="cgl"), second, unit("blue-1", 20, actions=0), dice=MISS)
    game.play(Attack("red-1", "LAC", ("blue-1",)))
    assert game.questions("reroll") == []
    own = unit("red-1", 10, rank="cgl", tokens={"skill points": 1})
    game = Game(own, unit("blue-1", 20, actions=0), dice=[*MISS, ("attack", (1, 1, 1))])
    game.play(Attack("red-1", "LAC", ("blue-1",)), Reroll("red-1", "skill points"))
    assert game["red-1"].tokens == {}
    assert [most_skill_points(each) for each in (second, unit("red-3", 1, traits=("Vet",)))] == [1, 1]


@pytest.mark.rule("blitz.15.2", "blitz.15.0")
def test_the_highest_in_the_chain_even_if_it_is_worse_off() -> None:
    hurt = unit("red-1", 10, rank="co", hull=0)
    game = Game(
        hurt,
        unit("red-2", 12, rank="cgl", group=2, traits=("CMD:+2D6",)),
        unit("red-3", 14, rank="xo"),
        unit("blue-1", 20),
    )
    assert [each.id for each in chain_of(game.state, "red")] == ["red-1", "red-2", "red-3"]
    game["red-1"].status = "wreck"
    assert [each.id for each in successors(game.state)] == ["red-3"]
    game["red-3"].tokens["acting"] = 1
    assert [each.id for each in chain_of(game.state, "red")] == ["red-3", "red-2"]
    assert can_command(game["red-3"], game["red-2"])
