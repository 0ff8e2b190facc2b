"""Hacked drones: the hacker sets the mode, they act at once, and take friend for foe until his next phase."""

from __future__ import annotations

import random

import pytest

from conformance.checks import check_no_leak, check_offers
from gearlock.kernel.battle import Battle
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.defenses import ShotsStopped, interceptors, resolve_interception
from gearlock.systems.hex100.detection.locks import is_locked_for, look_again
from gearlock.systems.hex100.detection.sight import LockTaken
from gearlock.systems.hex100.drones.commands import refuse_reactivation, refuse_undock, turned_by
from gearlock.systems.hex100.drones.kinds import (
    Docked,
    ModeSet,
    Reactivate,
    SetMode,
    TurnDrone,
    Undock,
    ally_of,
    shares,
)
from gearlock.systems.hex100.electronic_warfare import Hack, Hacked, free_drones
from gearlock.systems.hex100.equipment import find_weapon
from gearlock.systems.hex100.movement.moving import Stepped
from gearlock.systems.hex100.state import SEEN, State
from gearlock.systems.hex100.turns import Activate, EndTurn
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

TEGU = "tegu-siege"
HACKER = machine("crocodile-mk2", ["ecm-suite"])
LINKED = "cloudburst-scout"
CARRIER = machine("crocodile-mk2", ["drone-controller"], drones=("recon-drone",))
MEDIC = machine("crocodile-mk2", ["drone-controller"], drones=("repair-drone",))
GUARD = machine("crocodile-mk2", ["drone-controller"], drones=("point-defence-drone",))
DRONE = "blue-1-drone-1"


def facing_a_hacker(carrier: object = CARRIER, place: tuple[int, int] = (6, 4), mode: str = "loiter") -> Position:
    """A hacker of red's with a linked tank, against a carrier with its drone out and a tank."""
    position = Position(
        plain(),
        [(HACKER, (0, 4), E), (LINKED, (2, 4), E)],
        [(carrier, (7, 2), W), (TEGU, (9, 4), W)],  # type: ignore[list-item]
    )
    position.field(DRONE, place, mode, point=at(*place))
    return position


