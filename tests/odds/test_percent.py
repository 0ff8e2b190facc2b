"""Roll-under chains: exact weights against every throw of the dice written out."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gearlock.odds.percent import CENT, Shot, Volley, per_cent, volley

SHOTS = st.builds(
    Shot,
    accuracy=st.integers(-20, 130),
    damage=st.integers(0, 10),
    reduction=st.integers(0, 6),
    evasion=st.integers(-10, 110),
    graze=st.integers(0, 4),
    penetration=st.integers(-10, 110),
    critical=st.integers(0, 3),
    spalling=st.integers(0, 3),
)


def thrown(shot: Shot, hit: int, dodge: int, pierce: int) -> tuple[int, int, bool]:
    """One shot by the book: damage, critical damage, and whether it struck home."""
    if hit >= shot.accuracy:
        return 0, 0, False
    if dodge < shot.evasion:
        return max(0, shot.graze - shot.reduction), 0, False
    critical = max(shot.critical, shot.spalling) if pierce < shot.penetration else shot.spalling
    return max(0, shot.damage - shot.reduction), critical, True


def fractions_of(result: Volley) -> dict[tuple[int, int], Fraction]:
    return {(damage, critical): Fraction(weight, result.total) for damage, critical, weight in result.outcomes}


@pytest.mark.rule("hex100.core-mechanic")
@given(number=st.integers(-50, 150))
def test_a_number_is_its_own_percentage(number: int) -> None:
    assert per_cent(number) == sum(roll < number for roll in range(CENT))


@pytest.mark.rule("hex100.attack-sequence", "hex100.stat-penetration", "hex100.damage-reduction")
@pytest.mark.parametrize(
    "shot",
    [
        Shot(70, 5),
        Shot(75, 5, reduction=2, evasion=50, penetration=20, critical=1),
        Shot(60, 3, reduction=4, evasion=35, graze=5, penetration=35, critical=2, spalling=1),
        Shot(120, 8, evasion=-5, penetration=100, critical=3),
    ],
)
def test_one_shot_agrees_with_a_million_throws(shot: Shot) -> None:
    counts: Counter[tuple[int, int]] = Counter()
    struck = 0
    # Each die matters only by whether it is under its number, so equal throws are counted together.
    hits = Counter(roll < shot.accuracy for roll in range(CENT))
    dodges = Counter(roll < shot.evasion for roll in range(CENT))
    pierces = Counter(roll < shot.penetration for roll in range(CENT))
    for (hit, a), (dodge, b), (pierce, c) in product(hits.items(), dodges.items(), pierces.items()):
        damage, critical, home = thrown(shot, -999 if hit else 999, -999 if dodge else 999, -999 if pierce else 999)
        counts[damage, critical] += a * b * c
        struck += a * b * c if home else 0
    result = volley(shot)
    assert fractions_of(result) == {key: Fraction(count, CENT**3) for key, count in counts.items()}
    assert Fraction(result.hits, result.total) == Fraction(struck, CENT**3)


@pytest.mark.rule("hex100.stat-rof")
@pytest.mark.parametrize("shots", [2, 3])
def test_several_shots_agree_with_coarse_dice_thrown_one_by_one(shots: int) -> None:
    # Numbers in quarters let four faces stand for a hundred, so that all throws can be written out.
    shot = Shot(75, 4, reduction=1, evasion=25, graze=2, penetration=50, critical=2)
    dice = (0, 25, 50, 75)
    counts: Counter[tuple[int, int]] = Counter()
    single = [thrown(shot, *roll) for roll in product(dice, repeat=3)]
    homes = 0
    for thrown_shots in product(single, repeat=shots):
        counts[sum(shot[0] for shot in thrown_shots), sum(shot[1] for shot in thrown_shots)] += 1
        homes += any(shot[2] for shot in thrown_shots)
    every = len(single) ** shots
    result = volley(shot, shots)
    assert fractions_of(result) == {key: Fraction(count, every) for key, count in counts.items()}
    assert Fraction(result.hits, result.total) == Fraction(homes, every)


@pytest.mark.rule("hex100.attr-graze")
def test_an_evaded_shot_still_grazes_less_reduction() -> None:
    result = volley(Shot(100, 9, reduction=1, evasion=100, graze=3, penetration=100, critical=2))
    assert result.outcomes == ((2, 0, 1),)
    assert result.hits == 0


@pytest.mark.rule("hex100.attr-spalling")
def test_spalling_and_critical_damage_do_not_add_up() -> None:
    result = volley(Shot(100, 1, penetration=50, critical=3, spalling=1))
    assert result.outcomes == ((1, 1, 1), (1, 3, 1))


@settings(max_examples=60)
@given(shot=SHOTS, shots=st.integers(0, 5))
def test_every_volley_accounts_for_every_throw(shot: Shot, shots: int) -> None:
    result = volley(shot, shots)
    assert sum(weight for _, _, weight in result.outcomes) == result.total
    assert 0 <= result.hits <= result.total


@settings(max_examples=60)
@given(shot=SHOTS, shots=st.integers(1, 4))
def test_mean_damage_grows_by_the_same_amount_with_every_shot(shot: Shot, shots: int) -> None:
    def mean(result: Volley) -> Fraction:
        return Fraction(sum(damage * weight for damage, _, weight in result.outcomes), result.total)

    assert mean(volley(shot, shots)) == shots * mean(volley(shot))
