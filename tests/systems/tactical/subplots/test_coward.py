"""4.1.4: Coward: who falls back once it is damaged, the way home, and how it is called back."""

from __future__ import annotations

import random

import pytest

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Decline
from gearlock.systems.tactical.attacks.weapons_in_use import Attack
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.flow import step
from gearlock.systems.tactical.movement.course import Move, Ram, ShiftSpeed, SwitchMode
from gearlock.systems.tactical.rounds.round import Activate, EndActivation, PassGroup, Settle
from gearlock.systems.tactical.scenario_generator.missions import LeaveTable
from gearlock.systems.tactical.scenario_generator.priorities import disguise, suppose
from gearlock.systems.tactical.shown import view
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.state_codec import encode
from gearlock.systems.tactical.subplots import personal as c
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.orders_and_events import (
    CowardChosen,
    NerveLost,
    Rally,
    RallyTried,
    home_gain,
    way_home,
)
from systems.tactical.subplots.fields import active, code, field, offered, told
from systems.tactical.tables import mils, piece, play, put, table


def with_coward(name: str = "blue-2") -> State:
    state = field("red:Coward", leaving="yes")
    play(state, resolve_beginnings, (2 if name == "blue-2" else 1,))
    state.phase = "activation"
    return state


def fleeing() -> State:
    state = with_coward()
    state.units["blue-2"].tokens |= {"light": 1, "fleeing": 1}
    state.points["rallied:blue-2"] = state.round
    state.turn = "blue"
    return state


@pytest.mark.rule("tactical.4.1.4-coward")
def test_a_random_enemy_is_a_coward_and_falls_back_when_it_is_damaged() -> None:
    state = with_coward()
    assert state.facts["coward:blue:1"].value == "blue-2"
    assert not play(state, c.resolve_nerves).events, "not before"
    state.units["blue-1"].tokens["light"] = 1
    assert not play(state, c.resolve_nerves).events, "nor when somebody else is"
    state.units["blue-2"].tokens["light"] = 1
    played = play(state, c.resolve_nerves)
    assert played.of(NerveLost) == [NerveLost("blue-2")]
    assert state.units["blue-2"].token("fleeing") == 1
    assert state.facts["coward:blue:1"].knows == ("red", "blue")


@pytest.mark.rule("tactical.4.1.4-coward")
@pytest.mark.parametrize("how", ["heavy", "armor", "harm", "crew", "trooper"])
def test_every_kind_of_damage_breaks_its_nerve(how: str) -> None:
    state = field("red:Coward")
    if how == "trooper":
        put(state, "blue-2", "rifle-squad", 24, 16)
    play(state, resolve_beginnings, (2,))
    unit = state.units["blue-2"]
    assert not play(state, c.resolve_nerves).events
    if how == "trooper":
        unit.troopers[3] -= 1
    elif how == "heavy":
        unit.tokens["heavy"] = 1
    elif how == "armor":
        unit.armor_lost = 1
    elif how == "crew":
        unit.crew_lost = 1
    else:
        unit.harm["maneuver"] = 1
    assert play(state, c.resolve_nerves).of(NerveLost)


@pytest.mark.rule("tactical.4.1.4-coward")
def test_what_was_damaged_before_the_battle_is_no_reason() -> None:
    state = field("red:Coward")
    state.units["blue-2"].armor_lost = 3
    play(state, resolve_beginnings, (2,))
    assert not play(state, c.resolve_nerves).of(NerveLost)
    state.units["blue-2"].armor_lost = 4
    assert play(state, c.resolve_nerves).of(NerveLost)


@pytest.mark.rule("tactical.4.1.4-coward")
def test_whoever_is_lost_at_once_or_sits_aboard_does_not_flee() -> None:
    state = with_coward()
    unit = state.units["blue-2"]
    unit.tokens["light"], unit.status = 1, "destroyed"
    assert not play(state, c.resolve_nerves).events
    unit.status, unit.carrier = "aboard", "blue-1"
    assert not play(state, c.resolve_nerves).events, "it runs when it gets out"
    unit.status, unit.carrier = "fielded", ""
    assert play(state, c.resolve_nerves).of(NerveLost)


