"""14.5b, 14.6: sensor jamming and comms jamming, as actions and in answer to them."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack, AttackRolled, IndirectFire, SnapFire
from gearlock.systems.blitz.dice_tests.comms_tests import ECCM
from gearlock.systems.blitz.dice_tests.tests import JammingReduced, Reroll
from gearlock.systems.blitz.electronic_warfare.observing import JamSensors, Observe
from gearlock.systems.blitz.rounds import EndActivation
from gearlock.systems.blitz.sensor_jamming import JammingLost, JamSights, can_jam_sensors
from gearlock.systems.blitz.state import Unit
from systems.blitz.lock_and_cover.scene import wall
from systems.blitz.radio import Game, of_kind, unit

SJ = ("ECM:+2D6 (SJ)",)
CJ = ("ECM:+2D6 (CJ)",)
MORTAR = ('LFM (T, AE:0", Blast:0D6, Range:6-18/36")',)
SHOOT = Attack("red-1", "LAC", ("blue-1",))


def jam(intensity: int, by: str = "blue-1") -> dict[str, int]:
    return {f"sensor jamming:{by}": intensity}


def jammer(id: str = "blue-1", x: float = 20, **more: Any) -> Unit:
    return unit(id, x, **{"traits": SJ, "ew": 4, **more})


# --- sensor jamming by an action ---------------------------------------------------------------------------------


@pytest.mark.rule("blitz.14.5b", "blitz.trait.sj")
def test_successes_are_the_intensity_and_the_suite_adds_no_dice() -> None:
    game = Game(unit("red-1", 10, traits=SJ, ew=4), unit("blue-1", 18), dice=[("sensor jamming", (4, 6))])
    game.play(JamSensors("red-1", "blue-1"))
    assert game["blue-1"].tokens == {"sensor jamming:red-1": 2}
    assert game["red-1"].actions == 0


@pytest.mark.rule("blitz.14.5b")
@pytest.mark.parametrize(
    ("held", "rolled", "left"), [(1, (4, 4), ("red-1", 2)), (2, (4, 4), ("red-2", 2)), (2, (4, 1), ("red-2", 2))]
)
def test_a_token_replaces_a_weaker_one_and_adds_to_none(
    held: int, rolled: tuple[int, int], left: tuple[str, int]
) -> None:
    other = unit("red-2", 10, 22, traits=SJ)
    victim = unit("blue-1", 18, tokens=jam(held, "red-2"))
    game = Game(unit("red-1", 10, traits=SJ, ew=4), other, victim, dice=[("sensor jamming", rolled)])
    game.play(JamSensors("red-1", "blue-1"))
    assert game["blue-1"].tokens == {f"sensor jamming:{left[0]}": left[1]}


@pytest.mark.rule("blitz.14.5b")
def test_who_can_jam_sensors_and_whom() -> None:
    assert Game(unit("red-1", 10, traits=CJ), unit("blue-1", 18)).refusal(JamSensors("red-1", "blue-1")).code == "trait"
    lost = unit("red-1", 10, traits=("ECM:+2D6 (SJ, Aux)",), hull=0)
    assert Game(lost, unit("blue-1", 14)).refusal(JamSensors("red-1", "blue-1")).code == "trait"
    far = Game(unit("red-1", 10, traits=SJ), unit("blue-1", 23.001))
    assert far.refusal(JamSensors("red-1", "blue-1")).code == "detection"
    assert far.allows(JamSensors("red-1", "blue-1", sensors=True))
    rushed = Game(unit("red-1", 10, traits=SJ, tokens={"full speed ahead": 1}), unit("blue-1", 23.001))
    assert rushed.refusal(JamSensors("red-1", "blue-1", sensors=True)).code == "sensors"
    blind = Game(unit("red-1", 10, traits=SJ), unit("blue-1", 18), wall("heavy", 13, 15, 4))
    assert blind.refusal(JamSensors("red-1", "blue-1")).code == "lock"
    aboard = Game(unit("red-1", 10), unit("blue-1", 18, traits=SJ), unit("blue-2", 19))
    assert can_jam_sensors(aboard.state, aboard["blue-1"], aboard["red-1"])
    aboard["blue-1"].status = "riding"
    assert not can_jam_sensors(aboard.state, aboard["blue-1"], aboard["red-1"])


@pytest.mark.rule("blitz.14.5b", "blitz.10.4")
def test_its_target_may_answer_and_is_jammed_in_that_already() -> None:
    rolls = [("sensor jamming", (4, 4)), ("sensor recovery", (1, 1)), ("attack", (1,)), ("defence", (6, 6))]
    game = Game(unit("red-1", 10, traits=SJ, ew=4), unit("blue-1", 18), dice=rolls)
    game.play(JamSensors("red-1", "blue-1"), SnapFire("blue-1", "LAC"))
    assert game.purposes() == ["sensor jamming", "sensor recovery", "attack", "defence"]


# --- what it does ------------------------------------------------------------------------------------------------


@pytest.mark.rule("blitz.14.5b")
def test_a_free_roll_before_an_attack_and_the_rest_in_dice() -> None:
    rolls = [("sensor recovery", (6, 1)), ("attack", (1, 1)), ("defence", (6, 6))]
    game = Game(unit("red-1", 10, tokens=jam(2)), jammer(actions=0), dice=rolls)
    events = game.play(SHOOT)
    assert game.purposes()[0] == "sensor recovery"
    (reduced,) = of_kind(events, JammingReduced)
    assert reduced.intensity == 1
    (rolled,) = of_kind(events, AttackRolled)
    assert ("Sensor jamming", -1) in [(line.label, line.value) for line in rolled.lines]
    assert game["red-1"].tokens == jam(1)


@pytest.mark.rule("blitz.14.5b")
def test_thrown_off_whole_it_costs_nothing() -> None:
    rolls = [("sensor recovery", (6, 6)), ("attack", (1, 1, 1)), ("defence", (6, 6))]
    game = Game(unit("red-1", 10, tokens=jam(1)), jammer(actions=0), dice=rolls)
    game.play(SHOOT)
    assert game["red-1"].tokens == {}


@pytest.mark.rule("blitz.14.5b", "blitz.2.2")
def test_jamming_may_leave_no_dice() -> None:
    rolls = [("sensor recovery", (1, 1)), ("defence", (2, 1))]
    game = Game(unit("red-1", 10, tokens=jam(5)), jammer(actions=0), dice=rolls)
    (rolled,) = of_kind(game.play(SHOOT), AttackRolled)
    assert (rolled.faces, rolled.total) == ((), 1)


@pytest.mark.rule("blitz.14.5b", "blitz.14.2a")
def test_it_spoils_an_observation_but_not_fire_that_needs_no_lock() -> None:
    rolls = [("sensor recovery", (1, 1)), ("forward observation", (6,)), ("attack", (1,)), ("defence", (6, 6))]
    firer = unit("red-2", 8, weapons=MORTAR, tokens=jam(2))
    game = Game(unit("red-1", 10, 22, tokens=jam(1)), firer, jammer(actions=0), dice=rolls)
    game.play(Observe("red-1", "blue-1"), IndirectFire("red-2", "LFM"))
    assert game.purposes().count("sensor recovery") == 1
    assert game["red-2"].tokens == jam(2)


@pytest.mark.rule("blitz.14.5b", "blitz.trait.eccm", "blitz.2.6")
def test_eccm_rolls_against_it_again_once() -> None:
    rolls = [("sensor recovery", (1, 1)), ("sensor recovery", (6, 6)), ("attack", (1, 1, 1)), ("defence", (6, 6))]
    game = Game(unit("red-1", 10, tokens=jam(2), traits=("ECCM",)), jammer(actions=0), dice=rolls)
    game.play(SHOOT, Reroll("red-1", ECCM))
    assert game["red-1"].tokens == {}


@pytest.mark.rule("blitz.14.5b")
def test_one_free_roll_for_a_split_attack() -> None:
    rolls = [
        ("sensor recovery", (1, 1)),
        ("attack", (1, 1)),
        ("defence", (6, 6)),
        ("attack", (1,)),
        ("defence", (6, 6)),
    ]
    red = unit("red-1", 10, tokens=jam(1), weapons=("LAC (Arm, Split:2)",))
    game = Game(red, jammer(actions=0), unit("blue-2", 20, 22, actions=0), dice=rolls)
    game.play(Attack("red-1", "LAC", ("blue-1", "blue-2")))
    assert game.purposes().count("sensor recovery") == 1


@pytest.mark.rule("blitz.14.5b")
def test_jamming_ends_with_the_jammers_lock_and_does_not_come_back() -> None:
    game = Game(unit("red-1", 10, tokens=jam(2)), jammer(x=30), wall("light", 20, 21, 4))
    lost = of_kind(game.events(), JammingLost)
    assert [(event.unit, event.jammer) for event in lost] == [("red-1", "blue-1")]
    assert game["red-1"].tokens == {}


@pytest.mark.rule("blitz.14.5b")
def test_jamming_ends_with_the_jammer() -> None:
    assert Game(unit("red-1", 10, tokens=jam(2)), jammer(status="wreck"), unit("blue-2", 20, 22))["red-1"].tokens == {}
    assert Game(unit("red-1", 10, tokens=jam(2)), jammer(actions=0))["red-1"].tokens == jam(2)


@pytest.mark.rule("blitz.14.5b")
def test_jamming_lasts_until_the_jammer_is_activated_again() -> None:
    from gearlock.systems.blitz.rounds import Activate

    victim = unit("red-1", 10, tokens=jam(2))
    game = Game(victim, jammer(), unit("blue-2", 20, 24))
    game.play(EndActivation("red-1"))
    assert game["red-1"].tokens == jam(2)
    game.play(Activate("blue-2", "combat"))
    game.play(EndActivation("blue-2"))
    assert game["red-1"].tokens == jam(2)
    game.play(Activate("blue-1", "combat"))
    assert game["red-1"].tokens == {}


# --- sensor jamming as an answer -----------------------------------------------------------------------------------


@pytest.mark.rule("blitz.14.5b")
def test_in_answer_the_roll_comes_first_and_eccm_is_no_help() -> None:
    rolls = [("sensor jamming", (4, 4)), ("sensor recovery", (6, 1)), ("attack", (1, 1)), ("defence", (6, 6))]
    game = Game(unit("red-1", 10, traits=("ECCM",)), jammer(), dice=rolls)
    game.play(SHOOT, JamSights("blue-1"))
    assert game.purposes() == ["sensor jamming", "sensor recovery", "attack", "defence"]
    assert game.questions("reroll") == []
    assert game["red-1"].tokens == jam(1)
    assert game["blue-1"].actions == 0


@pytest.mark.rule("blitz.14.5b", "blitz.trait.eccm")
def test_eccm_helps_against_it_in_the_next_action() -> None:
    first = [("sensor jamming", (4, 4)), ("sensor recovery", (1, 1)), ("attack", (1,)), ("defence", (6, 6))]
    then = [("sensor recovery", (1, 1)), ("sensor recovery", (6, 6)), ("attack", (1, 1, 1)), ("defence", (6, 6))]
    red = unit("red-1", 10, traits=("ECCM",), actions=2, weapons=("LAC (Arm)", "LAC (Arm)"))
    game = Game(red, jammer(), dice=[*first, *then])
    game.play(SHOOT, JamSights("blue-1"))
    game.play(Attack("red-1", "LAC 2", ("blue-1",)), Reroll("red-1", ECCM))
    assert game["red-1"].tokens == {}
