from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from gearlock.kernel.dice import DiceSource, Enumerated, Logged, Manual, Roll, Scripted, Seeded, all_outcomes
from gearlock.kernel.errors import BadDice

D6 = Roll("attack", 8, 6)


def test_seeded_dice_are_stable_for_ever() -> None:
    assert Seeded(7).roll(D6, 0) == (1, 2, 6, 1, 1, 6, 5, 5)
    assert Seeded(7).roll(Roll("hit", 4, 100, low=0), 12) == (20, 73, 51, 23)
    assert Seeded(7).roll(Roll("wide", 2, 1000), 3) == (792, 602)


def test_seeded_dice_differ_by_number_purpose_and_seed() -> None:
    base = Seeded(7).roll(D6, 0)
    others = [Seeded(7).roll(D6, 1), Seeded(8).roll(D6, 0), Seeded(7).roll(Roll("defence", 8, 6), 0)]
    assert base not in others
    assert Seeded(7).rekeyed("fork").roll(D6, 0) != base


@pytest.mark.parametrize(("sides", "low"), [(6, 1), (100, 0), (3, 1), (300, 1)])
def test_every_face_is_as_likely_as_another(sides: int, low: int) -> None:
    source = Seeded("fair")
    rolls = 400 * sides // 10
    seen = Counter(face for n in range(rolls) for face in source.roll(Roll("fair", 10, sides, low), n))
    assert min(seen) == low
    assert max(seen) == low + sides - 1
    expected = rolls * 10 / sides
    chi_square = sum((seen[low + face] - expected) ** 2 / expected for face in range(sides))
    assert chi_square < sides - 1 + 5 * (2 * sides) ** 0.5


def test_the_commitment_binds_the_seed_without_being_it() -> None:
    assert Seeded(7).commitment == Seeded("7").commitment != Seeded(8).commitment
    assert Seeded(7).commitment != "7"


def test_scripted_dice_must_fit_what_is_asked() -> None:
    with pytest.raises(BadDice, match="expected 2 numbers from 1 to 6, got 7 1"):
        Scripted((7, 1)).roll(Roll("attack", 2, 6), 0)


def test_manual_dice_are_asked_for_until_they_are_possible() -> None:
    typed = iter([(9, 9), (1,), (4, 2)])
    complaints: list[str] = []
    source = Manual(lambda roll: next(typed), complaints.append)
    assert source.roll(Roll("attack", 2, 6), 0) == (4, 2)
    assert len(complaints) == 2


def test_logged_dice_show_what_was_rolled_then() -> None:
    source = Logged([(1, 2), (3,)])
    assert source.roll(Roll("a", 1, 6), 1) == (3,)
    with pytest.raises(BadDice, match="holds 2 rolls"):
        source.roll(Roll("a", 1, 6), 2)


def test_enumeration_visits_every_outcome_of_dice_that_depend_on_dice() -> None:
    def exploding(source: DiceSource) -> int:
        (first,) = source.roll(Roll("first", 1, 6), 0)
        if first < 6:
            return first
        return first + sum(source.roll(Roll("again", 2, 6), 1))

    chances = all_outcomes(exploding)
    assert sum(chances.values()) == 1
    assert chances[3] == Fraction(1, 6)
    assert chances[8] == Fraction(1, 6 * 36)
    assert chances[13] == Fraction(6, 6 * 36)


def test_an_enumerated_branch_knows_its_weight() -> None:
    source = Enumerated(((2, 3),))
    assert source.roll(Roll("a", 2, 6), 0) == (2, 3)
    assert source.weight() == Fraction(1, 36)
