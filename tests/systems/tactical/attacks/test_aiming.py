"""3.4.2: called and precision shots; 3.8.3: skirmish fire; 3.2.4, 7.2: what else bears on an attack."""

from __future__ import annotations

import pytest

from gearlock.systems.tactical.attacks.exchange import attack_lines, defense_lines
from gearlock.systems.tactical.attacks.targets import Pair, cost_of, refuse_attack, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import (
    INDIRECT,
    LONG,
    MEDIUM,
    Attack,
    AttackMet,
    TinyHit,
    Use,
    found_by,
)
from gearlock.systems.tactical.damage.damage import DamageCompared
from gearlock.systems.tactical.damage.systems_damage import system_at
from gearlock.systems.tactical.rounds.round import RoundEnded
from gearlock.systems.tactical.sensors.sensors import LampBroken
from gearlock.systems.tactical.state import HULL_DOWN, SKIRMISH_SCALE, Activation, State
from systems.tactical.attacks.shots import LOBBER, fire, ground, gunner
from systems.tactical.tables import HRG, LAC, mils, put


def facing_each_other(apart: float = 2, **blue: object) -> State:
    state = ground()
    put(state, "red-1", gunner(LAC, HRG, LOBBER), 20, 10, went="combat")
    put(state, "blue-1", "hunter", 20, 10 + apart, facing=270, moved=mils(5), **blue)
    return state


def code(state: State, order: Attack) -> str:
    refusal = refuse_attack(state, order)
    return "" if refusal is None else refusal.code


@pytest.mark.rule("tactical.3.4.2")
def test_a_called_shot_is_worse_and_finds_its_system_on_a_six_too() -> None:
    state = facing_each_other()
    pairs = [Pair(state, state.units["red-1"], state.units["blue-1"], Use(LAC, "LAC", called=what))
             for what in ("", "crew")]  # fmt: skip
    plain, called = (sum(line.value for line in attack_lines(pair)) for pair in pairs)
    assert called == plain - 1
    assert [face for face in range(1, 7) if system_at(face, "crew") == "crew"] == [3, 6]


@pytest.mark.rule("tactical.3.4.2", "tactical.3.2.4-effects")
def test_what_cannot_be_called() -> None:
    order = Attack("red-1", "LAC", "blue-1", called="crew")
    assert code(facing_each_other(), order) == ""
    assert code(facing_each_other(tokens={HULL_DOWN: 1}), order) == "called"
    assert code(facing_each_other(), Attack("red-1", "LAC", "blue-1", called="left ear")) == "called"
    off = facing_each_other()
    off.switches["called shots"] = "no"
    assert code(off, order) == "called"
    squad = facing_each_other()
    put(squad, "blue-1", "rifle-squad", 20, 12)
    assert code(squad, order) == "called"


@pytest.mark.rule("tactical.3.4.2-precision")
def test_a_margin_of_three_finds_a_tiny_thing_and_less_its_system() -> None:
    target = facing_each_other(tokens={"tiny:headlight:structure": 1}).units["blue-1"]
    assert found_by(target, "headlight", 2) == ("structure", False)
    assert found_by(target, "headlight", 3) == ("structure", True)
    assert found_by(target, "crew", 9) == ("crew", False)


@pytest.mark.rule("tactical.3.4.2-precision")
def test_a_precision_shot_in_play() -> None:
    order = Attack("red-1", "LAC", "blue-1", called="headlight")
    state = facing_each_other(tokens={"tiny:headlight:structure": 1})
    played = fire(state, order, (6, 1), (3, 3))
    assert played.of(AttackMet)[0].margin == 3, "6 and 1, less 1 for the aim, against 3"
    assert [hit.thing for hit in played.of(TinyHit)] == ["headlight"]
    assert not played.of(DamageCompared), "the vehicle takes nothing"
    assert state.units["blue-1"].token("hit:headlight") == 1
    again = facing_each_other(tokens={"tiny:headlight:structure": 1})
    played = fire(again, order, (5, 1), (3, 3))
    assert not played.of(TinyHit)
    assert played.of(DamageCompared)[0].amount == 16
    assert code(facing_each_other(), order) == "called", "only where the scenario has it"


@pytest.mark.rule("tactical.3.7-searchlight", "tactical.3.4.2")
def test_a_called_shot_that_hits_puts_a_searchlight_out() -> None:
    state = facing_each_other(stats={"perks": {"Searchlight": 1}})
    played = fire(state, Attack("red-1", "LAC", "blue-1", called="searchlight"), (4, 4), (3, 3))
    assert played.of(AttackMet)[0].margin == 1
    assert len(played.of(LampBroken)) == 1


@pytest.mark.rule("tactical.3.2.4", "tactical.3.2.4-effects")
def test_who_hides_completely_fires_indirectly_or_not_at_all() -> None:
    state = facing_each_other()
    state.units["red-1"].tokens[HULL_DOWN] = 2
    assert code(state, Attack("red-1", "LAC", "blue-1")) == "hidden"
    put(state, "red-2", "hunter", 22, 10)
    state.units["blue-1"].tokens["observed:red-2"] = 1
    assert code(state, Attack("red-1", "LOB", "blue-1", way=INDIRECT)) == ""
    state.units["red-1"].tokens[HULL_DOWN] = 1
    assert code(state, Attack("red-1", "LAC", "blue-1")) == "", "with its weapons at the ready it fires"


