"""Drones: brought by controllers, placed or docked, shut down and started again."""

from __future__ import annotations

import random

import pytest

from conformance.checks import check_no_leak, check_offers
from gearlock.bots.greedy import GreedyBot
from gearlock.bots.uniform import RandomBot
from gearlock.kernel.asks import Ask
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.orders import Decline
from gearlock.kernel.seat import Seat
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.damage.damage import Blow, cut_pools, shock, strike
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.commands import field_drones, place_drone
from gearlock.systems.hex100.drones.kinds import FieldDrone, ModeSet, Reactivate, Reactivated, SetMode, Undock
from gearlock.systems.hex100.forces.cards import machines
from gearlock.systems.hex100.forces.force_building import drone_faults, machine_faults
from gearlock.systems.hex100.movement.moving import Stepped
from gearlock.systems.hex100.networks import is_networked
from gearlock.systems.hex100.objectives import outcome, score, score_for
from gearlock.systems.hex100.turns import EndTurn, Focus
from systems.hex100.drone_kit import BOTH, CARRIER, RECON, TEGU, docked, laid_out, out, place_all
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain


@pytest.mark.rule("hex100.drone-deployment", "hex100.drone-controller", "hex100.drone-small", "hex100.drone-large")
@pytest.mark.parametrize(
    ("mounts", "drones", "faults"),
    [
        ([], ("recon-drone",), ["1 small drone and has no Drone Controller"]),
        (["drone-controller"], ("recon-drone",), []),
        (["drone-controller"], ("recon-drone", "repair-drone"), []),
        (["drone-controller"], ("recon-drone",) * 2, ["2 small drones and has 1 Drone Controller."]),
        (["drone-controller"], ("repair-drone",) * 2, ["2 large drones and has 1 Drone Controller."]),
        (["drone-controller"], ("tegu-mbt",), ["Tegu MBT is no drone"]),
    ],
)
def test_a_controller_takes_one_small_and_one_large_drone(
    mounts: list[str], drones: tuple[str, ...], faults: list[str]
) -> None:
    found = [fault.message for fault in drone_faults(machine("crocodile-mk2", mounts, drones=drones))]
    assert len(found) == len(faults)
    assert all(part in message for part, message in zip(faults, found, strict=True))


@pytest.mark.rule("hex100.type-drone-controller", "hex100.drone-controller")
def test_a_controller_fits_hardpoints_of_its_own_type_only_and_takes_two_sizes() -> None:
    assert machine_faults(machine("crocodile-mk2", ["drone-controller"])) == []
    wrong = machine_faults(machine("crocodile-mk2", [], [], ["drone-controller"]))
    assert [fault.rule for fault in wrong] == ["hex100.type-drone-controller"]
    full = machine_faults(machine("crocodile-mk2", ["drone-controller", "ecm-suite"]))
    assert [fault.rule for fault in full] == ["hex100.hardpoint-capacity"]


@pytest.mark.rule("hex100.drone-controller", "hex100.force-cost")
def test_drones_are_part_of_the_price_and_count_their_own_points_when_lost() -> None:
    falconer = machines()["cloudburst-falconer"]
    position = Position(plain(), [("cloudburst-falconer", (2, 4), E), (TEGU, (2, 6), E)], [(TEGU, (14, 4), W)])
    assert position.state.machine("red-1").cost == falconer.cost - 150
    position.field(RECON, (4, 4), "loiter", point=at(4, 4))
    strike(position.ctx, RECON, Blow(9))
    score(position.ctx)
    assert score_for(position.state, None)["blue"] == 150
    assert not position.state.wrecks
    strike(position.ctx, "red-1", Blow(99))
    score(position.ctx)
    assert score_for(position.state, None)["blue"] == falconer.cost


