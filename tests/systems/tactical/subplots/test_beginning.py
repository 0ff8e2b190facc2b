"""4.1.4: subplots that are carried out: low priority, corrupted supplies, love and the tempest."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.targets import refuse_attack
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, AttackMet
from gearlock.systems.tactical.command import leader_lines, tactics_lines
from gearlock.systems.tactical.dice_tests import PILOTING, RollAgain, skill_lines, throw_test
from gearlock.systems.tactical.dice_tests import Test as Throw
from gearlock.systems.tactical.line_of_sight.terrain import weather
from gearlock.systems.tactical.rounds.round import RoundEnded
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots.beginning import break_out, resolve_beginnings
from systems.tactical.tables import Played, play, put, table


def field(*subplots: str, **switches: str) -> State:
    state = table()
    state.switches |= {name.replace("_", " "): word for name, word in switches.items()}
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


@pytest.mark.rule("tactical.4.1.4-hero")
def test_a_hero_rolls_again_once_a_round_and_the_second_roll_stands() -> None:
    state = field("blue:The Hero")
    play(state, resolve_beginnings, (2,))
    assert state.units["blue-2"].token("hero") == 1
    test = Throw("Piloting", "blue-2", skill_lines(state.units["blue-2"], PILOTING), "")
    again = play(state, lambda ctx: throw_test(ctx, test), (6, 5), (2, 1), answer=lambda _s, _a: RollAgain("blue-2"))
    assert again.value.total == 2
    once = play(state, lambda ctx: throw_test(ctx, test), (1, 3))
    assert (once.value.total, once.asks) == (3, [])
    other = Throw("Piloting", "blue-1", skill_lines(state.units["blue-1"], PILOTING), "")
    assert play(state, lambda ctx: throw_test(ctx, other), (1, 3)).asks == []
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    kept = play(state, lambda ctx: throw_test(ctx, test), (6, 5))
    assert (kept.value.total, len(kept.asks)) == (6, 1), "asked again in the next round, and free to decline"


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


@pytest.mark.rule("tactical.4.1.4-tempest", "tactical.4.1.4-macallen-collapse", "tactical.4.1.4-friendly-fire")
@pytest.mark.parametrize("name", ["Tempest", "MacAllen Collapse", "Friendly Fire"])
def test_what_nobody_foresees_comes_in_a_round_that_one_die_of_six_says(name: str) -> None:
    played = play(field(f"red:{name}"), resolve_beginnings, (6,))
    assert [(roll.count, roll.low, roll.sides) for roll in played.rolls] == [(1, 1, 6)]


@pytest.mark.rule("tactical.4.1.4-tempest")
def test_a_tempest_breaks_out_in_the_round_a_die_says() -> None:
    state = field("blue:Tempest")
    play(state, resolve_beginnings, (3,))
    for number, expected in ((2, False), (3, True), (4, True)):
        state.round = number
        play(state, break_out)
        assert ("tempest" in weather(state)) == expected


def fire(state: State, *dice: tuple[int, ...]) -> Played:
    state.units["blue-1"].actions = 1
    return play(state, lambda ctx: resolve_attack(ctx, Attack("blue-1", "LAC", "red-1")), *dice)


@pytest.mark.rule("tactical.4.1.4-leftover-ammo")
def test_leftover_ammunition_may_fail_for_a_whole_round() -> None:
    state = field("red:Leftover Ammo")
    play(state, resolve_beginnings, (1,))
    assert state.units["blue-1"].token("leftover ammunition") == 1
    dud = fire(state, (6, 6), (4,))
    assert not dud.of(AttackMet)
    assert not fire(state, (6, 6)).of(AttackMet), "without another die in the same round"
    play(state, lambda ctx: ctx.emit(RoundEnded()))
    assert fire(state, (2, 2), (3,), (5, 5)).of(AttackMet), "from 4 on only"


@pytest.mark.rule("tactical.4.1.4-phantom-echoes")
def test_attacks_of_the_haunted_go_at_phantoms() -> None:
    state = field("red:Phantom Echoes")
    assert not fire(state, (6, 6), (5,)).of(AttackMet)
    assert fire(state, (2, 2), (4,), (5, 5)).of(AttackMet)
    state = field("blue:Phantom Echoes")
    assert fire(state, (2, 2), (5, 5)).of(AttackMet), "its buyer is not haunted"