@pytest.mark.rule("tactical.7.2-sniper")
@pytest.mark.parametrize(
    ("detail", "band", "worth"),
    [("", MEDIUM, 0), ("", LONG, 1), ("", LONG + 1, 1), ("HRG", LONG, 1), ("LAC", LONG, 0)],
)
def test_sniper_systems_help_at_long_and_extreme_range(detail: str, band: int, worth: int) -> None:
    state = facing_each_other()
    more = {"perks": {"Sniper Systems": 1}, "details": {"Sniper Systems": detail}, "aux": ("Sniper Systems",)}
    unit = put(state, "red-1", gunner(LAC, HRG), 20, 10, stats=more)
    pair = Pair(state, unit, state.units["blue-1"], Use(HRG, "HRG", band))
    assert sum(line.value for line in attack_lines(pair) if line.rule == "tactical.7.2-sniper") == worth
    unit.harm["aux:Sniper Systems"] = 5
    assert not [line for line in attack_lines(pair) if line.rule == "tactical.7.2-sniper"]


@pytest.mark.rule("tactical.7.2-defective")
def test_defective_fire_control_is_rolled_for_before_each_attack() -> None:
    state = facing_each_other()
    flaws = {"flaws": {"Defective": 2}, "details": {"Defective": "Fire Control"}}
    put(state, "red-1", gunner(LAC), 20, 10, went="combat", stats=flaws, actions=2)
    played = fire(state, Attack("red-1", "LAC", "blue-1"), (2,), (4, 4), (6, 6))
    assert played.of(AttackMet)[0].attack == 5 - 2
    played = fire(state, Attack("red-1", "LAC", "blue-1"), (3,), (4, 4), (6, 6))
    assert played.of(AttackMet)[0].attack == 5


@pytest.mark.rule("tactical.3.8.3-careful")
def test_careful_fire_takes_two_actions_and_reaches_five_times_as_far() -> None:
    state = facing_each_other(apart=17)
    state.scale = SKIRMISH_SCALE
    unit, order = state.units["red-1"], Attack("red-1", "LAC", "blue-1", careful=True)
    assert code(state, Attack("red-1", "LAC", "blue-1")) == "range"
    assert code(state, order) == "actions"
    unit.actions = 2
    assert (code(state, order), cost_of(order)) == ("", 2)
    assert use_of(state, unit, unit.card.weapons[0], state.units["blue-1"], order).band == MEDIUM, "10 in are Short"
    unit.went = "top"
    assert code(state, order) == "careful"
    unit.went, state.scale = "combat", "50 m"
    assert code(state, order) == "careful"


@pytest.mark.rule("tactical.3.8.3-careful")
def test_careful_fire_asks_how_fast_the_last_move_was_also_before_this_one() -> None:
    state = facing_each_other(apart=17)
    state.scale = SKIRMISH_SCALE
    unit, order = state.units["red-1"], Attack("red-1", "LAC", "blue-1", careful=True)
    unit.actions, unit.went = 2, "top"
    state.activation = Activation("red-1", limit="combat", mode="W")
    assert code(state, order) == "careful"
    state.activation.spent = 1_000
    assert code(state, order) == "", "it has moved since, at Combat Speed"
    state.activation.spent, unit.went = 0, "combat"
    assert code(state, order) == ""


@pytest.mark.rule("tactical.3.8.3-map")
def test_each_further_attacker_of_a_group_makes_the_defense_harder() -> None:
    state = facing_each_other()
    state.scale = SKIRMISH_SCALE
    target = state.units["blue-1"]
    for number in range(2, 6):
        put(state, f"red-{number}", gunner(LAC), 18 + number, 10, went="combat")
    other = put(state, "red-9", gunner(LAC), 18, 10, went="combat", group=2)

    def penalty(name: str) -> int:
        pair = Pair(state, state.units[name], target, Use(LAC, "LAC"))
        return sum(line.value for line in defense_lines(pair) if line.rule == "tactical.3.8.3-map")

    found = []
    for number in range(1, 6):
        name = f"red-{number}"
        expected = penalty(name)
        played = fire(state, Attack(name, "LAC", "blue-1"), (2, 2), (6, 6))
        found.append(played.of(AttackMet)[0].defense - 7)
        assert penalty(name) == expected, "who attacks again keeps its place"
    assert found == [found[0], found[0] - 1, found[0] - 2, found[0] - 3, found[0] - 3]
    assert penalty(other.id) == 0, "another combat group begins anew"
    RoundEnded().change(state)
    assert penalty("red-5") == 0
    state.scale = "50 m"
    fire(state, Attack("red-9", "LAC", "blue-1"), (2, 2), (6, 6)) if other.actions else None
    assert not [name for name in target.tokens if name.startswith("attacked")], "at tactical scale nobody counts"
