"""Looking after every pair: wrong in one study of twenty at most, however often one looks."""

from __future__ import annotations

import random

from gearlock.lab.intervals import paired_share
from gearlock.lab.sequential import Sure, until_sure

STUDIES, LOOKS = 200, 150


def test_even_sides_are_told_apart_in_one_study_of_twenty_at_most() -> None:
    """The interval for one look is wrong far more often when one looks every time: that is what is corrected."""
    rng = random.Random(17)
    wrong = naive = 0
    for _ in range(STUDIES):
        sure, scores, fooled = Sure(grid=2), list[float](), False
        for look in range(LOOKS):
            scores.append(rng.choice((0.0, 0.5, 0.5, 1.0)))
            sure.add(scores[-1])
            if look % 10 == 9:
                once = paired_share(scores)
                fooled = fooled or not once.low <= 0.5 <= once.high
        wrong += sure.is_apart
        naive += fooled
    assert wrong <= 0.05 * STUDIES
    assert naive > 0.08 * STUDIES


def test_the_truth_stays_inside_at_every_look() -> None:
    rng, left = random.Random(5), 0
    for _ in range(20):
        sure = Sure(grid=100)
        out = False
        for _ in range(60):
            sure.add(float(rng.random() < 0.7))
            out = out or not sure.low <= 0.7 <= sure.high
        left += out
    assert left <= 1


def test_a_better_side_is_found_and_an_even_one_too() -> None:
    rng = random.Random(1)
    better, sure = until_sure((float(rng.random() < 0.85) for _ in range(500)), 0.0)
    assert 5 < better < 60
    assert sure.low > 0.5
    even, sure = until_sure((0.5 for _ in range(500)), 0.1)
    assert 0 < even < 200
    assert 0.4 < sure.low < sure.high < 0.6
    assert until_sure([0.5, 1.0], 0.0)[0] == 0
