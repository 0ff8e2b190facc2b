"""4.1.4: subplots that are carried out: low priority, corrupted supplies, love and the tempest."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.attacks.targets import refuse_attack
from gearlock.systems.tactical.command.leading import leader_lines, tactics_lines
from gearlock.systems.tactical.line_of_sight.conditions import weather
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import break_out, resolve_beginnings
from systems.tactical.tables import play, put, table


def field(*subplots: str, **switches: str) -> State:
    state = table(**switches)
    put(state, "red-1", "hunter", 10, 10)
    put(state, "blue-1", "hunter", 10, 13, 270)
    put(state, "blue-2", "hunter", 14, 13, 270)
    state.points |= {f"subplot:{name}": 1 for name in subplots}
    return state


@pytest.mark.rule("tactical.4.1.4-low-priority")
def test_low_priority_takes_two_off_the_enemys_leadership() -> None:
    state = field("red:Low Priority")
    assert [line.value for line in leader_lines(state, "blue")][-1] == -2
    assert -2 not in [line.value for line in leader_lines(state, "red")]
    assert -2 not in [line.value for line in tactics_lines(state, "blue")], "Tactics is another Skill"


@pytest.mark.rule("tactical.4.1.4-corrupted-supplies")
def test_corrupted_supplies_begin_with_a_light_damage() -> None:
    state = field("red:Corrupted Supplies")
    play(state, resolve_beginnings, (2,))
    assert state.units["blue-2"].token("light") == 1
    assert not state.units["blue-1"].token("light")
    assert not state.units["red-1"].token("light")
    assert state.phase == "command"


@pytest.mark.rule("tactical.4.1.4-corrupted-supplies")
def test_a_crew_result_is_rolled_again_with_detailed_damage() -> None:
    state = field("red:Corrupted Supplies", detailed_damage="yes")
    played = play(state, resolve_beginnings, (1,), (3,), (6,), (4,))
    assert [roll.purpose for roll in played.rolls][-1] == "damaged system: red"
    assert any(name.startswith("mp:") for name in state.units["blue-1"].harm)
    assert not state.units["blue-1"].crew_lost


@pytest.mark.rule("tactical.4.1.4-love")
def test_who_is_in_love_does_not_fire_on_the_loved_one() -> None:
    state = field("red:Love Shall Prevail")
    assert refuse_attack(state, Attack("blue-1", "LAC", "red-1")) is None
    play(state, resolve_beginnings, (1,), (1,))
    found = refuse_attack(state, Attack("blue-1", "LAC", "red-1"))
    assert found is not None
    assert found.code == "love"
    other = refuse_attack(state, Attack("blue-2", "LAC", "red-1"))
    assert other is None or other.code != "love"


@pytest.mark.rule("tactical.4.1.4-tempest")
def test_a_tempest_breaks_out_in_the_round_a_die_says() -> None:
    state = field("blue:Tempest")
    play(state, resolve_beginnings, (3,))
    for number, expected in ((2, False), (3, True), (4, True)):
        state.round = number
        play(state, break_out)
        assert ("tempest" in weather(state)) == expected