def hacked(position: Position, victim: str = DRONE) -> tuple[Battle[State], str]:
    """Red hacks a unit and is asked for a mode; gives the drone's contact name besides."""
    battle = position.play((60,), (99,), (99,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"][victim]))
    return battle, battle.state.contacts["red"][DRONE]


@pytest.mark.rule("hex100.hacking")
def test_the_hacker_of_a_drone_is_asked_for_a_mode_and_it_acts_at_once() -> None:
    battle, contact = hacked(facing_a_hacker())
    (ask,) = battle.pending
    assert (ask.kind, ask.seat, ask.about) == ("turned drone", "red", (contact,))
    battle.answer("red", TurnDrone("red-1", contact, "loiter", *at(2, 3)))
    assert battle.state.units[DRONE].hex == at(2, 3)
    assert battle.state.units[DRONE].hacked
    assert battle.state.active == "red"
    assert battle.pending[0].kind in ("act", "unit")


@pytest.mark.rule("hex100.hacking", "hex100.drone-command")
@pytest.mark.parametrize(
    ("mode", "q", "target", "refused"),
    [
        ("triage", 0, "", "no-such-mode"),
        ("loiter", 99, "", "off-map"),
        ("support", 0, "blue-2", "no-such-unit"),
        ("support", 0, "red-2", ""),
        ("recall", 0, "", ""),
    ],
)
def test_friends_in_the_mode_of_a_hacker_are_his_own(mode: str, q: int, target: str, refused: str) -> None:
    battle, contact = hacked(facing_a_hacker())
    assert code(battle, "red", TurnDrone("red-1", contact, mode, q, 0, target)) == refused
    assert code(battle, "red", TurnDrone("red-1", "contact-9", mode, q, 0, target)) == "no-such-drone"


@pytest.mark.rule("hex100.hacking")
def test_a_hacked_recon_drone_locks_its_own_side_for_the_hackers_network() -> None:
    battle, contact = hacked(facing_a_hacker())
    battle.answer("red", TurnDrone("red-1", contact, "loiter", *at(6, 5)))
    assert battle.state.units[DRONE].lock in ("blue-1", "blue-2")
    target = battle.state.units[battle.state.units[DRONE].lock]
    assert is_locked_for(battle.state, battle.state.units["red-2"], target)
    assert battle.state.known["red"][DRONE] == SEEN
    ctx = Ctx(battle.state.clone(), BOOK.apply)
    free_drones(ctx, "red")
    look_again(ctx)
    assert not ctx.state.units[DRONE].lock
    assert ctx.state.units[DRONE].mode == "loiter"


@pytest.mark.rule("hex100.hacking", "hex100.drone-network")
def test_a_hack_of_the_controller_turns_its_drone_without_another_roll() -> None:
    position = facing_a_hacker(place=(12, 4))
    battle, contact = hacked(position, "blue-1")
    assert [event.unit for event in events(battle, Hacked)] == ["blue-1", DRONE]
    assert battle.pending[0].kind == "turned drone"
    battle.answer("red", TurnDrone("red-1", contact, "loiter", *at(11, 4)))
    assert battle.state.units[DRONE].hex == at(11, 4)


@pytest.mark.rule("hex100.hacking", "hex100.drone-small")
def test_a_docked_drone_and_one_with_a_wrecked_controller_are_out_of_reach() -> None:
    position = Position(plain(), [(HACKER, (0, 4), E)], [(CARRIER, (7, 2), W), (TEGU, (9, 4), W)])
    battle = position.play((60,))
    battle.answer("red", Hack("red-1", position.state.contacts["red"]["blue-1"]))
    assert [event.unit for event in events(battle, Hacked)] == ["blue-1"]
    wrecked = facing_a_hacker()
    wrecked.unit("blue-1").hurt[0] = 2
    battle = wrecked.play((60,))
    battle.answer("red", Hack("red-1", wrecked.state.contacts["red"]["blue-1"]))
    assert [event.unit for event in events(battle, Hacked)] == ["blue-1"]


@pytest.mark.rule("hex100.hacking-recovery", "hex100.hacking")
def test_a_hacked_drone_acts_for_the_hacker_in_its_owners_phase_and_keeps_the_mode_afterwards() -> None:
    battle, contact = hacked(facing_a_hacker())
    battle.answer("red", TurnDrone("red-1", contact, "support", target="red-2"))
    for order in (EndTurn("red-1"), Activate("red-2"), EndTurn("red-2")):
        if battle.refuse("red", order) is None:
            battle.answer("red", order)
    while battle.pending[0].kind == "focus":
        battle.answer("blue", battle.options("blue")[-1].order)
    battle.answer("blue", Activate("blue-1"))
    assert code(battle, "blue", SetMode("blue-1", DRONE, "recall")) == "hacked"
    battle.answer("blue", EndTurn("blue-1"))
    before = len(events(battle, Stepped))
    battle.answer("blue", Activate(DRONE))
    assert len(events(battle, Stepped)) >= before
    battle.answer("blue", EndTurn("blue-2"))
    drone = battle.state.units[DRONE]
    assert battle.state.turn == 2
    assert (drone.hacked, drone.mode, drone.charge) == (False, "support", "red-2")


@pytest.mark.rule("hex100.hacking-recovery")
def test_a_drone_that_is_itself_again_does_not_follow_the_enemy() -> None:
    position = facing_a_hacker(mode="support")
    drone = position.unit(DRONE)
    drone.charge, drone.point = "red-2", None
    position.state.active, position.state.acting = "blue", "blue-1"
    battle = position.play()
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("blue", Activate(DRONE))
    assert not events(battle, Stepped)
    assert not events(battle, LockTaken)


@pytest.mark.rule("hex100.hacking", "hex100.drone-repair")
def test_a_hacked_repair_drone_mends_the_hackers_units() -> None:
    position = facing_a_hacker(MEDIC, (3, 4), "triage")
    position.unit("red-2").hp -= 3
    drone = position.unit(DRONE)
    assert shares(position.state, drone) == {}
    drone.hacked = True
    assert shares(position.state, drone) == {"red-2": 3}


@pytest.mark.rule("hex100.hacking", "hex100.drone-point-defence", "hex100.drone-emp")
def test_the_turret_of_a_hacked_drone_works_for_the_hacker_and_that_of_one_shut_down_for_nobody() -> None:
    rockets = machine("big-guye", ["rocket-pod"])
    position = Position(
        plain(), [(HACKER, (0, 4), E), (rockets, (4, 4), E)], [(GUARD, (7, 2), W), (rockets, (9, 4), W)]
    )
    position.field(DRONE, (6, 4), "guard", charge="blue-2")
    found = find_weapon(position.state, position.unit("blue-2"), "rocket-pod")
    assert found is not None
    stopped = []
    for is_hacked, is_shut in ((False, False), (True, False), (True, True)):
        drone = position.unit(DRONE)
        drone.hacked, drone.shocked = is_hacked, is_shut
        ctx = Ctx(position.state.clone(), BOOK.apply)
        script = resolve_interception(ctx, "blue-2", found[1], "red-2", position.unit("red-2").hex)
        assert next(script, None) is None, "nobody is asked"
        stopped.append(sum(event.shots for event in ctx.events if isinstance(event, ShotsStopped)))
    assert stopped == [0, min(3, found[1].rof), 0]
    assert not list(interceptors(position.state, position.unit(DRONE)))


@pytest.mark.rule("hex100.hacking", "hex100.drone-emp")
def test_a_drone_that_is_shut_down_is_not_turned() -> None:
    position = facing_a_hacker(MEDIC, (5, 4), "triage")
    position.unit(DRONE).shocked = True
    battle, _ = hacked(position)
    assert not events(battle, ModeSet)
    assert battle.pending[0].kind == "act"


@pytest.mark.rule("hex100.hacking")
def test_offers_to_the_hacker_are_legal_and_nothing_leaks_while_a_drone_is_turned() -> None:
    battle, contact = hacked(facing_a_hacker())
    chooser = random.Random(4)
    for _ in range(4):
        check_offers(battle, chooser)
        check_no_leak(battle, chooser)
    battle.answer("red", TurnDrone("red-1", contact, "support", target="red-2"))
    for _ in range(4):
        check_no_leak(battle, chooser)


@pytest.mark.rule("hex100.hacking")
def test_a_hacked_drone_sees_for_the_hacker_and_no_more_for_its_owner() -> None:
    wall = "\n".join("." * 8 + "^" + "." * 7 for _ in range(9))
    position = Position(wall, [(HACKER, (0, 4), E), (TEGU, (11, 2), E)], [(CARRIER, (12, 7), W), (TEGU, (14, 4), W)])
    drone = position.field(DRONE, (13, 4), "loiter", point=at(13, 4))
    position.unit("red-2").destroyed = position.unit("blue-1").destroyed = True
    look_again(position.ctx)
    assert "blue-2" not in position.state.known["red"]
    assert DRONE not in position.state.known["red"]
    drone.hacked = True
    look_again(position.ctx)
    assert position.state.known["red"] == {DRONE: SEEN, "blue-2": SEEN}
    position.unit("red-2").destroyed = position.unit("blue-1").destroyed = False
    position.unit("blue-1").q, position.unit("blue-2").q = 0, 0
    eyes = [each.id for each in position.state.serving("blue")]
    assert DRONE not in eyes
    assert DRONE in [each.id for each in position.state.serving("red")]


@pytest.mark.rule("hex100.hacking")
def test_a_hacked_drone_has_all_its_actions_and_draws_no_reserves_of_the_hacker() -> None:
    spent = facing_a_hacker()
    spent.unit(DRONE).pool = {"move": 0, "utility": 0}
    battle, contact = hacked(spent)
    battle.answer("red", TurnDrone("red-1", contact, "loiter", *at(6, 5)))
    assert battle.state.units[DRONE].hex == at(6, 5)
    assert battle.state.units[DRONE].lock
    watched = facing_a_hacker()
    watch = watched.unit("red-2")
    watch.held, watch.held_weapons, watch.trigger = "attack", ["gauss-rifle"], "moves"
    watched.unit(DRONE).hacked, watched.unit(DRONE).point = True, at(5, 4)
    watched.state.active, watched.state.acting = "blue", "blue-1"
    battle = watched.play()
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("blue", Activate(DRONE))
    assert battle.state.units[DRONE].hex == at(5, 4)
    assert battle.pending[0].kind != "overwatch"


@pytest.mark.rule("hex100.hacking", "hex100.optical-stealth")
def test_a_hacked_drone_reports_itself_though_no_eye_could_find_it() -> None:
    position = facing_a_hacker(place=(14, 8))
    position.state.scene.loadouts[DRONE].effects["optical_stealth"] = ((-1, 1, 0),)
    look_again(position.ctx)
    assert DRONE not in position.state.known["red"]
    position.unit(DRONE).hacked = True
    look_again(position.ctx)
    assert position.state.known["red"][DRONE] == SEEN


@pytest.mark.rule("hex100.hacking", "hex100.drone-small")
def test_a_drone_that_a_hacker_has_sent_on_board_stays_there_until_it_recovers() -> None:
    position = facing_a_hacker()
    position.ctx.emit(Hacked(DRONE, "red-1"))
    position.ctx.emit(Docked(DRONE))
    carrier = position.unit("blue-1")
    carrier.pool = {"utility": 1}
    undock = Undock(carrier.id, DRONE, "loiter", *at(9, 2))
    refusal = refuse_undock(position.state, carrier, undock)
    assert refusal is not None
    assert refusal.code == "hacked"
    free_drones(position.ctx, "red")
    assert refuse_undock(position.state, carrier, undock) is None


@pytest.mark.rule("hex100.hacking")
def test_a_hacked_drone_follows_units_of_the_hackers_and_is_turned_but_once() -> None:
    position = facing_a_hacker(mode="support")
    drone = position.unit(DRONE)
    assert turned_by(position.state, "blue-1") == [DRONE]
    drone.charge, drone.hacked = "red-2", True
    ally = ally_of(position.state, drone)
    assert ally is not None
    assert ally.id == "red-2"
    assert turned_by(position.state, "blue-1") == []
    drone.charge = "blue-2"
    assert ally_of(position.state, drone) is None


@pytest.mark.rule("hex100.drone-emp")
def test_nobody_starts_a_drone_of_the_enemy_again() -> None:
    position = facing_a_hacker(MEDIC, (1, 4), "triage")
    position.unit(DRONE).shocked = True
    refusal = refuse_reactivation(position.state, position.unit("red-1"), Reactivate("red-1", DRONE))
    assert refusal is not None
    assert refusal.code == "no-such-drone"