@pytest.mark.rule("tactical.4.1.4-coward")
def test_its_way_is_broken_off() -> None:
    state = with_coward()
    active(state, "blue-2")
    assert state.activation is not None
    state.activation.path = ((0, 4000),)
    state.units["blue-2"].tokens["light"] = 1
    play(state, c.resolve_nerves)
    assert not state.activation.path


@pytest.mark.rule("tactical.4.1.4-coward")
def test_somebody_with_leadership_calls_it_back_with_more_than_four() -> None:
    for faces, passed in (((4,), False), ((5,), True), ((1,), False)):
        state = with_coward()
        state.units["blue-2"].tokens["light"] = 1
        played = play(state, c.resolve_nerves, faces, answer=told(Rally("blue-2", "blue-1")))
        assert played.of(RallyTried) == [RallyTried("blue-2", passed, 1)], faces
        assert bool(state.units["blue-2"].token("fleeing")) != passed
        assert not play(state, c.resolve_nerves).asks, "once a round"


@pytest.mark.rule("tactical.4.1.4-coward")
def test_a_try_that_is_declined_is_none_and_the_next_round_brings_another() -> None:
    state = with_coward()
    state.units["blue-2"].tokens["light"] = 1
    assert play(state, c.resolve_nerves, answer=told(Decline())).of(RallyTried) == [RallyTried("blue-2", False, 1)]
    state.round = 2
    again = play(state, c.resolve_nerves, (6,), answer=told(Rally("blue-2", "blue-1")))
    assert again.of(RallyTried) == [RallyTried("blue-2", True, 2)]
    state.round = 3
    assert not play(state, c.resolve_nerves).events, "called back, it fights on"
    state.units["blue-2"].tokens["heavy"] = 1
    assert play(state, c.resolve_nerves, answer=told(Decline())).of(NerveLost), "and falls back when damaged again"


@pytest.mark.rule("tactical.4.1.4-coward")
def test_the_one_that_calls_needs_leadership_range_and_communications() -> None:
    state = with_coward()
    unit, leader = state.units["blue-2"], state.units["blue-1"]
    assert [one.id for one in c.leaders_for(state, unit)] == ["blue-1"]
    ask = Ask("blue", c.RALLY, "blue-2")
    assert code(state, ask, Rally("blue-2", "red-1")) == "unit"
    assert code(state, ask, Rally("blue-2", "blue-2")) == "unit"
    leader.level = 1
    assert code(state, ask, Rally("blue-2", "blue-1")) == "skill"
    leader.rank = "commander"
    assert code(state, ask, Rally("blue-2", "blue-1")) == "", "the rank gives a die"
    leader.rank, leader.level = "", 2
    leader.harm["aux:communications"] = 5
    assert code(state, ask, Rally("blue-2", "blue-1")) == "comms"
    leader.harm.clear()
    leader.tokens["fleeing"] = 1
    assert code(state, ask, Rally("blue-2", "blue-1")) == "unit"
    leader.tokens.clear()
    assert code(state, ask, Rally("blue-1", "blue-2")) == "unit", "that one does not flee"
    assert code(state, ask, Rally("blue-2", "nobody")) == "unit"
    put(state, "blue-1", "hunter", 4, 16, stats={"comm_km": 1})
    assert code(state, ask, Rally("blue-2", "blue-1")) == "", "1 km is 20 in"
    state.units["blue-1"].x -= 1
    assert code(state, ask, Rally("blue-2", "blue-1")) == "range"
    unit.tokens |= {"light": 1, "fleeing": 1}
    assert not play(state, c.resolve_nerves).asks, "nobody is asked where nobody can"


@pytest.mark.rule("tactical.4.1.4-coward")
@pytest.mark.rule("tactical.4.1.4-low-priority")
def test_low_priority_counts_against_the_call() -> None:
    state = with_coward()
    state.points["subplot:red:Low Priority"] = 1
    state.units["blue-2"].tokens["light"] = 1
    played = play(state, c.resolve_nerves, (6,), answer=told(Rally("blue-2", "blue-1")))
    assert played.of(RallyTried) == [RallyTried("blue-2", False, 1)], "6 and -2 is no more than 4"


