"""Silhouette dice and multiplied damage: the examples of two books, and odds against all rolls written out."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from gearlock.mechanics.silhouette.multiplied import Blow, damage_of, hit_odds, steps_at, steps_odds, steps_of
from gearlock.mechanics.silhouette.rolls import (
    Skill,
    dice_thrown,
    fumble_odds,
    margin_odds,
    margin_over,
    result_of,
    total_odds,
)

NOTHING, LIGHT, HEAVY, OVERKILL = 0, 1, 2, 3
FACES = range(1, 7)


@pytest.mark.parametrize(
    ("faces", "modifier", "total", "fumbled"),
    [
        ((3, 5), 0, 5, False),
        ((1, 6, 4, 6, 6), 0, 8, False),
        ((1, 1, 1), 0, 0, True),
        ((1, 5), 2, 7, False),
        ((6, 6), 0, 7, False),
        ((1, 1), 0, 0, True),
        ((1,), 3, 0, True),
        ((1, 1), 4, 0, True),
        ((2,), -3, 0, False),
        ((2, 1), -3, 0, False),
        ((2, 3, 6), 0, 6, False),
        ((5, 4), -2, 3, False),
    ],
)
def test_the_best_die_counts_and_one_more_for_each_further_six(
    faces: tuple[int, ...], modifier: int, total: int, fumbled: bool
) -> None:
    result = result_of(faces, Skill(len(faces), modifier))
    assert (result.total, result.fumbled) == (total, fumbled)


@pytest.mark.parametrize(
    ("faces", "total", "fumbled"), [((5, 3), 3, False), ((6, 6), 6, False), ((6, 1), 0, True), ((2, 6), 2, False)]
)
@pytest.mark.parametrize("dice", [0, -2])
def test_who_has_no_skill_throws_two_and_keeps_the_lower(
    dice: int, faces: tuple[int, ...], total: int, fumbled: bool
) -> None:
    assert dice_thrown(Skill(dice)) == 2
    result = result_of(faces, Skill(dice))
    assert (result.total, result.fumbled) == (total, fumbled)


def test_dice_that_the_skill_does_not_throw_are_not_read() -> None:
    with pytest.raises(ValueError, match="3 dice were rolled; this skill throws 2"):
        result_of((1, 2, 3), Skill(2))


def test_margins_are_the_difference_and_the_book_says_whether_a_tie_is_enough() -> None:
    gunner, pilot = Skill(2), Skill(3)
    assert margin_over(result_of((1, 4), gunner), result_of((2, 3, 6), pilot).total) == -2
    assert margin_over(result_of((5, 2), gunner), 4) == 1
    assert margin_over(result_of((4, 2), gunner), 4) == 0


SKILLS = [Skill(0), Skill(1), Skill(2, 1), Skill(3, -2), Skill(-1, -3), Skill(4)]


def totals(skill: Skill) -> Counter[int]:
    """Every roll written out."""
    return Counter(result_of(faces, skill).total for faces in product(FACES, repeat=dice_thrown(skill)))


@pytest.mark.parametrize("skill", SKILLS)
def test_odds_of_a_total_are_those_of_all_rolls(skill: Skill) -> None:
    assert dict(total_odds(skill).items()) == totals(skill)
    fumbles = sum(result_of(faces, skill).fumbled for faces in product(FACES, repeat=dice_thrown(skill)))
    assert fumble_odds(skill) == (fumbles, 6 ** dice_thrown(skill))


@pytest.mark.parametrize("skill", SKILLS)
@pytest.mark.parametrize("against", [0, 4, Skill(2, -1), Skill(0)])
def test_odds_of_a_margin_are_those_of_all_pairs_of_rolls(skill: Skill, against: int | Skill) -> None:
    others = totals(against) if isinstance(against, Skill) else Counter({against: 1})
    pairs = Counter[int]()
    for total, ways in totals(skill).items():
        for other, more in others.items():
            pairs[total - other] += ways * more
    assert dict(margin_odds(skill, against).items()) == pairs


@pytest.mark.parametrize(
    ("blow", "margin", "damage", "grade"),
    [
        (Blow(20, 25, OVERKILL), 3, 60, HEAVY),
        (Blow(10, 17, OVERKILL), 3, 30, LIGHT),
        (Blow(10, 17, OVERKILL), 1, 10, NOTHING),
        (Blow(10, 17, OVERKILL), 2, 20, LIGHT),
        (Blow(10, 17, OVERKILL), 4, 40, HEAVY),
        (Blow(18, 15, OVERKILL), 5, 90, OVERKILL),
        (Blow(25, 15, OVERKILL), 2, 50, OVERKILL),
        (Blow(10, 17, OVERKILL), 0, 0, NOTHING),
        (Blow(10, 17, OVERKILL), -2, 0, NOTHING),
    ],
)
def test_grades_of_damage_are_whole_armors_of_multiplier_times_margin(
    blow: Blow, margin: int, damage: int, grade: int
) -> None:
    assert damage_of(blow, margin) == damage
    assert steps_of(blow, damage) == steps_at(blow, margin) == grade


def test_boxes_of_a_track_are_filled_one_for_each_armor_up_to_the_last() -> None:
    track = Blow(9, 15, most=4)
    assert [steps_at(track, margin) for margin in range(9)] == [0, 0, 1, 1, 2, 3, 3, 4, 4]
    assert steps_of(track, 59) == 3
    assert steps_of(track, 60) == 4


def test_armor_that_wears_down_is_a_new_number_for_the_next_hit() -> None:
    assert steps_of(Blow(8, 15, OVERKILL), 24) == LIGHT
    assert steps_of(Blow(7, 14, OVERKILL), 28) == HEAVY
    assert steps_of(Blow(6, 12, OVERKILL), 36) == OVERKILL


def test_a_book_in_which_a_tie_hits_does_no_damage_by_it_and_no_multiplier_is_below_nothing() -> None:
    assert damage_of(Blow(10, 5, OVERKILL, least=0), 0) == 0
    assert damage_of(Blow(-2, 5, OVERKILL), 3) == 0
    assert steps_of(Blow(3, 0, OVERKILL), 2) == 2, "armor below 1 counts as 1"


@pytest.mark.parametrize("blow", [Blow(20, 25, 3), Blow(9, 15, 4), Blow(10, 17, 3, least=2), Blow(7, 3, 5)])
def test_odds_of_damage_are_those_of_all_rolls(blow: Blow) -> None:
    attack, defence = Skill(2, 1), Skill(3)
    slow, hits = Counter[int](), 0
    for faces in product(FACES, repeat=2):
        for answer in product(FACES, repeat=3):
            margin = margin_over(result_of(faces, attack), result_of(answer, defence).total)
            slow[steps_at(blow, margin)] += 1
            hits += margin >= blow.least
    margins = margin_odds(attack, defence)
    assert dict(steps_odds(blow, margins).items()) == slow
    assert hit_odds(blow, margins) == (hits, 6**5)
