"""Dice: the highest die, extra sixes, Fumbles, rolls without a skill, modifiers, Thresholds, margins, rounding."""

from __future__ import annotations

from itertools import product

import pytest

from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import dice, result
from gearlock.mechanics.silhouette.rolls import total_odds
from gearlock.systems.fieldmanual.dice_tests import (
    DEFENSE,
    EW,
    damage_lines,
    margin,
    read_dice,
    roll_for,
    rounded,
    skill_dice,
    skill_of,
    stun_lines,
    succeeds,
    throw_test,
)
from gearlock.systems.fieldmanual.dice_tests import Test as SkillTest
from gearlock.systems.fieldmanual.state import STUN
from systems.fieldmanual.tables import play, put, table


def lines(count: int, more: int = 0) -> tuple[Modifier, ...]:
    found = [dice(count, "Skill", "fieldmanual.skills")]
    return (*found, result(more, "Something", "fieldmanual.dice-modifiers")) if more else tuple(found)


@pytest.mark.rule("fieldmanual.dice-roll")
@pytest.mark.parametrize(
    ("faces", "total"),
    [((6, 6), 7), ((5, 3), 5), ((6, 6, 6), 8), ((6, 5), 6), ((6, 1, 6, 2), 7), ((4,), 4), ((2, 1), 2), ((3, 3), 3)],
)
def test_the_highest_die_counts_and_each_further_six_adds_one(faces: tuple[int, ...], total: int) -> None:
    found = read_dice(faces, lines(len(faces)))
    assert (found.total, found.fumbled) == (total, False)


@pytest.mark.rule("fieldmanual.dice-fumble")
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("more", [-2, 0, 3])
def test_all_ones_are_nothing_whatever_is_added(count: int, more: int) -> None:
    found = read_dice((1,) * count, lines(count, more))
    assert (found.bare, found.total, found.fumbled) == (0, 0, True)


@pytest.mark.rule("fieldmanual.dice-fumble")
def test_one_die_that_is_no_one_saves_a_roll() -> None:
    assert read_dice((1, 2), lines(2, 3)).total == 5


@pytest.mark.rule("fieldmanual.dice-unskilled")
@pytest.mark.parametrize(("faces", "total"), [((6, 6), 6), ((6, 3), 3), ((2, 5), 2), ((6, 1), 0), ((1, 1), 0)])
def test_without_a_skill_the_lower_of_two_dice_counts_and_any_one_is_a_fumble(
    faces: tuple[int, int], total: int
) -> None:
    found = read_dice(faces, lines(0))
    assert (found.total, found.fumbled) == (total, total == 0)


@pytest.mark.rule("fieldmanual.dice-unskilled", "fieldmanual.dice-modifiers")
def test_fewer_dice_than_none_are_none() -> None:
    worse = (*lines(1), dice(-3, "Defective", "fieldmanual.flaw-defective-active-sensors"))
    assert skill_of(worse).dice == 0
    assert roll_for(SkillTest("active lock", "red-1", worse), "red").count == 2


@pytest.mark.rule("fieldmanual.dice-modifiers")
def test_modifiers_come_to_the_result_and_never_take_it_below_nought() -> None:
    assert read_dice((2,), lines(1, -3)).total == 0
    assert read_dice((6, 6), lines(2, -3)).total == 4
    both = (*lines(2), result(-1, "One", "x"), result(2, "Other", "x"), dice(1, "Die", "x"))
    assert (skill_of(both).dice, skill_of(both).modifier) == (3, 1)


@pytest.mark.rule("fieldmanual.threshold-test", "fieldmanual.opposed-test")
def test_only_a_higher_total_succeeds() -> None:
    assert [succeeds(total, 4) for total in (3, 4, 5)] == [False, False, True]


@pytest.mark.rule("fieldmanual.margins")
def test_a_margin_is_the_difference_and_a_tie_is_nought() -> None:
    assert [margin(total, 4) for total in (7, 5, 4, 1)] == [3, 1, 0, -3]


@pytest.mark.rule("fieldmanual.rounding")
def test_halves_go_up() -> None:
    assert [rounded(mils) for mils in (499, 500, 1499, 1500, 2000)] == [0, 1, 1, 2, 2]


@pytest.mark.rule("fieldmanual.dice-roll", "fieldmanual.dice-unskilled")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
@pytest.mark.parametrize("more", [-2, 0, 1])
def test_odds_count_what_dice_read(count: int, more: int) -> None:
    thrown = count or 2
    totals = [read_dice(faces, lines(count, more)).total for faces in product(range(1, 7), repeat=thrown)]
    spread = total_odds(skill_of(lines(count, more)))
    assert {total: totals.count(total) for total in set(totals)} == dict(spread.items())
    assert spread.total == 6**thrown


@pytest.mark.rule("fieldmanual.damage-heavy", "fieldmanual.damage-critical")
def test_damage_hinders_every_skill_roll() -> None:
    state = table()
    unit = put(state, "red-1", "jager", 10, 10)
    found = []
    for unit.boxes in range(5):
        found.append(sum(line.value for line in damage_lines(unit)))
    assert found == [0, 0, 0, -1, -2], "Sturdy and Light damage take nothing off, Critical replaces Heavy"


@pytest.mark.rule("fieldmanual.stun")
@pytest.mark.parametrize(
    ("mode", "band", "hindered"),
    [("W", "stationary", 0), ("W", "combat", 0), ("W", "top", -1), ("G", "reverse", 0), ("G", "top", -1)],
)
def test_a_stunned_model_defends_as_well_as_ever_unless_speed_helps_it(mode: str, band: str, hindered: int) -> None:
    state = table()
    unit = put(state, "red-1", "jager", 10, 10, mode=mode, band=band, tokens={STUN: 1})
    assert sum(line.value for line in stun_lines(unit, DEFENSE)) == hindered
    assert sum(line.value for line in stun_lines(unit, EW)) == -1


@pytest.mark.rule("fieldmanual.skills")
def test_a_test_is_thrown_with_the_dice_of_the_skill_and_lies_on_the_table() -> None:
    state = table()
    unit = put(state, "red-1", "jager", 10, 10)
    test = SkillTest("defense", unit.id, (skill_dice(unit, DEFENSE), result(-1, "Rear", "x")), against=3)
    played = play(state, lambda ctx: throw_test(ctx, test), (6, 6))
    assert (played.value.total, played.rolls[0].count, played.rolls[0].purpose) == (6, 2, "defense")
    assert state.rolled is not None
    assert (state.rolled.total, state.rolled.against, state.rolled.faces) == (6, 3, (6, 6))