@pytest.mark.rule("tactical.4.1.4-coward")
def test_it_goes_home_at_the_fastest_legal_speed() -> None:
    state = fleeing()
    ask = Ask("blue", "activate")
    state.group = 0
    assert {order.pace for order in offered(state, ask, Activate) if order.unit == "blue-2"} == {"combat"}
    assert code(state, ask, Activate("blue-2", "half")) == "fleeing"
    assert code(state, ask, Activate("blue-1", "half")) == ""
    assert code(state, ask, PassGroup()) == "bound"
    state.units["blue-2"].speed = "top"
    assert {order.pace for order in offered(state, ask, Activate) if order.unit == "blue-2"} == {"top"}


@pytest.mark.rule("tactical.4.1.4-coward")
def test_its_moves_lead_home_and_it_does_not_stop_before_they_are_spent() -> None:
    state = fleeing()
    ask, unit = active(state, "blue-2"), state.units["blue-2"]
    best = way_home(state, unit)
    assert best is not None
    assert home_gain(state, unit, best) == 3000, "4 MP, one of them for the turn"
    assert best in offered(state, ask, Move)
    assert code(state, ask, best) == ""
    assert code(state, ask, Move("blue-2", ((0, 2000),))) == "fleeing", "not towards the enemy"
    assert code(state, ask, Move("blue-2", ((1800, 2600),))) == "", "a way nearly as good will do"
    assert code(state, ask, Move("blue-2", ((1800, 2400),))) == "fleeing"
    assert code(state, ask, Move("blue-2", ((600, 0),))) == "fleeing", "nor on the spot"
    for order in (Settle("blue-2", "half"), Ram("blue-2", "red-2"), LeaveTable("blue-2", "south")):
        assert code(state, ask, order) == "fleeing"
    assert code(state, ask, EndActivation("blue-2")) == "fleeing"
    assert not offered(state, ask, EndActivation)
    assert code(state, ask, Attack("blue-2", "LAC", "red-2")) == "", "its Actions are its own"
    state.activation.spent = 4000  # type: ignore[union-attr]
    assert code(state, ask, EndActivation("blue-2")) == "fleeing", "it shifts to Top Speed first"
    assert code(state, ask, ShiftSpeed("blue-2", "top")) == ""
    unit.next_speed = "top"
    unit.speed = "top"
    state.activation.spent = 7000  # type: ignore[union-attr]
    assert code(state, ask, ShiftSpeed("blue-2", "combat")) == "fleeing"
    assert code(state, ask, EndActivation("blue-2")) == ""


@pytest.mark.rule("tactical.4.1.4-coward")
def test_it_leaves_the_table_by_its_home_edge() -> None:
    state = fleeing()
    state.units["blue-2"].y = mils(47.2)
    ask = active(state, "blue-2")
    assert code(state, ask, LeaveTable("blue-2", "north")) == ""
    assert code(state, ask, EndActivation("blue-2")) == "fleeing"
    assert offered(state, ask, LeaveTable) == [LeaveTable("blue-2", "north")]
    state.homes = {"red": "north", "blue": "south"}
    assert code(state, ask, LeaveTable("blue-2", "north")) == "fleeing"


@pytest.mark.rule("tactical.4.1.4-coward")
def test_who_cannot_move_is_not_made_to_and_a_faster_system_may_be_chosen() -> None:
    state = fleeing()
    ask = active(state, "blue-2")
    assert code(state, ask, SwitchMode("blue-2", "G")) == ""
    state.units["blue-2"].mode = "G"
    assert code(state, ask, SwitchMode("blue-2", "W")) == "fleeing"
    state.units["blue-2"].harm["power"] = 1
    assert code(state, ask, EndActivation("blue-2")) == ""


