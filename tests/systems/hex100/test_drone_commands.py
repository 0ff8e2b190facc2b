"""Commands to drones: over the network, to those on the map and to those docked, and how they are obeyed."""

from __future__ import annotations

import pytest

from gearlock.kernel.orders import Decline
from gearlock.systems.hex100 import SYSTEM
from gearlock.systems.hex100.damage.damage import Blow, strike
from gearlock.systems.hex100.detection.sight import Detected
from gearlock.systems.hex100.drones.commands import refuse_undock
from gearlock.systems.hex100.drones.kinds import Docked, ModeSet, SetMode, Undock, Undocked
from gearlock.systems.hex100.movement.moving import Stepped
from gearlock.systems.hex100.networks import is_networked
from gearlock.systems.hex100.turns import Activate, EndTurn, Focus
from systems.hex100.drone_kit import BOTH, CARRIER, RECON, TEGU, docked, out
from systems.hex100.kit import E, Position, W, at, code, events, machine, plain


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
    strike(position.ctx, "red-1-drone-2", Blow(99))
    assert code(position.play(), "red", Undock("red-1", RECON, "loiter", 0, 0)) == ""


@pytest.mark.rule("hex100.drone-small", "hex100.stacking")
def test_a_drone_needs_a_free_hex_to_come_out() -> None:
    ring = [(1, 4), (3, 4), (2, 3), (1, 3), (2, 5), (1, 5)]
    crowd = [(TEGU, place, E) for place in ring]
    position = Position(plain(), [(CARRIER, (2, 4), E), *crowd], [(TEGU, (14, 4), W)])
    assert code(position.play(), "red", Undock("red-1", RECON, "loiter", 0, 0)) == "no-room"


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
    assert battle.state.units[RECON].mode == ""
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
    assert told["red"].text == "Recon Drone goes over to loiter mode at column 4, row 4."
    assert told["blue"] is None
    position.unit(RECON).point = at(9, 4)
    again = SYSTEM.tell(position.state, ModeSet(RECON, "support", charge="red-2", by="red-1"), "red")
    assert again is not None
    assert again.text == "Recon Drone goes over to support mode, Tegu Siegebreaker."


@pytest.mark.rule("hex100.reserve", "hex100.drone-command")
def test_a_drone_is_stepped_hex_by_hex_like_any_unit() -> None:
    position = out(place=(2, 3))
    battle = position.play()
    battle.answer("red", SetMode("red-1", RECON, "loiter", *at(12, 3)))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    assert len([event for event in events(battle, Stepped) if event.unit == RECON]) == 6
    assert any(event.unit == RECON and event.level for event in events(battle, Detected)) is False


@pytest.mark.rule("hex100.drone-small", "hex100.turn-structure")
def test_a_drone_that_docked_in_this_phase_has_had_its_turn() -> None:
    position = out("recall", (4, 4))
    position.unit("red-1").done, position.state.acting = False, ""
    battle = position.play()
    battle.answer("red", Activate(RECON))
    assert battle.state.units[RECON].docked
    battle.answer("red", Activate("red-1"))
    battle.answer("red", Undock("red-1", RECON, "loiter", *at(9, 4)))
    battle.answer("red", EndTurn("red-1"))
    assert battle.pending[0].unit == "red-2"


@pytest.mark.rule("hex100.reserve", "hex100.drone-command")
def test_enemy_reserves_answer_the_move_of_a_drone() -> None:
    position = out(place=(4, 4))
    position.unit(RECON).point = at(9, 4)
    watch = position.unit("blue-1")
    watch.held, watch.held_weapons, watch.trigger = "attack", ["r-120-tank-gun"], "moves"
    battle = position.play((99,), (1,), (1,))
    battle.answer("red", EndTurn("red-1"))
    battle.answer("red", Activate(RECON))
    (ask,) = battle.pending
    assert (ask.seat, ask.kind, ask.about) == ("blue", "overwatch", (battle.state.contacts["blue"][RECON],))
    battle.answer("blue", Decline())


@pytest.mark.rule("hex100.drone-command")
def test_drones_of_the_same_kind_are_told_apart_where_a_command_names_one() -> None:
    other = machine("errant-mk2", ["drone-controller"], drones=("repair-drone",))
    position = Position(plain(), [(CARRIER, (2, 4), E), (BOTH, (2, 6), E), (other, (2, 2), E)], [(TEGU, (14, 4), W)])
    position.field(RECON, (4, 4), "loiter", point=at(4, 4))
    position.field("red-2-drone-2", (4, 6), "triage")
    position.field("red-3-drone-1", (4, 2), "triage")
    labels = [option.label for option in position.play().options("red")]
    assert "Command the Recon Drone: support mode, Repair Drone of Test errant-mk2" in labels
    assert "Command the Recon Drone: support mode, Repair Drone of Test crocodile-mk2" in labels


@pytest.mark.rule("hex100.drone-controller", "hex100.drone-deployment")
def test_each_controller_has_a_drone_of_its_own_out() -> None:
    pair = machine("crocodile-mk2", ["drone-controller"], ["drone-controller"], drones=("recon-drone", "recon-drone"))
    position = Position(plain(), [(pair, (2, 4), E)], [(TEGU, (14, 4), W)])
    position.field(RECON, (4, 4), "loiter", point=at(4, 4))
    order = Undock("red-1", "red-1-drone-2", "loiter", *at(9, 4))
    assert refuse_undock(position.state, position.unit("red-1"), order) is None


@pytest.mark.rule("hex100.drone-small", "hex100.stacking")
def test_a_drone_comes_out_beside_an_enemy_that_nobody_has_found() -> None:
    position = docked()
    enemy = position.unit("blue-1")
    enemy.q, enemy.r = at(3, 4)
    assert "blue-1" not in position.state.known["red"]
    battle = position.play()
    battle.answer("red", Undock("red-1", RECON, "loiter", *at(9, 4)))
    drone = battle.state.units[RECON]
    assert drone.standing
    assert drone.hex != enemy.hex
