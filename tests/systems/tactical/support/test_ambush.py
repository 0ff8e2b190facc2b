"""4.1.3: a total ambush: units hidden anywhere in one's half, until they act or are seen."""

from __future__ import annotations

from typing import Any

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline, Order
from gearlock.systems.tactical.deployment import (
    Deploy,
    Deployed,
    Hide,
    half_of,
    offer_deployments,
    place,
    refuse_deploy,
)
from gearlock.systems.tactical.flow import step
from gearlock.systems.tactical.rounds import activation as h
from gearlock.systems.tactical.rounds.activation import offer_activations, resolve_activation
from gearlock.systems.tactical.rounds.round import PassGroup, groups_left
from gearlock.systems.tactical.scenario_generator.missions import destroyed, present
from gearlock.systems.tactical.shown import view, zones_shown
from gearlock.systems.tactical.state import FIELDED, HIDDEN, WAITING, State
from systems.tactical.tables import mils, piece, play, put, table

RED = Ask("red", "deploy")
SCOUTING = pytest.mark.rule("tactical.4.1.3-scouting")


def told(*orders: Order) -> Any:
    left = list(orders)
    return lambda _state, _ask: left.pop(0) if left else Decline()


def ambush(*pieces: Any) -> State:
    """Red waits to be placed and has won a total ambush; blue stands in the north and looks south."""
    state = table(*pieces)
    put(state, "red-1", "hunter", 0, 0, status=WAITING)
    put(state, "blue-1", "hunter", 36, 46, 270)
    state.points["hides:red"], state.phase, state.round = 1, "deployment", 0
    return state


def at(x: float, y: float, hidden: bool = True) -> Deploy:
    return (Hide if hidden else Deploy)("red-1", mils(x), mils(y), 900)


def code(state: State, order: Deploy) -> str:
    refusal = refuse_deploy(state, RED, order)
    return "" if refusal is None else refusal.code


@SCOUTING
def test_units_are_hidden_anywhere_in_ones_half_up_to_its_middle_line() -> None:
    state = ambush()
    assert half_of(state, "red") == (0, 0, mils(72), mils(24))
    assert code(state, at(36, 23.5)) == ""
    assert code(state, at(36, 23.501)) == "zone"
    assert code(state, at(36, 20, hidden=False)) == "zone", "what is not hidden stands in its zone"
    state.homes = {"red": "east", "blue": "west"}
    assert half_of(state, "red") == (mils(36), 0, mils(72), mils(48))
    state.points.clear()
    assert code(state, at(36, 5)) == "hidden", "only with a margin of 4"
    assert not [option for option in offer_deployments(state, RED) if "Hide" in option.label]


@SCOUTING
def test_the_enemy_sees_nothing_of_who_is_hidden_and_its_own_side_does() -> None:
    state = ambush()
    assert [option.label for option in offer_deployments(state, RED) if "Hide" in option.label]
    assert "red-half" in [zone.id for zone in zones_shown(state)]
    played = play(state, lambda ctx: place(ctx, at(36, 20)))
    unit = state.units["red-1"]
    assert (unit.status, unit.x, unit.y) == (HIDDEN, mils(36), mils(20))
    assert not played.of(Deployed)
    assert [shown.id for shown in view(state, "red", ()).pieces] == ["red-1", "blue-1"]
    assert [shown.id for shown in view(state, "blue", ()).pieces] == ["blue-1"]
    (event,) = played.of(h.UnitHidden)
    assert h.told_hidden(state, event, "blue").units == ()


def hidden(*pieces: Any, y: float = 20) -> State:
    state = ambush(*pieces)
    play(state, lambda ctx: place(ctx, at(36, y)))
    state.phase, state.round, state.turn, state.group = "activation", 1, "red", 0
    return state


@SCOUTING
def test_who_is_in_an_enemys_line_of_sight_is_hidden_no_more() -> None:
    seen = hidden()
    play(seen, lambda ctx: h.reveal_seen(ctx))
    assert seen.units["red-1"].status == FIELDED
    woods = piece("woods", (30, 22, 42, 40), props={"going": "jungle"})
    covered = hidden(woods)
    played = play(covered, lambda ctx: h.reveal_seen(ctx))
    assert covered.units["red-1"].status == HIDDEN
    covered.units["blue-1"].facing = 900
    turned = hidden()
    turned.units["blue-1"].facing = 900
    play(turned, lambda ctx: h.reveal_seen(ctx))
    assert turned.units["red-1"].status == HIDDEN, "it looks the other way"
    assert not played.events


@SCOUTING
def test_a_hidden_unit_shows_itself_to_act_or_lets_its_turn_pass() -> None:
    woods = piece("woods", (30, 22, 42, 40), props={"going": "jungle"})
    state = hidden(woods)
    ask = Ask("red", "activate")
    assert not list(offer_activations(state, ask))[:-1], "nobody is there to activate"
    assert [option.order for option in h.offer_reveals(state, ask)] == [h.Reveal("red-1")]
    assert h.refuse_reveal(state, ask, h.Reveal("blue-1")) is not None
    assert (groups_left(state, "red"), groups_left(state, "blue")) == (1, 1)
    waits = hidden(woods)
    play(waits, resolve_activation, answer=told(PassGroup()))
    assert (waits.units["red-1"].status, waits.units["red-1"].done) == (HIDDEN, True)
    assert not h.hidden_waiting(waits, "red")
    play(state, resolve_activation, answer=told(h.Reveal("red-1")))
    assert state.units["red-1"].status == FIELDED
    assert list(offer_activations(state, ask))


@SCOUTING
def test_who_is_revealed_where_somebody_stands_comes_out_beside_him() -> None:
    state = hidden()
    put(state, "blue-2", "hunter", 36, 20)
    play(state, lambda ctx: h.reveal(ctx, "red-1"))
    unit = state.units["red-1"]
    assert (unit.x - mils(36)) ** 2 + (unit.y - mils(20)) ** 2 >= mils(1) ** 2


@SCOUTING
def test_hidden_units_count_as_forces_that_are_there() -> None:
    state = hidden()
    assert [unit.id for unit in present(state, "red")] == ["red-1"]
    assert not destroyed(state, "blue", "All forces")
    state.units["red-1"].status = "destroyed"
    assert destroyed(state, "blue", "All forces")


@SCOUTING
def test_a_step_of_the_battle_looks_for_who_is_hidden() -> None:
    state = hidden()
    state.units["blue-1"].done = True
    play(state, step, answer=told(PassGroup()))
    assert state.units["red-1"].status == FIELDED


@SCOUTING
@pytest.mark.rule("tactical.3.7-sound")
@pytest.mark.parametrize(("y", "status"), [(6, FIELDED), (5.999, HIDDEN)])
def test_at_night_who_is_hidden_may_be_heard(y: float, status: str) -> None:
    """A vehicle is heard at 2 km, 40 in; by day nobody hears it."""
    state = hidden(y=y)
    state.units["blue-1"].facing = 900
    play(state, lambda ctx: h.reveal_seen(ctx))
    assert state.units["red-1"].status == HIDDEN
    state.switches["time of day"] = "night"
    play(state, lambda ctx: h.reveal_seen(ctx))
    assert state.units["red-1"].status == status
