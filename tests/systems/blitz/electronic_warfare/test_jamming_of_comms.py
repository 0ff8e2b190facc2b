"""14.5 and 14.6: more of jamming: comms, tokens and how they end."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.systems.blitz.attacks.aiming import Attack, IndirectFire
from gearlock.systems.blitz.dice_tests.comms_tests import ECCM, CommsTest, comms_dice
from gearlock.systems.blitz.dice_tests.tests import BoostComms, JamSignal, Reroll, SignalJammed
from gearlock.systems.blitz.electronic_warfare.observing import JamComms, Observe
from gearlock.systems.blitz.sensor_jamming import JamSights, SensorsJammed
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


@pytest.mark.rule("blitz.14.5b", "blitz.3.4a", "blitz.10.3")
def test_only_ready_models_jam_and_standby_tokens_do_not_pay_for_it() -> None:
    keeps = jammer("blue-2", actions=0, used=True, y=22, tokens={"standby": 1})
    far = jammer("blue-3", 23.001, y=24)
    silent = jammer("blue-4", 20, y=16, tokens={"full speed ahead": 1})
    game = Game(
        unit("red-1", 10),
        unit("blue-1", 20, actions=0),
        keeps,
        far,
        silent,
        dice=[("attack", (1, 1, 1)), ("defence", (6, 6))],
    )
    game.play(SHOOT)
    assert game.questions("jam sights") == ["blue-3", "blue-4"]


@pytest.mark.rule("blitz.14.5b")
def test_nobody_jams_what_needs_no_lock() -> None:
    from gearlock.systems.blitz.electronic_warfare.observing import Interfere

    game = Game(unit("red-1", 10, traits=("ECM:+1D6",)), jammer(), dice=[("sensor interference", (1, 1, 1))])
    game.play(Interfere("red-1"))
    assert game.questions("jam sights") == []


@pytest.mark.rule("blitz.14.5b")
def test_a_jammed_jammer_works_against_that_first() -> None:
    rolls = [
        ("sensor recovery", (1, 1)),
        ("sensor jamming", (6,)),
        ("attack", (1, 1)),
        ("defence", (6, 6)),
        ("sensor recovery", (1, 1)),
    ]
    blue = jammer(tokens=jam(1, "red-2"))
    game = Game(unit("red-1", 10), unit("red-2", 10, 24, traits=SJ), blue, dice=rolls)
    events = game.play(SHOOT, JamSights("blue-1"))
    assert [event.intensity for event in of_kind(events, SensorsJammed)] == [1]


# --- comms jamming ---------------------------------------------------------------------------------------------------


def sending(*more: Unit, dice: list[tuple[str, tuple[int, ...]]], **ours: Any) -> Game:
    """A Ferret that rolls three successes, with friends far off who could fire, and a Skirmisher."""
    ferret = unit("red-1", 10, 20, "ferret", **ours)
    mortars = [unit(f"red-{n}", 2, 10 + 4 * n, weapons=MORTAR, actions=1) for n in (2, 3, 4)]
    return Game(ferret, *mortars, unit("blue-1", 18, actions=0), *more, dice=dice)


SKIRMISHER = ("ECM:+2D6 (CJ)", 'Sensors:24"')
THREE = ("forward observation", (4, 5, 6))


@pytest.mark.rule("blitz.14.6b", "blitz.14.1a", "blitz.trait.cj", "blitz.trait.ecm")
@pytest.mark.parametrize(("faces", "left"), [((6, 4, 3, 2), 1), ((6, 4, 4, 2), 0)])
def test_the_skirmisher_takes_successes_off_the_ferrets(faces: tuple[int, ...], left: int) -> None:
    blue = unit("blue-2", 30, 20, traits=SKIRMISHER, ew=4)
    rolls = [THREE, ("comms jamming", faces), *[("attack", (1,)), ("defence", (6, 6))] * left]
    game = sending(blue, dice=rolls)
    replies = [IndirectFire("red-2", "LFM")] if left else []
    game.play(Observe("red-1", "blue-1"), JamSignal("blue-2"), *replies)
    assert game.questions("chain") == (["red-2"] if left else [])
    assert game.thrown("comms jamming") == [4]


@pytest.mark.rule("blitz.14.6b", "blitz.trait.eccm", "blitz.2.6")
def test_jammed_in_answer_points_re_roll_but_not_eccm() -> None:
    blue = unit("blue-2", 20, 22, traits=CJ, ew=4)
    game = sending(blue, dice=[THREE, ("comms jamming", (4, 1, 1, 1))], traits=("ECCM", "Comms:+1D6"))
    game.play(Observe("red-1", "blue-1"), JamSignal("blue-2"))
    assert game.questions("reroll") == []
    again = sending(
        unit("blue-2", 20, 22, traits=CJ, ew=4),
        dice=[
            ("forward observation", (4, 1, 1)),
            ("comms jamming", (4, 1, 1, 1)),
            ("forward observation", (4, 4, 1)),
            ("attack", (1,)),
            ("defence", (6, 6)),
        ],
        traits=("ECCM", "Comms:+1D6"),
        tokens={"skill points": 1},
    )
    again.play(Observe("red-1", "blue-1"), JamSignal("blue-2"), Reroll("red-1"), IndirectFire("red-2", "LFM"))
    (ask,) = [ask for ask in again.asked if ask.kind == "reroll"]
    assert ECCM not in ask.about
    assert again.questions("chain") == ["red-2"], "two successes less the one that was jammed"


@pytest.mark.rule("blitz.14.6b", "blitz.trait.eccm")
def test_eccm_re_rolls_after_a_token_has_shown_its_effect() -> None:
    blue = unit("blue-2", 20, 22, traits=CJ, actions=0, tokens={"comms jamming": 2})
    rolls = [
        ("forward observation", (4, 1, 1)),
        ("forward observation", (4, 4, 4)),
        ("attack", (1,)),
        ("defence", (6, 6)),
    ]
    game = sending(blue, dice=rolls, traits=("ECCM", "Comms:+1D6"))
    events = game.play(Observe("red-1", "blue-1"), Reroll("red-1", ECCM), IndirectFire("red-2", "LFM"))
    assert game.questions("chain") == ["red-2"]
    assert [event.successes for event in of_kind(events, SignalJammed)] == [2]


@pytest.mark.rule("blitz.14.6b")
def test_tokens_of_friend_and_foe_add_up() -> None:
    friend = unit("red-5", 14, 26, traits=CJ, actions=0, tokens={"comms jamming": 1})
    foe = unit("blue-2", 20, 22, traits=CJ, actions=0, tokens={"comms jamming": 2})
    game = sending(friend, foe, dice=[THREE])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == []


@pytest.mark.rule("blitz.14.6b", "blitz.14.0")
@pytest.mark.parametrize(("gap", "lost"), [(24_000, 3), (24_001, 0)])
def test_a_token_reaches_as_far_as_its_jammer_detects_who_sends(gap: int, lost: int) -> None:
    foe = unit("blue-2", 30, traits=CJ, actions=0, tokens={"comms jamming": 3})
    foe.x = 10_000 + 1000 + gap
    game = sending(foe, dice=[THREE])
    events = game.play(Observe("red-1", "blue-1"))
    assert sum(event.successes for event in of_kind(events, SignalJammed)) == lost


@pytest.mark.rule("blitz.14.6b", "blitz.7.1")
def test_a_jammer_without_lock_jams_nobody() -> None:
    foe = unit("blue-2", 16, 28, traits=CJ, ew=4, tokens={"comms jamming": 3})
    game = sending(foe, wall("heavy", 8, 20, 4, 23, 25), dice=[THREE])  # type: ignore[arg-type]
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("jam signal") == []
    assert game.questions("chain") == ["red-2", "red-3", "red-4"]


@pytest.mark.rule("blitz.14.6a", "blitz.14.6", "blitz.14.6b")
@pytest.mark.parametrize(("gap", "fires"), [(6_000, ["red-2"]), (6_001, [])])
def test_friends_in_auto_comms_cannot_be_kept_from_it_by_jamming(gap: int, fires: list[str]) -> None:
    foe = unit("blue-2", 20, 22, traits=CJ, actions=0, tokens={"comms jamming": 3})
    near = unit("red-2", 3, weapons=MORTAR)
    near.x = 10_000 - 1000 - gap
    far = unit("red-3", 2, 30, weapons=MORTAR)
    red = unit("red-1", 10, 20, "ferret")
    game = Game(red, near, far, unit("blue-1", 18, actions=0), foe, dice=[THREE])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == fires


@pytest.mark.rule("blitz.14.6b", "blitz.trait.ecm")
def test_the_action_gives_a_token_and_a_weaker_one_changes_nothing() -> None:
    red = unit("red-1", 10, traits=CJ, ew=4, actions=2)
    game = Game(red, unit("blue-1", 18), dice=[("comms jamming", (4, 4, 4, 1)), ("comms jamming", (4, 1, 1, 1))])
    game.play(JamComms("red-1"))
    assert game["red-1"].tokens == {"comms jamming": 3}
    game.play(JamComms("red-1"))
    assert game["red-1"].tokens == {"comms jamming": 3}
    assert game.refusal(JamComms("red-1")).code == "no-action"


@pytest.mark.rule("blitz.14.6b")
def test_no_success_no_token_and_no_cj_no_action() -> None:
    game = Game(unit("red-1", 10, traits=CJ, ew=4), unit("blue-1", 18), dice=[("comms jamming", (1, 1, 1, 1))])
    game.play(JamComms("red-1"))
    assert game["red-1"].tokens == {}
    assert Game(unit("red-1", 10, traits=SJ), unit("blue-1", 18)).refusal(JamComms("red-1")).code == "trait"


@pytest.mark.rule("blitz.14.6b")
def test_a_jammer_does_not_jam_itself() -> None:
    red = unit("red-1", 10, 20, "ferret", tokens={"comms jamming": 3})
    game = Game(red, unit("red-2", 2, 30, weapons=MORTAR), unit("blue-1", 18, actions=0), dice=[THREE])
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == ["red-2"]


@pytest.mark.rule("blitz.16.0-2c-em", "blitz.14.1a")
def test_an_em_storm_contests_what_nobody_jams() -> None:
    game = sending(dice=[THREE, ("em storm", (5, 6))])
    game.state.switches = {"weather": "em storm"}
    game.play(Observe("red-1", "blue-1"))
    assert game.questions("chain") == ["red-2", "red-3", "red-4"], "one may fire; each is asked until one does"
    assert game.thrown("em storm") == [2]
    foe = unit("blue-2", 20, 22, traits=CJ, actions=0, tokens={"comms jamming": 1})
    jammed = sending(foe, dice=[THREE])
    jammed.state.switches = {"weather": "em storm"}
    jammed.play(Observe("red-1", "blue-1"))
    assert jammed.thrown("em storm") == []


@pytest.mark.rule("blitz.16.0-2c-em", "blitz.14.6b")
def test_a_jammer_who_answers_takes_the_storms_place() -> None:
    blue = unit("blue-2", 20, 22, traits=CJ, ew=4)
    game = sending(blue, dice=[THREE, ("comms jamming", (1, 1, 1, 1))])
    game.state.switches = {"weather": "em storm"}
    game.play(Observe("red-1", "blue-1"), JamSignal("blue-2"))
    assert game.thrown("em storm") == []


@pytest.mark.rule("blitz.14.1a", "blitz.14.4", "blitz.trait.comms")
def test_a_poor_radio_costs_its_owner_dice_but_no_friend() -> None:
    red = unit("red-1", 10, traits=("Comms:-1D6",))
    game = Game(
        red,
        unit("red-2", 12, traits=("Comms:-1D6",)),
        unit("blue-1", 16, 24, actions=0),
        dice=[("forward observation", (1, 1))],
    )
    assert sum(line.value for line in comms_dice(game.state, CommsTest("red-1", "x", "blitz.14.1a")).lines) == -1
    game.play(Observe("red-1", "blue-1"), BoostComms("red-2"))
    assert game.thrown("forward observation") == [2]