@pytest.mark.rule("tactical.4.1.4-coward")
def test_the_flow_notices_it_at_once() -> None:
    state = with_coward()
    state.turn, state.units["blue-2"].tokens["light"] = "red", 1
    assert play(state, step, answer=lambda _s, ask: Decline() if ask.kind == c.RALLY else Activate("red-1", "half")).of(
        NerveLost
    )


@pytest.mark.rule("tactical.4.1.4-coward")
def test_its_own_side_learns_who_it_is_when_it_runs() -> None:
    """Twins that differ in who is a coward look the same to its side; its enemy, who rolled, knows."""
    here, there = with_coward("blue-1"), with_coward("blue-2")
    assert encode(here) != encode(there)
    ask = Ask("blue", "activate")
    for state in (here, there):
        state.turn = "blue"
    assert view(here, "blue", ()) == view(there, "blue", ())
    assert BOOK.options(here, ask) == BOOK.options(there, ask)
    events = [CowardChosen("blue", name, "red") for name in ("blue-1", "blue-2")]
    lines = [BOOK.tell(state, event, "blue") for state, event in zip((here, there), events, strict=True)]
    assert lines[0] == lines[1]
    assert BOOK.tell(here, events[0], "red") != BOOK.tell(there, events[1], "red")
    assert encode(suppose(here, "blue", random.Random(3))) == encode(suppose(there, "blue", random.Random(3)))
    drawn = {disguise(here, "blue", random.Random(seed)).facts["coward:blue:1"].value for seed in range(20)}
    assert drawn == {"blue-1", "blue-2"}
    known = {disguise(here, "red", random.Random(seed)).facts["coward:blue:1"].value for seed in range(20)}
    assert known == {"blue-1"}
    here.units["blue-2"].tokens["light"] = 1
    drawn = {disguise(here, "blue", random.Random(seed)).facts["coward:blue:1"].value for seed in range(20)}
    assert drawn == {"blue-1"}, "who was damaged and stayed is none"


@pytest.mark.rule("tactical.4.1.4-coward")
@pytest.mark.parametrize(("home", "dx", "dy"), [("west", -1, 0), ("east", 1, 0), ("south", 0, -1), ("north", 0, 1)])
def test_home_is_whichever_edge_it_has_and_rocks_are_gone_around(home: str, dx: int, dy: int) -> None:
    state = fleeing()
    state.homes = {"red": "north", "blue": home}
    active(state, "blue-2")
    unit = state.units["blue-2"]
    way = way_home(state, unit)
    assert way is not None
    straight = home_gain(state, unit, way)
    assert straight >= 3000
    x, y = 24 + 2 * dx, 16 + 2 * dy
    state.ground = table(piece("instance", (x - 1, y - 1, x + 1, y + 1), 5)).ground
    state.notes = {}
    around = way_home(state, unit)
    assert around is not None
    assert 500 <= home_gain(state, unit, around) < straight


@pytest.mark.rule("tactical.4.1.4-coward")
def test_two_cowards_are_two_units() -> None:
    state = field("red:Coward")
    state.points["subplot:red:Coward"] = 2
    play(state, resolve_beginnings, (1,), (1,))
    assert {name: fact.value for name, fact in state.facts.items()} == {
        "coward:blue:1": "blue-1", "coward:blue:2": "blue-2",
    }  # fmt: skip
    assert NerveLost.reveals, "nobody takes back what came before it"


@pytest.mark.rule("tactical.4.1.4-coward")
@pytest.mark.rule("tactical.3.3.1-ecm")
def test_who_is_jammed_is_not_heard() -> None:
    state = with_coward()
    state.switches["ecm"] = "yes"
    put(state, "red-3", "hunter", 22, 13, stats={"perks": {"ECM": 3}}).tokens["ecm"] = 6
    state.units["blue-2"].tokens["light"] = 1
    played = play(state, c.resolve_nerves, (3,), answer=told(Rally("blue-2", "blue-1")))
    assert [roll.purpose for roll in played.rolls] == ["communication"]
    assert played.of(RallyTried) == [RallyTried("blue-2", False, 1)]