@pytest.mark.rule("hex100.drone-small")
def test_docked_drones_are_no_target_and_are_lost_with_their_carrier() -> None:
    position = docked()
    assert RECON not in position.state.known["blue"]
    assert not position.unit(RECON).standing
    assert [piece.id for piece in SYSTEM.view(position.state, "red", ()).pieces if piece.side == "red"] == [
        "red-1",
        "red-2",
    ]
    strike(position.ctx, "red-1", Blow(99))
    assert position.unit(RECON).destroyed


@pytest.mark.rule("hex100.deployment", "hex100.drone-small", "hex100.drone-deployment")
def test_a_small_drone_begins_docked_or_within_two_hexes_of_its_carrier() -> None:
    battle = laid_out("cloudburst-falconer")
    place_all(battle)
    (ask,) = battle.pending
    assert (ask.kind, ask.unit, ask.optional) == ("field drone", RECON, True)
    q, r = battle.state.units["red-1"].hex
    away = {step: next(h for h in battle.state.land.ground if abs(h[0] - q) == step and h[1] == r) for step in (2, 3)}
    assert code(battle, "red", FieldDrone(RECON, "loiter", *away[3])) == "not-in-zone"
    assert code(battle, "red", FieldDrone(RECON, "loiter", q, r)) == "not-in-zone"
    assert code(battle, "red", FieldDrone(RECON, "recall", *away[2])) == "no-such-mode"
    home = battle.fork()
    battle.answer("red", FieldDrone(RECON, "loiter", *away[2], 1))
    drone = battle.state.units[RECON]
    assert (drone.hex, drone.mode, drone.point, drone.docked) == (away[2], "loiter", away[2], False)
    home.answer("red", Decline())
    assert home.state.units[RECON].docked
    assert not home.state.units[RECON].placed


@pytest.mark.rule("hex100.drone-emp", "hex100.emp-shock", "hex100.move-flying")
def test_a_flying_drone_crashes_in_emp_shock() -> None:
    position = out()
    shock(position.ctx, RECON)
    assert position.unit(RECON).destroyed


def shut_down(place: tuple[int, int] = (3, 4)) -> Position:
    position = Position(plain(), [(BOTH, (2, 4), E), (TEGU, (2, 6), E)], [(TEGU, (14, 4), W)])
    position.field("red-1-drone-2", place, "support", charge="red-2")
    shock(position.ctx, "red-1-drone-2")
    return position


@pytest.mark.rule("hex100.drone-emp", "hex100.emp-shock")
def test_a_drone_on_the_ground_is_shut_down_for_good_and_takes_no_turn() -> None:
    battle = shut_down().play()
    assert code(battle, "red", SetMode("red-1", "red-1-drone-2", "support", target="red-1")) == "shut-down"
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", EndTurn("red-2"))
    battle.answer("blue", EndTurn("blue-1"))
    drone = battle.state.units["red-1-drone-2"]
    assert (battle.state.turn, drone.shocked, drone.hex) == (2, True, at(3, 4))
    assert not is_networked(battle.state, drone)
    battle.answer("red", Focus("red-1"))
    assert battle.pending[0].about == ("red-1", "red-2")


@pytest.mark.rule("hex100.drone-emp", "hex100.emp-shock")
def test_an_ally_next_to_it_starts_it_again_with_a_utility_action() -> None:
    far = shut_down((4, 4)).play()
    assert code(far, "red", Reactivate("red-1", "red-1-drone-2")) == "not-adjacent"
    battle = shut_down().play()
    assert code(battle, "red", Reactivate("red-1", "red-2")) == "no-such-drone"
    battle.answer("red", Reactivate("red-1", "red-1-drone-2"))
    assert events(battle, Reactivated)
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    assert not battle.state.units["red-1-drone-2"].shocked
    assert battle.state.units["red-1-drone-2"].mode == "support"
    battle.answer("red", EndTurn("red-1"))
    assert "red-1-drone-2" in battle.pending[0].about


