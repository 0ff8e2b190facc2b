"""Drones: brought by controllers, commanded over the network, docked and let out, shut down and started again."""

from __future__ import annotations

import pytest

from gearlock.kernel.battle import Battle
from gearlock.kernel.orders import Decline
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.briefings.objectives import score, score_for
from gearlock.systems.hex100.cyber.emp import shock
from gearlock.systems.hex100.cyber.networks import is_networked
from gearlock.systems.hex100.drones.events import Docked, ModeSet, Reactivated, Undocked
from gearlock.systems.hex100.drones.orders import FieldDrone, Reactivate, SetMode, Undock
from gearlock.systems.hex100.events import Detected, Stepped
from gearlock.systems.hex100.fighting.damage import strike
from gearlock.systems.hex100.mustering.fitting import drone_faults, machine_faults
from gearlock.systems.hex100.mustering.units import machines
from gearlock.systems.hex100.orders import Activate, Deploy, EndTurn, Focus
from gearlock.systems.hex100.state import State
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain

TEGU = "tegu-siege"
CARRIER = machine("crocodile-mk2", ["drone-controller"], drones=("recon-drone",))
BOTH = machine("crocodile-mk2", ["drone-controller"], drones=("recon-drone", "repair-drone"))
RECON = "red-1-drone-1"


def docked() -> Position:
    """Red's carrier with a docked recon drone and a tank beside it, a blue tank far away."""
    return Position(plain(), [(CARRIER, (2, 4), E), (TEGU, (2, 6), E)], [(TEGU, (14, 4), W)])


def out(mode: str = "loiter", place: tuple[int, int] = (4, 4)) -> Position:
    position = docked()
    position.field(RECON, place, mode, point=at(4, 4))
    return position


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
    strike(position.ctx, RECON, 9)
    score(position.ctx)
    assert score_for(position.state, None)["blue"] == 150
    assert not position.state.wrecks
    strike(position.ctx, "red-1", 99)
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
    strike(position.ctx, "red-1", 99)
    assert position.unit(RECON).destroyed


def laid_out(*red: str) -> Battle[State]:
    options = {"red": ",".join(red), "blue": TEGU, "budget": "large"}
    return Battle.begin(SYSTEM, SYSTEM.prepare("close-quarters", 3, options))


def place_all(battle: Battle[State]) -> None:
    """Answer with the first place found until a drone is asked after."""
    while battle.pending[0].kind == "deploy":
        ask = battle.pending[0]
        zone = sorted(battle.state.scene.ground.zones["south" if ask.seat == "red" else "north"])
        orders = (Deploy(unit, *hex_, 1) for unit in ask.about for hex_ in zone)
        battle.answer(ask.seat, next(order for order in orders if battle.refuse(ask.seat, order) is None))


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


@pytest.mark.rule("hex100.drone-command", "hex100.drone-controller")
def test_a_utility_action_of_the_carrier_switches_the_mode_and_the_drone_obeys_in_its_turn() -> None:
    position = out()
    battle = position.play()
    battle.answer("red", SetMode("red-1", RECON, "loiter", *at(9, 4)))
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    assert [(event.mode, event.point) for event in events(battle, ModeSet)] == [("loiter", at(9, 4))]
    assert battle.state.units[RECON].hex == at(4, 4)
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    assert battle.state.units[RECON].hex == at(9, 4)
    assert battle.state.units[RECON].done
    assert battle.state.units[RECON].mode == "loiter"


@pytest.mark.rule("hex100.drone-command")
@pytest.mark.parametrize(
    ("order", "refused"),
    [
        (SetMode("red-1", RECON, "triage", 0, 0), "no-such-mode"),
        (SetMode("red-1", RECON, "loiter", 99, 0), "off-map"),
        (SetMode("red-1", RECON, "loiter", *at(4, 4)), "no-change"),
        (SetMode("red-1", RECON, "support", target="blue-1"), "no-such-unit"),
        (SetMode("red-1", RECON, "support", target=RECON), "no-such-unit"),
        (SetMode("red-1", RECON, "support", target="red-2"), ""),
        (SetMode("red-1", "red-2", "loiter", 0, 0), "no-such-drone"),
        (Undock("red-1", RECON, "loiter", 0, 0), "not-docked"),
    ],
)
def test_what_a_command_must_name(order: SetMode | Undock, refused: str) -> None:
    assert code(out().play(), "red", order) == refused


