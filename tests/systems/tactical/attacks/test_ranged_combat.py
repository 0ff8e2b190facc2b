"""2.6.7: the attack of the Quick Start rules, with the book's examples first."""

from __future__ import annotations

import pytest

from gearlock.kernel.positions import Position
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import attack_lines, defense_lines, outcome_of, speed_worth
from gearlock.systems.tactical.attacks.targets import Pair, use_of
from gearlock.systems.tactical.attacks.weapons_in_use import Attack, band_of
from gearlock.systems.tactical.datacards import Mount
from gearlock.systems.tactical.weapons import all_arms
from systems.tactical.play import code, duel, give, refused, unit

MAC = all_arms().vehicle["MAC"]


def modifiers(position: Position, weapon: str = "LAC") -> tuple[int, int]:
    """What is added to both rolls of red-1 against blue-1, attributes included."""
    battle = position.battle()
    attacker, target = unit(battle), unit(battle, "blue-1")
    mount = attacker.mount(weapon)
    assert isinstance(mount, Mount)
    use = use_of(battle.state, attacker, mount, target, Attack("red-1", weapon, "blue-1"))
    pair = Pair(battle.state, attacker, target, use)
    sums = [
        sum(line.value for line in lines if line.unit == "result")
        for lines in (attack_lines(pair), defense_lines(pair))
    ]
    return sums[0], sums[1]


@pytest.mark.rule("tactical.2.6.7-range", "tactical.2.3.4-range-bands")
@pytest.mark.parametrize(
    ("distance", "band"),
    [
        (999, 0),
        (1_000, 1),
        (3_000, 1),
        (3_001, 2),
        (6_000, 2),
        (6_001, 3),
        (12_000, 3),
        (12_001, 4),
        (24_000, 4),
        (24_001, None),
    ],
)
def test_each_band_ends_where_it_says(distance: int, band: int | None) -> None:
    assert band_of(MAC, distance) == band


@pytest.mark.rule("tactical.2.6.7-target-speed")
@pytest.mark.parametrize(
    ("inches", "worth"),
    [
        (0, -3),
        (1, -2),
        (2, -2),
        (3, -1),
        (4, -1),
        (5, 0),
        (6, 0),
        (7, 1),
        (9, 1),
        (10, 2),
        (19, 2),
        (20, 3),
        (99, 3),
        (100, 4),
    ],
)
def test_the_inches_moved_make_a_target_hard_to_hit(inches: int, worth: int) -> None:
    assert speed_worth(inches) == worth


@pytest.mark.rule("tactical.2.6.7-attacker-movement", "tactical.2.3.4-fire-control", "tactical.2.3.2")
@pytest.mark.parametrize(("pace", "worth"), [("stationary", 2), ("half", 1), ("combat", 0)])
def test_the_speed_that_was_announced_counts_for_the_attack(pace: str, worth: int) -> None:
    assert modifiers(duel(apart=2, pace=pace))[0] == 1 + worth


@pytest.mark.rule("tactical.2.6.7-attacker-movement")
def test_top_speed_shakes_the_aim() -> None:
    position = Position("tactical", active="red-1", pace="top")
    position.model("red-1", "hunter", at=(20, 10), facing="north", speed="top", mode="G")
    position.model("blue-1", "hunter", at=(20, 12), facing="south")
    assert modifiers(position)[0] == 1 - 3


@pytest.mark.rule(
    "tactical.2.6.7", "tactical.2.6.7-obscurement", "tactical.2.6.7-defense-arc", "tactical.2.6.7-maneuver"
)
def test_example_two_of_the_book() -> None:
    position = Position("tactical", active="red-1", pace="top")
    position.piece("area", (15, 11, 25, 13), props={"going": "woodland"}, top=1)
    position.model("red-1", "hunter", at=(20, 10), facing="north", speed="top", mode="G", stats={"fire_control": -1})
    position.model("blue-1", "hunter", at=(20, 15), facing="north", moved=2_000, went="half", stats={"maneuver": 1})
    attack, defense = modifiers(position)
    assert attack == 1 - 3 - 1 - 2 - 2, "attribute, Top Speed, fire control, Long range, two inches of woods"
    assert defense == 1 - 2 - 2, "Maneuver, two inches moved, from the rear"


