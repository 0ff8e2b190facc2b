"""4.1.4: Traitor: the enemy's weakest unit changes sides once, at a moment of its buyer's choice."""

from __future__ import annotations

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.command import leader
from gearlock.systems.tactical.flow import step
from gearlock.systems.tactical.rounds.activation import activatable
from gearlock.systems.tactical.rounds.round import Activate, groups_left
from gearlock.systems.tactical.state import Activation, State
from gearlock.systems.tactical.subplots.orders_and_events import CallTraitor, TraitorTurned
from gearlock.systems.tactical.subplots.personal import resolve_call_traitor as resolve_call
from gearlock.systems.tactical.subplots.personal import weakest
from systems.tactical.subplots.fields import active, code, field, offered
from systems.tactical.tables import ALLER, play, put

ASK = Ask("red", "activate")


def betrayed() -> State:
    """Blue 2 is the weakest: a Rookie crew makes it cheaper."""
    state = field("red:Traitor")
    state.units["blue-2"].tv = 60
    return state


def turn(state: State, name: str = "blue-2") -> State:
    play(state, lambda ctx: resolve_call(ctx, CallTraitor(name)))
    return state


@pytest.mark.rule("tactical.4.1.4-traitor")
def test_the_weakest_is_the_lowest_in_tv_with_its_crew() -> None:
    state = betrayed()
    assert weakest(state, "blue") is state.units["blue-2"]
    state.units["blue-1"].tv = 59
    assert weakest(state, "blue") is state.units["blue-1"]
    state.units["blue-1"].status = "destroyed"
    assert weakest(state, "blue") is None, "who is alone has nobody to betray"
    assert code(state, ASK, CallTraitor("blue-2")) == "alone"


@pytest.mark.rule("tactical.4.1.4-traitor")
def test_it_is_called_once_and_by_its_buyer_alone() -> None:
    state = betrayed()
    assert code(state, ASK, CallTraitor("blue-1")) == "weakest"
    assert code(state, ASK, CallTraitor("blue-2")) == ""
    assert code(state, Ask("blue", "activate"), CallTraitor("red-1")) == "traitor"
    assert offered(state, ASK, CallTraitor) == [CallTraitor("blue-2")]
    put(state, "blue-3", "hunter", 30, 16)
    turn(state)
    assert code(state, ASK, CallTraitor("blue-1")) == "traitor"
    assert not offered(state, ASK, CallTraitor)
    state.points["subplot:red:Traitor"] = 2
    assert code(state, ASK, CallTraitor("blue-1")) == "", "a second one for a second subplot"


@pytest.mark.rule("tactical.4.1.4-traitor")
def test_it_fights_for_the_other_side_from_then_on() -> None:
    state = betrayed()
    state.turn = "red"
    for name in ("blue-1", "blue-2"):
        state.units[name].group = 5
    turn(state)
    unit = state.units["blue-2"]
    assert (unit.seat, unit.group, unit.done) == ("red", 2, False)
    assert groups_left(state, "red") == 2
    assert unit in activatable(state, "red")
    ask = active(state, "blue-2")
    assert ask.seat == "red"
    assert code(state, ask, Attack("blue-2", "LAC", "red-2")) == "target"
    blue = active(state, "blue-1")
    state.units["blue-1"].facing, unit.x, unit.y = 2700, state.units["blue-1"].x, state.units["blue-1"].y - 4000
    assert code(state, blue, Attack("blue-1", "LAC", "blue-2")) == "", "its old friends may fire on it"


@pytest.mark.rule("tactical.4.1.4-traitor")
def test_it_joins_none_of_several_combat_groups() -> None:
    state = betrayed()
    state.units["red-1"].group = 4
    turn(state)
    assert state.units["blue-2"].group == 5


@pytest.mark.rule("tactical.4.1.4-traitor")
@pytest.mark.rule("tactical.2.6.2-step0-commander")
def test_a_commander_who_turns_commands_nobody_any_more() -> None:
    state = betrayed()
    state.units["blue-2"].rank, state.units["blue-1"].rank = "commander", "second"
    turn(state)
    found = leader(state, "blue")
    assert found is state.units["blue-1"]
    assert state.units["blue-2"].rank == ""
    assert leader(state, "red") is not state.units["blue-2"]


@pytest.mark.rule("tactical.4.1.4-traitor")
@pytest.mark.rule("tactical.7.2-passengers")
def test_a_transport_puts_its_squad_out_and_a_squad_gets_out_of_its_transport() -> None:
    state = betrayed()
    put(state, "blue-3", "rifle-squad", 24, 16, status="aboard", carrier="blue-2", tv=100)
    turn(state)
    squad = state.units["blue-3"]
    assert (squad.seat, squad.status, squad.carrier) == ("blue", "fielded", "")
    assert (squad.x, squad.y) != (state.units["blue-2"].x, state.units["blue-2"].y)
    state = betrayed()
    put(state, "blue-3", "rifle-squad", 24, 16, status="aboard", carrier="blue-2", tv=10)
    state.units["blue-2"].status = "hidden"
    assert weakest(state, "blue") is None, "who is hidden, or rides in what is, is not reckoned with"
    state.units["blue-2"].status = "fielded"
    assert weakest(state, "blue") is state.units["blue-3"]
    turn(state, "blue-3")
    squad = state.units["blue-3"]
    assert (squad.seat, squad.status, squad.carrier) == ("red", "fielded", "")
    assert state.units["blue-2"].seat == "blue"


@pytest.mark.rule("tactical.4.1.4-traitor")
@pytest.mark.rule("tactical.3.2.7")
def test_what_it_tows_is_let_go() -> None:
    state = betrayed()
    put(state, "blue-3", ALLER, 30, 16)
    state.units["blue-2"].tokens["towing:blue-3"] = 2
    state.units["blue-3"].tokens["towed:blue-2"] = 1
    turn(state)
    assert not state.units["blue-2"].tokens
    assert not state.units["blue-3"].tokens


@pytest.mark.rule("tactical.4.1.4-traitor")
def test_nobody_turns_in_the_middle_of_its_own_activation() -> None:
    state = betrayed()
    active(state, "red-1")
    state.interrupted = [Activation("blue-2", "combat", "W")]
    assert code(state, Ask("red", "act", "red-1"), CallTraitor("blue-2")) == "active"
    state.interrupted = []
    assert code(state, Ask("red", "act", "red-1"), CallTraitor("blue-2")) == ""
    assert code(state, Ask("red", "activate", "red-1"), CallTraitor("blue-2")) == "called"


@pytest.mark.rule("tactical.4.1.4-traitor")
def test_it_is_asked_for_on_the_enemys_turn_too() -> None:
    state = betrayed()
    state.turn = "blue"
    asked: list[str] = []

    def answer(_state: State, ask: Ask) -> CallTraitor | Activate | Decline:
        asked.append(f"{ask.seat} {ask.kind}")
        return CallTraitor("blue-2") if ask.kind == "command" else Activate("blue-1", "half")

    assert play(state, step, answer=answer).of(TraitorTurned)
    assert asked == ["red command", "blue activate"]
    assert not state.points.get("TCP:red"), "it takes no Command Point"
