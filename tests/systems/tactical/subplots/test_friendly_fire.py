"""4.1.4: Friendly Fire: a Fighter-Bomber over a random enemy, and everybody near its line."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.flow import step
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import resolve_beginnings
from gearlock.systems.tactical.subplots.of_the_field import resolve_friendly_fire
from gearlock.systems.tactical.subplots.orders_and_events import EventForeseen
from gearlock.systems.tactical.support.buying import AirAttackMet, RunFlown
from systems.tactical.subplots.fields import field
from systems.tactical.tables import mils, play


def coming(number: int = 2) -> State:
    state = field("red:Friendly Fire")
    play(state, resolve_beginnings, (number,))
    state.phase, state.round = "misc", number
    return state


@pytest.mark.rule("tactical.4.1.4-friendly-fire")
def test_a_die_says_in_which_round_it_comes() -> None:
    state = field("red:Friendly Fire")
    played = play(state, resolve_beginnings, (2,))
    assert played.of(EventForeseen) == [EventForeseen("red", "Friendly Fire", 2)]
    assert played.rolls[0].sides == 6
    for number in (1, 3):
        state.round = number
        assert not play(state, resolve_friendly_fire).rolls


@pytest.mark.rule("tactical.4.1.4-friendly-fire")
@pytest.mark.rule("tactical.4.1.3-air")
def test_it_flies_over_a_random_enemy_and_attacks_friend_and_foe() -> None:
    state = coming()
    dice = ((1,), (1,), (1,), (3, 4), (6, 6), (2,), (3, 4), (6, 6))
    played = play(state, resolve_friendly_fire, *dice)
    (run,) = played.of(RunFlown)
    assert (run.seat, run.kind) == ("red", "Fighter-Bomber")
    assert (run.start, run.end) == ((mils(20), 0), (mils(20), mils(48))), "straight up the table"
    assert [event.target for event in played.of(AirAttackMet)] == ["red-1", "blue-1"], "those within 2 in of its line"
    assert [roll.sides for roll in played.rolls if roll.purpose == "target of the aircraft"] == [2, 2]


@pytest.mark.rule("tactical.4.1.4-friendly-fire")
def test_a_die_says_which_way() -> None:
    state = coming()
    slanting = play(state, resolve_friendly_fire, (2,), (2,), (1,), (1, 2), (6, 6), (1,), (1, 2), (6, 6))
    (run,) = slanting.of(RunFlown)
    assert run.end[0] > run.start[0], "a 2 is a sixth clockwise from straight up"
    assert run.end[1] > run.start[1]
    state.units["blue-1"].status = "destroyed"
    played = play(state, resolve_friendly_fire, (1,), (4,), (1,), (1, 2), (6, 6), (1,), (1, 2), (6, 6))
    (run,) = played.of(RunFlown)
    assert (run.start, run.end) == ((mils(24), mils(48)), (mils(24), 0)), "a 4 is straight down"


@pytest.mark.rule("tactical.4.1.4-friendly-fire")
@pytest.mark.rule("tactical.2.6.2-step4")
def test_it_is_a_matter_of_step_four_and_needs_an_enemy() -> None:
    state = coming()
    dice = ((1,), (1,), (1,), (1, 2), (6, 6), (2,), (1, 2), (6, 6))
    assert play(state, step, *dice).of(RunFlown)
    empty = coming()
    for name in ("blue-1", "blue-2"):
        empty.units[name].status = "destroyed"
    assert not play(empty, resolve_friendly_fire).rolls