@pytest.mark.rule("tactical.2.6.7", "tactical.2.3.3", "tactical.ref-fumble-effects")
@pytest.mark.parametrize(
    ("attack", "defense", "margin", "hit"),
    [
        (Result(6, 6, False), Result(5, 7, False), -1, False),
        (Result(6, 6, False), Result(6, 6, False), 0, False),
        (Result(6, 7, False), Result(6, 6, False), 1, True),
        (Result(0, 0, True), Result(0, 0, True), 0, False),
        (Result(2, 0, False), Result(0, 0, True), 0, True),
        (Result(4, 3, False), Result(0, 0, True), 3, True),
    ],
)
def test_a_higher_total_hits_and_fumbles_speak_for_themselves(
    attack: Result, defense: Result, margin: int, hit: bool
) -> None:
    assert outcome_of(attack, defense) == (margin, hit)


@pytest.mark.rule("tactical.2.7", "tactical.2.6.10", "tactical.2.3.4-damage-multiplier")
def test_the_second_shot_of_the_combat_example() -> None:
    position = Position("tactical", active="red-1", pace="stationary", points={"ICP:red": 3})
    position.model("red-1", "jaguar", at=(20, 10), facing="north", stats={"armor": 16})
    position.model("blue-1", "black-mamba", at=(20, 17), facing="south", moved=9_000, went="top", tokens={"evading": 1})
    position.piece("area", (15, 12, 25, 14), props={"going": "woodland"}, top=1)
    position.dice("attack", 1, 3).dice("defense", 2, 1)
    battle = give(position.battle(), Attack("red-1", "MAC", "blue-1"))
    assert unit(battle, "blue-1").tokens == {"evading": 1}
    assert modifiers(position, "MAC") == (1 - 1, 5), "the book's -1 leaves the Gunnery attribute out"


@pytest.mark.rule("tactical.2.6.6-firing-arcs", "tactical.2.3.4-fire-arcs")
def test_what_lies_outside_an_arc_is_not_attacked() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "hunter", at=(20, 20), facing="north")
    position.model("blue-1", "hunter", at=(20, 15), facing="north")
    assert code(position.battle(), Attack("red-1", "LAC", "blue-1")) == "arc"


@pytest.mark.rule("tactical.2.3.4-rof", "tactical.2.6.3")
def test_an_attack_takes_an_action_and_a_round() -> None:
    battle = duel().dice("attack", 2, 2).dice("defense", 5, 5).battle()
    give(battle, Attack("red-1", "LAC", "blue-1"))
    assert (unit(battle).actions, unit(battle).used) == (0, {"LAC": 1})
    assert code(battle, Attack("red-1", "LAC", "blue-1")) == "actions"


@pytest.mark.rule("tactical.2.3.4-rof")
def test_an_empty_weapon_does_not_fire() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "hunter", at=(20, 10), facing="north", used={"LAC": 60})
    position.model("blue-1", "hunter", at=(20, 14), facing="south")
    assert code(position.battle(), Attack("red-1", "LAC", "blue-1")) == "ammunition"


@pytest.mark.rule("tactical.2.6.9")
def test_evasion_adds_three_and_forbids_every_action() -> None:
    position = Position("tactical", active="red-1")
    position.model("red-1", "hunter", at=(20, 10), facing="north", tokens={"evading": 1})
    position.model("blue-1", "hunter", at=(20, 14), facing="south", tokens={"evading": 1}, moved=5_000)
    assert modifiers(position)[1] == 3
    assert code(position.battle(), Attack("red-1", "LAC", "blue-1")) == "evading"


@pytest.mark.rule("tactical.2.6.3")
def test_extra_actions_take_a_point_off_each_attack() -> None:
    position = Position("tactical", active="red-1", pace="combat")
    position.model("red-1", "hunter", at=(20, 10), facing="north", extra=2, actions=3)
    position.model("blue-1", "hunter", at=(20, 12), facing="south", extra=1, moved=5_000)
    assert modifiers(position) == (1 - 2, 0), "defense rolls are no Actions"


@pytest.mark.rule("tactical.2.6.7", "tactical.3.4.3")
@pytest.mark.parametrize(("way", "found"), [("direct", ""), ("indirect", "indirect"), ("Indirect", "way"), ("", "way")])
def test_fire_is_direct_or_indirect_and_nothing_else(way: str, found: str) -> None:
    assert code(duel(pace="combat").battle(), Attack("red-1", "LAC", "blue-1", way=way)) == found


@pytest.mark.rule("tactical.2.6.3")
def test_one_action_left_is_told_in_the_singular() -> None:
    battle = duel(pace="combat", scale="skirmish").battle()
    refusal = refused(battle, Attack("red-1", "LAC", "blue-1", careful=True))
    assert refusal is not None
    assert refusal.message == "The Red Hunter 1 has 1 Action left; this takes 2."
