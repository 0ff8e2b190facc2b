from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.brigands.dice import bonus_of, margin_of_success, pool_of, score, skill_dice, standard_modifiers
from gearlock.systems.brigands.state import BRACED, COMBAT_SPEED, TOP_SPEED, WRECK, State, Unit
from systems.brigands.field import NORTH, lay

FACES = st.lists(st.integers(1, 6), min_size=1, max_size=8)


@pytest.mark.rule("brigands.1.2a", "brigands.1.2b")
@pytest.mark.parametrize(("faces", "expected"), [((3, 5, 1), 5), ((3, 2, 5, 6), 7), ((6, 2, 6, 4), 8)])
def test_the_book_s_rolls_come_to_the_book_s_results(faces: tuple[int, ...], expected: int) -> None:
    assert score(faces) == expected


@pytest.mark.rule("brigands.1.2b")
@given(FACES)
def test_a_result_is_the_highest_die_and_one_for_each_other_good_one(faces: list[int]) -> None:
    others = sorted(faces)[:-1]
    assert score(faces) == max(faces) + sum(face >= 4 for face in others)


@pytest.mark.rule("brigands.1.2j")
@pytest.mark.parametrize(("attack", "defence", "margin"), [(7, 4, 3), (3, 6, -3)])
def test_margin_of_success_as_in_the_book(attack: int, defence: int, margin: int) -> None:
    assert margin_of_success(attack, defence) == margin


@pytest.mark.rule("brigands.1.2h")
def test_without_dice_the_result_is_one_whatever_the_modifiers() -> None:
    assert score(()) == 1
    assert score((), 3) == 1


@pytest.mark.rule("brigands.1.2d", "brigands.1.2e")
def test_dice_modifiers_change_the_pool_and_result_modifiers_the_result() -> None:
    lines = [dice(2, "Burst:2", ""), dice(-1, "Top Speed", ""), result(1, "Precise", "")]
    assert pool_of([]) == 2
    assert pool_of(lines) == 3
    assert bonus_of(lines) == 1
    assert score((2, 3), bonus_of(lines)) == 4


@pytest.mark.rule("brigands.1.2h")
def test_a_pool_never_falls_below_nothing_or_its_least() -> None:
    lines = [dice(-5, "everything", "")]
    assert pool_of(lines) == 0
    assert pool_of(lines, least=1) == 1


@pytest.mark.rule("brigands.1.2g")
@pytest.mark.parametrize(("own", "other", "expected"), [(3, 3, 0), (4, 3, 1), (6, 0, 1), (2, 3, 0)])
def test_the_better_skill_is_worth_one_die_however_much_better(own: int, other: int, expected: int) -> None:
    assert skill_dice(_state(), own, other) == expected


def _state() -> State:
    return lay([("hunter", 10, 10, NORTH)]).state


def _hunter() -> Unit:
    return _state().units["red-1"]


@pytest.mark.rule("brigands.1.2f", "brigands.2.1", "brigands.2.1-braced", "brigands.2.1-top-speed")
@pytest.mark.parametrize(
    ("posture", "attack", "defence"), [(BRACED, 1, -1), (COMBAT_SPEED, 0, 0), (TOP_SPEED, -1, 1), ("", 0, 0)]
)
def test_posture_helps_one_side_of_a_roll_and_hurts_the_other(posture: str, attack: int, defence: int) -> None:
    unit = _hunter()
    unit.posture = posture
    assert _sum(standard_modifiers(unit, attacking=True)) == attack
    assert _sum(standard_modifiers(unit, attacking=False)) == defence


@pytest.mark.rule("brigands.1.2f", "brigands.5.6c")
def test_crippled_adds_to_posture_on_both_sides() -> None:
    unit = _hunter()
    unit.hull, unit.posture = 0, TOP_SPEED
    assert _sum(standard_modifiers(unit, attacking=True)) == -2
    assert _sum(standard_modifiers(unit, attacking=False)) == 0


@pytest.mark.rule("brigands.6.2", "brigands.2.1")
def test_overwatch_braces_a_passive_model() -> None:
    unit = _hunter()
    unit.overwatch = 1
    assert unit.stance == BRACED
    assert _sum(standard_modifiers(unit, attacking=False)) == -1


@pytest.mark.rule("brigands.5.6e")
def test_a_wreck_has_no_posture_and_is_not_crippled() -> None:
    unit = _hunter()
    unit.status, unit.hull = WRECK, 0
    assert standard_modifiers(unit, attacking=False) == []


def _sum(lines: list[Modifier]) -> int:
    return sum(line.value for line in lines)