@pytest.mark.rule("hex100.drone-network", "hex100.drone-command")
@pytest.mark.parametrize(
    ("unit", "field", "refused"),
    [
        ("red-1", "unlinked", "no-link"),
        ("red-1", "jammed", "no-link"),
        ("red-1", "hacked", "shut-down"),
        ("red-1", "shocked", "shut-down"),
        (RECON, "jammed", "no-link"),
        (RECON, "hacked", "hacked"),
        ("red-2", "jammed", ""),
    ],
)
def test_no_command_gets_through_without_controller_and_data_links(unit: str, field: str, refused: str) -> None:
    position = out()
    assert is_networked(position.state, position.unit(RECON))
    setattr(position.unit(unit), field, True)
    assert code(position.play(), "red", SetMode("red-1", RECON, "loiter", *at(9, 4))) == refused


@pytest.mark.rule("hex100.drone-controller", "hex100.stat-critical")
def test_a_wrecked_controller_commands_nothing_and_the_drone_goes_on_by_its_mode() -> None:
    position = out(place=(3, 4))
    position.unit("red-1").hurt[0] = 2
    battle = position.play()
    assert code(battle, "red", SetMode("red-1", RECON, "recall")) == "out-of-order"
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    assert battle.state.units[RECON].hex == at(4, 4)


@pytest.mark.rule("hex100.drone-recon", "hex100.drone-small")
def test_undocking_is_a_utility_action_that_sets_the_mode_and_the_drone_has_its_turn_at_once() -> None:
    battle = docked().play()
    assert code(battle, "red", SetMode("red-1", RECON, "loiter", 0, 0)) == "docked"
    battle.answer("red", Undock("red-1", RECON, "loiter", *at(14, 4)))
    assert [(event.q, event.r) for event in events(battle, Undocked)] == [at(3, 4)]
    assert battle.state.units["red-1"].pool["wildcard"] == 0
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    assert battle.state.units[RECON].hex == at(9, 4)
    assert not battle.state.units[RECON].docked


@pytest.mark.rule("hex100.drone-controller", "hex100.drone-small", "hex100.drone-deployment")
def test_a_controller_has_one_drone_out_at_a_time() -> None:
    position = Position(plain(), [(BOTH, (2, 4), E)], [(TEGU, (14, 4), W)])
    position.field("red-1-drone-2", (3, 4), "")
    fork = position.state.clone()
    assert code(position.play(), "red", Undock("red-1", RECON, "loiter", 0, 0)) == "controller-busy"
    position.ctx.state = fork
    strike(position.ctx, "red-1-drone-2", 99)
    assert code(position.play(), "red", Undock("red-1", RECON, "loiter", 0, 0)) == ""


@pytest.mark.rule("hex100.drone-small", "hex100.stacking")
def test_a_drone_needs_a_free_hex_to_come_out() -> None:
    ring = [(1, 4), (3, 4), (2, 3), (1, 3), (2, 5), (1, 5)]
    crowd = [(TEGU, place, E) for place in ring]
    position = Position(plain(), [(CARRIER, (2, 4), E), *crowd], [(TEGU, (14, 4), W)])
    assert code(position.play(), "red", Undock("red-1", RECON, "loiter", 0, 0)) == "no-room"


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


@pytest.mark.rule("hex100.drone-recon-modes", "hex100.drone-small")
def test_a_recalled_drone_returns_docks_and_is_lost_to_the_enemy() -> None:
    position = out("recall", (11, 4))
    assert RECON in position.state.known["blue"]
    battle = position.play()
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    assert not events(battle, Docked)
    battle.answer("red", EndTurn("red-2"))
    battle.answer("blue", EndTurn("blue-1"))
    battle.answer("red", Focus("red-1"))
    battle.answer("red", Activate(RECON))
    assert [event.unit for event in events(battle, Docked)] == [RECON]
    assert battle.state.units[RECON].docked
    assert RECON not in battle.state.known["blue"]


@pytest.mark.rule("hex100.drone-command")
def test_the_mode_is_for_its_owner_to_know() -> None:
    position = out(place=(11, 4))
    views = {seat: SYSTEM.view(position.state, seat, ()) for seat in ("red", "blue")}
    tokens = {
        seat: [token.name for piece in view.pieces if "Recon" in piece.name for token in piece.tokens]
        for seat, view in views.items()
    }
    assert "loiter mode" in tokens["red"]
    assert "loiter mode" not in tokens["blue"]
    told = {seat: SYSTEM.tell(position.state, ModeSet(RECON, "loiter", at(4, 4), by="red-1"), seat) for seat in views}
    assert told["red"] is not None
    assert told["blue"] is None


@pytest.mark.rule("hex100.reserve", "hex100.drone-command")
def test_a_drone_is_stepped_hex_by_hex_like_any_unit() -> None:
    position = out(place=(2, 3))
    battle = position.play()
    battle.answer("red", SetMode("red-1", RECON, "loiter", *at(12, 3)))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    assert len([event for event in events(battle, Stepped) if event.unit == RECON]) == 6
    assert any(event.unit == RECON and event.level for event in events(battle, Detected)) is False
