"""2.2 to 2.9: dice, skills, standard modifiers."""

from __future__ import annotations

import pytest

from gearlock.mechanics.pools.lines import dice
from gearlock.systems.blitz.general_concepts.dice import (
    EW,
    GUN,
    NA,
    PILOT,
    changed,
    check_total,
    crippled_modifiers,
    dice_of,
    halved,
    margin_of_success,
    skill_of,
    standard_modifiers,
    successes,
)
from gearlock.systems.blitz.state import HANGING, NEURAL
from systems.blitz.field import facing


@pytest.mark.rule("blitz.2.2")
def test_modifiers_are_whole_dice_on_top_of_the_base_dice() -> None:
    assert dice_of([dice(2, "two more", "blitz.2.2")]) == 4
    assert dice_of([dice(-1, "one less", "blitz.2.2"), dice(-3, "three less", "blitz.2.2")]) == 0
    assert dice_of([dice(-5, "five less", "blitz.2.2")], base=2, least=1) == 1
    assert dice_of([], base=1) == 1


@pytest.mark.rule("blitz.2.2a", "blitz.2.9", "blitz.2.1")
@pytest.mark.parametrize(
    ("faces", "skill", "count"), [((5, 4), 4, 2), ((6, 3, 2), 3, 2), ((3, 3), 4, 0), ((), 2, 0), ((6, 6), NA, 0)]
)
def test_a_roll_counts_every_die_that_reaches_the_number(faces: tuple[int, ...], skill: int, count: int) -> None:
    assert successes(faces, skill) == count


@pytest.mark.rule("blitz.2.2b", "blitz.2.9")
@pytest.mark.parametrize(
    ("faces", "skill", "total"),
    [
        ((5, 4), 4, 6),
        ((6, 3, 2), 3, 7),
        ((2, 3), 4, 3),
        ((4, 5), 4, 6),
        ((4, 4, 4), 4, 6),
        ((3, 1), 2, 3),
        ((2, 2), 2, 3),
        ((6, 6), NA, 6),
        ((), 2, 1),
    ],
)
def test_a_check_takes_the_highest_die_and_adds_one_for_the_others(
    faces: tuple[int, ...], skill: int, total: int
) -> None:
    assert check_total(faces, skill) == total


@pytest.mark.rule("blitz.2.2b")
def test_the_margin_is_active_less_passive() -> None:
    assert margin_of_success(6, 5) == 1
    assert margin_of_success(3, 7) == -4


@pytest.mark.rule("blitz.2.4")
@pytest.mark.parametrize(("whole", "half"), [(3, 2), (4, 2), (1, 1), (0, 0)])
def test_halves_are_rounded_up(whole: int, half: int) -> None:
    assert halved(whole) == half


@pytest.mark.rule("blitz.2.9")
@pytest.mark.parametrize(
    ("skill", "worse", "now"),
    [(4, -1, 3), (2, -1, 2), (3, -2, 2), (6, 1, NA), (5, 1, 6), (5, 2, NA), (NA, -1, NA), (6, 0, 6)],
)
def test_skills_run_from_two_to_six_and_beyond_that_there_is_none(skill: int, worse: int, now: int) -> None:
    assert changed(skill, worse) == now


@pytest.mark.rule("blitz.2.2-standard-modifiers", "blitz.3.2a", "blitz.3.2a-table")
@pytest.mark.parametrize(
    ("posture", "acting", "defending"), [("braced", 1, -1), ("combat", 0, 0), ("top speed", -1, 1)]
)
def test_posture_helps_actions_or_defence(posture: str, acting: int, defending: int) -> None:
    unit = facing(posture=posture).state.units["red-1"]
    for skill in (GUN, PILOT, EW):
        assert sum(line.value for line in standard_modifiers(unit, skill)) == acting
    assert sum(line.value for line in standard_modifiers(unit, PILOT, defending=True)) == defending


@pytest.mark.rule("blitz.2.2-standard-modifiers", "blitz.9.2")
def test_a_crippled_model_has_a_die_less_in_every_test_also_in_defence() -> None:
    unit = facing(red_hull=0).state.units["red-1"]
    for skill in (GUN, PILOT, EW):
        assert [line.value for line in crippled_modifiers(unit, skill)] == [-1]
    assert sum(line.value for line in standard_modifiers(unit, PILOT, defending=True)) == -1


@pytest.mark.rule("blitz.9.2", "blitz.2.12")
def test_a_model_with_a_single_damage_number_is_never_crippled() -> None:
    unit = facing(red_stats={"hull": 3, "structure": 0}, red_hull=0).state.units["red-1"]
    assert not unit.is_crippled


@pytest.mark.rule("blitz.trait.rugged", "blitz.trait.fragile")
@pytest.mark.parametrize(
    ("trait", "changes"),
    [
        ("Rugged: Weapons", {GUN: 0, PILOT: -1, EW: -1}),
        ("Rugged: Move", {GUN: -1, PILOT: 0, EW: -1}),
        ("Rugged: Electronics", {GUN: -1, PILOT: -1, EW: 0}),
        ("Fragile: Weapons", {GUN: -2, PILOT: -1, EW: -1}),
        ("Fragile: Move", {GUN: -1, PILOT: -2, EW: -1}),
        ("Fragile: Electronics", {GUN: -1, PILOT: -1, EW: -2}),
    ],
)
def test_rugged_and_fragile_systems(trait: str, changes: dict[str, int]) -> None:
    unit = facing(red_stats={"traits": [trait]}, red_hull=0).state.units["red-1"]
    for skill, value in changes.items():
        assert sum(line.value for line in crippled_modifiers(unit, skill)) == value
    whole = facing(red_stats={"traits": [trait]}).state.units["red-1"]
    assert not crippled_modifiers(whole, GUN)


@pytest.mark.rule("blitz.trait.fragile")
def test_fragile_weapons_spoil_a_blow_but_not_the_rest_of_piloting() -> None:
    unit = facing(red_stats={"traits": ["Fragile: Weapons"]}, red_hull=0).state.units["red-1"]
    assert sum(line.value for line in crippled_modifiers(unit, PILOT, striking=True)) == -2
    rugged = facing(red_stats={"traits": ["Rugged: Weapons"]}, red_hull=0).state.units["red-1"]
    assert sum(line.value for line in crippled_modifiers(rugged, PILOT, striking=True)) == -1


@pytest.mark.rule("blitz.trait.ann")
def test_a_neural_net_improves_the_skill_it_chose() -> None:
    unit = facing(red_tokens={f"{NEURAL}:GUN": 1}).state.units["red-1"]
    assert (skill_of(unit, GUN), skill_of(unit, PILOT)) == (3, 4)


@pytest.mark.rule("blitz.6.5f", "blitz.9.6c")
def test_clinging_and_haywire_make_skills_six() -> None:
    hanging = facing(red_tokens={HANGING: 1}).state.units["red-1"]
    assert [skill_of(hanging, skill) for skill in (GUN, PILOT, EW)] == [6, 6, 6]
    climber = facing(red_tokens={HANGING: 1}, red_stats={"traits": ["Arms", "Climber"]}).state.units["red-1"]
    assert skill_of(climber, GUN) == 4
    shorted = facing(posture="braced", red_tokens={"haywire": 7}).state.units["red-1"]
    assert (skill_of(shorted, PILOT), skill_of(shorted, GUN)) == (6, 4)
    alive = facing(red_tokens={"haywire": 6}).state.units["red-1"]
    assert skill_of(alive, PILOT) == 4