@pytest.mark.rule("hex100.drone-deployment", "hex100.drone-controller")
def test_drones_spread_over_the_controllers_and_twins_have_numbers() -> None:
    three = ["drone-controller"], ["drone-controller"], ["drone-controller"]
    hive = machine("cumulus", *three, drones=("repair-drone", "recon-drone", "recon-drone"))
    position = Position(plain(), [(hive, (2, 4), E)], [(TEGU, (14, 4), W)])
    assert [tie.controller for tie in position.state.scene.ties.values()] == [
        "drone-controller",
        "drone-controller#2",
        "drone-controller#3",
    ]
    labels = {option.label for option in position.play().options("red") if isinstance(option.order, Undock)}
    assert labels == {
        f"Undock the Recon Drone {number}: {mode}"
        for number in (1, 2)
        for mode in ("loiter mode at a hex", "support mode, Test cumulus")
    }


@pytest.mark.rule("hex100.drone-command", "hex100.briefing")
@pytest.mark.parametrize("seed", [2, 3])
def test_battles_with_drones_offer_what_is_legal_leak_nothing_and_end(seed: int) -> None:
    options = {"red": "crocodile-medic,lord-overseer", "blue": "summit-umbrella,cumulus-stormcloud", "budget": "large"}
    battle = Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", seed, options), Seeded(seed))
    chooser, at_random = random.Random(seed), seed % 2
    bots = {seat: (RandomBot if at_random else GreedyBot)(seed + at) for at, seat in enumerate(SYSTEM.seats)}
    seats = {seat: Seat(battle, seat) for seat in SYSTEM.seats}
    for turn in range(2000):
        if battle.over:
            break
        if turn % 4 == 1:
            check_offers(battle, chooser)
            check_no_leak(battle, chooser)
        (seat,) = battle.waiting_for()
        battle.answer(seat, bots[seat].decide(seats[seat]))
    assert battle.over
    assert events(battle, ModeSet)


@pytest.mark.rule("hex100.drone-large", "hex100.drone-controller", "hex100.deployment")
def test_the_large_drone_of_a_controller_is_placed_and_the_small_one_stays_docked() -> None:
    position = Position(plain(), [(BOTH, (2, 4), E)], [(TEGU, (14, 4), W)])
    script = field_drones(position.ctx, "red-1")
    question = next(script)
    assert isinstance(question, Ask)
    assert (question.unit, question.optional) == ("red-1-drone-2", False)
    with pytest.raises(StopIteration):
        script.send(FieldDrone("red-1-drone-2", "triage", *at(3, 4), E))
    assert position.unit("red-1-drone-2").standing
    assert position.unit(RECON).docked


@pytest.mark.rule("hex100.drone-emp", "hex100.emp-shock")
def test_a_drone_that_is_shut_down_is_left_no_wildcard_action() -> None:
    position = shut_down()
    assert position.unit("red-1-drone-2").shocked
    cut_pools(position.ctx, "red")
    assert position.unit("red-1-drone-2").pool == {"move": 1}


@pytest.mark.rule("hex100.victory", "hex100.drone-command")
def test_a_side_that_has_nothing_left_but_drones_has_lost() -> None:
    position = Position(plain(), [(CARRIER, (2, 4), E)], [(TEGU, (14, 4), W)])
    position.field(RECON, (4, 4), "loiter", point=at(4, 4))
    assert outcome(position.state) is None
    strike(position.ctx, "red-1", Blow(99))
    assert position.unit(RECON).standing
    ended = outcome(position.state)
    assert ended is not None
    assert ended.winner == "blue"


@pytest.mark.rule("hex100.briefing", "hex100.drone-deployment")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_drone_hides_with_the_unit_that_is_set_up_hidden(hidden: bool) -> None:
    position = docked()
    position.unit("red-1").lurking = hidden
    position.unit("blue-1").q, position.unit("blue-1").r = at(7, 4)
    place_drone(position.ctx, "red-1", FieldDrone(RECON, "loiter", *at(4, 4)))
    look_again(position.ctx)
    assert (RECON in position.state.known["blue"]) is not hidden
    position.ctx.emit(Stepped(RECON, *at(5, 4)))
    look_again(position.ctx)
    assert RECON in position.state.known["blue"]
