"""18.4: drones."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.attacks.aiming import Attack, loaded
from gearlock.systems.blitz.attacks.exchange import can_snap
from gearlock.systems.blitz.attacks.pairs import Pair, attack_skill
from gearlock.systems.blitz.battles import begin, prepare
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import Wound, hurt
from gearlock.systems.blitz.drones import SendDrone
from gearlock.systems.blitz.flow import step
from gearlock.systems.blitz.lock_and_cover.cover import look_at
from gearlock.systems.blitz.movement.terrain import Forced, Move
from gearlock.systems.blitz.rounds import Activate, EndActivation, RoundBegun, unactivated
from gearlock.systems.blitz.shared_activation import HandOver
from gearlock.systems.blitz.state import GONE, INERT, TOP_SPEED, State
from systems.blitz.fieldwork import (
    BRACED,
    COMBAT,
    WEST,
    activate,
    give,
    model,
    offered,
    piece,
    refused,
    run,
    table,
)

HK = "hunter-killer-drone"


def team(card: str = HK, x: float = 12, **more: object) -> State:
    """Red with a drone two inches before it."""
    drone = model("red-d", card, x, parent="red", actions=0)
    return activate(table(model("red"), drone, model("blue", "hunter", 30, facing=WEST), **more), "red")


def end(state: State, unit: str) -> None:
    give(state, EndActivation(unit))


@pytest.mark.rule("blitz.18.4")
def test_a_drone_acts_in_its_controllers_activation_in_a_posture_of_its_own_and_in_any_order() -> None:
    state = team()
    assert [unit.id for unit in unactivated(state, "red")] == ["red"], "nobody activates a drone alone"
    give(state, SendDrone("red", "red-d", TOP_SPEED))
    drone = state.units["red-d"]
    assert (drone.stance, drone.actions) == (TOP_SPEED, 1)
    assert state.units["red"].stance == COMBAT
    give(state, Move("red-d", "H", ((0, 1000),)))
    give(state, HandOver("red-d", "red"))
    assert refused(state, SendDrone("red", "red-d", COMBAT)) == "used", "it is active already"
    give(state, Move("red", "W", ((0, 1000),)))
    give(state, HandOver("red", "red-d"))
    give(state, Move("red-d", "H", ((0, 1000),), last=True))
    assert (state.units["red"].x, state.units["red-d"].x) == (11_000, 14_000)
    end(state, "red-d")
    assert state.activation is not None
    assert (state.activation.unit, state.activation.gait) == ("red", "W"), "its own move is still under way"
    end(state, "red")
    assert not state.is_acting("red")
    assert state.units["red-d"].used


@pytest.mark.rule("blitz.18.4")
def test_a_drone_is_sent_once_by_its_own_controller() -> None:
    state = team()
    assert refused(state, SendDrone("red", "blue", COMBAT)) == "drone"
    assert len(offered(state, SendDrone)) == 3
    give(state, SendDrone("red", "red-d", BRACED))
    assert refused(state, HandOver("red-d", "blue")) == "attached"
    end(state, "red-d")
    assert refused(state, SendDrone("red", "red-d", COMBAT)) == "used"
    assert not offered(state, SendDrone)


@pytest.mark.rule("blitz.18.4")
@pytest.mark.parametrize(("x", "inert"), [(17.0, False), (17.001, True)])
def test_beyond_six_inches_at_the_end_a_drone_goes_inert(x: float, inert: bool) -> None:
    state = team(x=x)
    end(state, "red")
    assert (INERT in state.units["red-d"].tokens) == inert
    RoundBegun(2).change(state)
    activate(state, "red")
    assert refused(state, SendDrone("red", "red-d", COMBAT)) == ("inert" if inert else "")
    give(state, Move("red", "W", ((0, 2000),), last=True))
    end(state, "red")
    assert INERT not in state.units["red-d"].tokens, "the controller has come near again"


@pytest.mark.rule("blitz.18.4")
def test_drones_do_not_react_and_are_hit_only_by_what_is_made_for_small_things() -> None:
    state = team()
    RoundBegun(2).change(state)
    assert not can_snap(state.units["red-d"])
    activate(state, "blue")
    assert refused(state, Attack("blue", "LAC", ("red-d",))) == "drone"
    for weapon in ("LAC (Arm, AI)", "LAC (Arm, Spray)", 'LAC (Arm, AE:2")', "LAC (Arm, Precise)"):
        state.units["blue"] = model("blue", "hunter", 30, facing=WEST, weapons=(weapon,))
        state.units["red"].x = 2_000
        state.notes = {}
        assert refused(state, Attack("blue", "LAC", ("red-d",))) == "", weapon
    state.units["blue"] = model("blue", "hunter", 13, facing=WEST)
    assert refused(state, Attack("blue", "LVB", ("red-d",))) == ""


@pytest.mark.rule("blitz.18.4")
def test_drones_give_no_cover_are_passed_and_pushed_aside() -> None:
    state = team(x=12)
    assert look_at(state, state.units["blue"], state.units["red"]).sight
    played = give(state, Move("red", "W", ((0, 2200),), last=True))
    (forced,) = played.of(Forced)
    assert forced.unit == "red-d"
    red, drone = state.units["red"], state.units["red-d"]
    assert ((red.x - drone.x) ** 2 + (red.y - drone.y) ** 2) ** 0.5 >= 1000
    state = team(x=12)
    played = give(state, Move("red", "W", ((0, 4000),), last=True))
    assert not played.of(Forced), "it has only gone through"


@pytest.mark.rule("blitz.18.4")
def test_a_drone_in_dangerous_terrain_is_lost_without_a_test() -> None:
    swamp = piece("area", "light", 13, 15, 20, 25, 1, props={"going": "difficult dangerous"})
    state = team("recon-drone")
    state.ground = state.ground.changed(swamp)
    give(state, SendDrone("red", "red-d", COMBAT))
    state.units["red-d"].gait = "G"
    state.units["red-d"].line = model("x", "demo-drone-grenade").line
    played = give(state, Move("red-d", "G", ((0, 3000),), last=True))
    assert not played.rolls
    assert state.units["red-d"].status == GONE
    assert state.activation is not None
    assert state.activation.unit == "red"


@pytest.mark.rule("blitz.18.4")
def test_drones_turn_as_they_like() -> None:
    state = team("demo-drone-charge")
    give(state, SendDrone("red", "red-d", COMBAT))
    assert refused(state, Move("red-d", "G", ((300, 1000), (300, 1000), (300, 500)), last=True)) == ""


@pytest.mark.rule("blitz.18.4")
def test_a_drone_is_lost_with_its_controller() -> None:
    state = team()
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    hurt(ctx, Wound("red", "blue", "LAC", 3))
    run(state, step(Ctx(state, BOOK.apply)), answers=[("act", EndActivation("red"))])
    assert state.units["red-d"].status != GONE
    hurt(ctx, Wound("red", "blue", "LAC", 99))
    state.phase = "setup"
    run(state, step(Ctx(state, BOOK.apply)))
    assert state.units["red-d"].status == GONE


@pytest.mark.rule("blitz.18.4-table")
def test_a_demolition_drone_goes_off_once_and_a_charge_is_laid_at_5() -> None:
    state = team("demo-drone-charge", x=28.95)
    give(state, SendDrone("red", "red-d", COMBAT))
    drone = state.units["red-d"]
    pair = Pair(state, drone, state.units["blue"], loaded(drone, "MSE"))
    assert attack_skill(pair, True) == 5
    assert drone.line.pilot == 6
    drone.x = 29_000
    give(state, Attack("red-d", "MSE", ("blue",)))
    run(state, step(Ctx(state, BOOK.apply)), answers=[("act", EndActivation("red"))])
    assert state.units["red-d"].status == GONE


@pytest.mark.rule("blitz.trait.dronebay")
@pytest.mark.rule("blitz.A.2.2-drones")
def test_drones_come_with_their_controllers_and_no_more_than_it_steers() -> None:
    setup = prepare("duel", 1, {"red": "hunter:recon-drone", "blue": "recon-hun:recon-drone:hunter-killer-drone"})
    state = begin(setup)
    assert {unit.id: unit.parent for unit in state.units.values()} == {
        "red-1": "", "red-1-1": "red-1", "blue-1": "", "blue-1-1": "blue-1", "blue-1-2": "blue-1",
    }  # fmt: skip
    for wrong in ("hunter:recon-drone:recon-drone", "hunter:hunter"):
        with pytest.raises(Exception, match="drone"):
            prepare("duel", 1, {"red": wrong})


@pytest.mark.rule("blitz.5.4-attached")
def test_an_attached_model_is_not_activated_alone() -> None:
    state = team()
    state.activation = None
    refusal = BOOK.refuse(state, Ask("red", "activate"), Activate("red-d", COMBAT))
    assert refusal is not None
    assert refusal.code == "attached"
