"""4.1.4: Vendetta: who must match the speed of one enemy and attack it, until either is destroyed."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, Observe
from gearlock.systems.tactical.movement.course import Move, Ram, ShiftSpeed, SwitchMode
from gearlock.systems.tactical.rounds.round import Activate, Declare, EndActivation, PassGroup, Settle
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.orders_and_events import VendettaOver, VendettaSworn, way_to
from gearlock.systems.tactical.subplots.personal import end_vendettas
from gearlock.systems.tactical.switches import quarry
from systems.tactical.subplots.fields import active, code, field, offered
from systems.tactical.tables import mils, play, put


def sworn() -> State:
    """Blue 1 hates red 1, which stands 6 in before it."""
    state = field("red:Vendetta", leaving="yes")
    play(state, resolve_beginnings, (1,), (1,))
    state.phase, state.turn = "activation", "blue"
    return state


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_a_random_enemy_hates_a_random_friend() -> None:
    state = field("red:Vendetta")
    played = play(state, resolve_beginnings, (2,), (1,))
    assert played.of(VendettaSworn) == [VendettaSworn("blue-2", "red-1")]
    assert quarry(state, state.units["blue-2"]) is state.units["red-1"]
    assert state.units["blue-2"].token("vendetta:red-1") == 1
    assert quarry(state, state.units["blue-1"]) is None
    assert quarry(state, state.units["red-1"]) is None, "hate goes one way"


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_it_attacks_nobody_else_and_attacks_while_it_can() -> None:
    state = sworn()
    ask = active(state, "blue-1")
    assert code(state, ask, Attack("blue-1", "LAC", "red-2")) == "vendetta-other"
    assert code(state, ask, Attack("blue-1", "LAC", "red-1")) == ""
    assert {order.target for order in offered(state, ask, Attack)} == {"red-1"}
    assert code(state, ask, EndActivation("blue-1")) == "vendetta-attack"
    assert not offered(state, ask, EndActivation)
    assert code(state, ask, Ram("blue-1", "red-2")) == "vendetta-other"
    assert code(state, ask, LeaveTable("blue-1", "north")) == "vendetta-leave"
    state.units["blue-1"].actions, state.units["blue-1"].fired = 0, ["LAC:red-1"]
    assert code(state, ask, EndActivation("blue-1")) == ""
    other = active(state, "blue-2")
    assert code(state, other, Attack("blue-2", "LAC", "red-2")) == ""
    assert code(state, other, EndActivation("blue-2")) == ""


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_it_neither_evades_nor_lets_its_turn_pass() -> None:
    state = sworn()
    assert code(state, Ask("blue", "declare"), Declare("blue-1", 0, True)) == "vendetta-evade"
    assert code(state, Ask("blue", "declare"), Declare("blue-1", 1)) == ""
    assert code(state, Ask("blue", "declare"), Declare("blue-2", 0, True)) == ""
    assert code(state, Ask("blue", "activate"), PassGroup()) == "bound"
    state.units["blue-1"].done = True
    assert code(state, Ask("blue", "activate"), PassGroup()) == ""


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_snap_fire_goes_at_whom_it_hates_alone() -> None:
    state = sworn()
    for mover, expected in (("red-2", "vendetta-other"), ("red-1", "")):
        active(state, mover)
        assert code(state, Ask("blue", "snap fire", about=(mover,)), Attack("blue-1", "LAC", mover)) == expected
    active(state, "red-2")
    ask = Ask("blue", "snap fire", about=("red-2",))
    assert {order.unit for order in offered(state, ask, Attack)} == {"blue-2"}


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_out_of_its_reach_it_goes_after_him_as_fast_as_it_can() -> None:
    state = sworn()
    state.units["red-1"].y = mils(1)
    state.units["blue-1"].y = mils(40)
    ask = Ask("blue", "activate")
    assert code(state, ask, Activate("blue-1", "half")) == "vendetta-slow"
    assert code(state, ask, Activate("blue-1", "combat")) == ""
    act = active(state, "blue-1")
    assert code(state, act, Settle("blue-1", "stationary")) == "vendetta-slow"
    assert code(state, act, EndActivation("blue-1")) == "vendetta-chase"
    ways = offered(state, act, Move)
    assert any(order.legs == ((0, 4000),) for order in ways)
    state.units["blue-1"].fired = ["LAC:red-1:walked"]
    assert code(state, act, EndActivation("blue-1")) == "", "it has attacked him this round"
    state.units["blue-1"].fired = ["LAC:red-2"]
    assert code(state, act, EndActivation("blue-1")) == "vendetta-chase"
    state.activation.spent = 4000  # type: ignore[union-attr]
    assert code(state, act, EndActivation("blue-1")) == ""


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_nobody_is_sent_after_whom_it_touches() -> None:
    state = sworn()
    prey, unit = state.units["red-1"], state.units["blue-1"]
    prey.y = unit.y - 1000
    active(state, "blue-1")
    assert way_to(state, unit, prey.x, prey.y) is None
    prey.y = unit.y - 3000
    state.notes = {}
    assert way_to(state, unit, prey.x, prey.y) is not None


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_within_its_reach_it_may_go_as_slowly_as_it_likes() -> None:
    state = sworn()
    assert code(state, Ask("blue", "activate"), Activate("blue-1", "stationary")) == ""
    state.units["red-1"].speed = "top"
    assert code(state, Ask("blue", "activate"), Activate("blue-1", "stationary")) == "vendetta-slow"
    assert code(state, Ask("blue", "activate"), Activate("blue-1", "combat")) == ""


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_it_matches_combat_or_top_speed() -> None:
    state = sworn()
    unit, prey = state.units["blue-1"], state.units["red-1"]
    unit.actions = 0
    act = active(state, "blue-1")
    state.activation.spent = 4000  # type: ignore[union-attr]
    assert code(state, act, ShiftSpeed("blue-1", "top")) == "vendetta-speed"
    assert code(state, act, EndActivation("blue-1")) == ""
    prey.speed = "top"
    assert code(state, act, ShiftSpeed("blue-1", "top")) == ""
    assert code(state, act, EndActivation("blue-1")) == "vendetta-speed"
    unit.next_speed = "top"
    assert code(state, act, EndActivation("blue-1")) == ""
    unit.speed, unit.next_speed, prey.speed = "top", "", "combat"
    act = active(state, "blue-1", "top")
    state.activation.spent = 7000  # type: ignore[union-attr]
    assert code(state, act, EndActivation("blue-1")) == "vendetta-speed"
    assert code(state, act, ShiftSpeed("blue-1", "combat")) == ""


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_it_is_over_when_either_is_destroyed() -> None:
    for lost in ("blue-1", "red-1"):
        state = sworn()
        assert not play(state, end_vendettas).events
        state.units[lost].status = "destroyed"
        assert quarry(state, state.units["blue-1"]) is None
        assert play(state, end_vendettas).of(VendettaOver) == [VendettaOver("blue-1", "red-1")]
        assert not play(state, end_vendettas).events
    state = sworn()
    state.units["red-1"].status = "left"
    assert not play(state, end_vendettas).events, "he got away: the hate stays, and nobody is there"
    assert quarry(state, state.units["blue-1"]) is None


@pytest.mark.rule("tactical.4.1.4-vendetta")
@pytest.mark.rule("tactical.4.1.4-coward")
@pytest.mark.rule("tactical.4.1.4-love")
@pytest.mark.rule("tactical.4.1.4-traitor")
def test_other_subplots_come_first() -> None:
    state = sworn()
    state.units["blue-1"].tokens["fleeing"] = 1
    assert quarry(state, state.units["blue-1"]) is None, "who falls back hunts nobody"
    del state.units["blue-1"].tokens["fleeing"]
    state.units["blue-1"].tokens["loves:red-1"] = 1
    ask = active(state, "blue-1")
    assert code(state, ask, Attack("blue-1", "LAC", "red-1")) == "love"
    state.activation.spent = 4000  # type: ignore[union-attr]
    assert code(state, ask, EndActivation("blue-1")) == "", "it will not fire, so it is not made to"
    state.units["red-1"].seat = "blue"
    assert quarry(state, state.units["blue-1"]) is None, "nobody hunts his own side"


@pytest.mark.rule("tactical.4.1.4-vendetta")
@pytest.mark.rule("tactical.7.2-passengers")
def test_the_vehicle_he_rides_in_counts_as_himself() -> None:
    state = sworn()
    put(state, "red-1", "rifle-squad", 24, 10, status="aboard", carrier="red-2")
    state.units["red-1"].tokens.clear()
    assert quarry(state, state.units["blue-1"]) is state.units["red-2"]
    ask = active(state, "blue-1")
    assert {order.target for order in offered(state, ask, Attack)} == {"red-2"}


@pytest.mark.rule("tactical.4.1.4-vendetta")
def test_other_actions_wait_and_who_has_none_left_is_let_off() -> None:
    state = sworn()
    ask = active(state, "blue-1")
    assert code(state, ask, Observe("blue-1", "red-1")) == "vendetta-first"
    assert code(state, ask, SwitchMode("blue-1", "G")) == ""
    state.units["red-1"].y = mils(1)
    state.units["blue-1"].y = mils(40)
    assert code(state, ask, Observe("blue-1", "red-1")) != "vendetta-first"
    assert code(state, ask, EndActivation("blue-1")) == "vendetta-chase"
    state.units["blue-1"].actions = 0
    assert code(state, ask, EndActivation("blue-1")) == "", "stunned, it attacks nobody"
