"""Intervals hold what they promise: against tables, closed forms and games with a known answer."""

from __future__ import annotations

import random

import pytest

from gearlock.lab.intervals import holm, paired_share, student_quantile, student_within, two_sided
from gearlock.lab.report import wilson


@pytest.mark.parametrize(
    ("freedom", "table"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (9, 2.2622), (30, 2.0423), (1000, 1.9623)]
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, table: float) -> None:
    assert student_quantile(freedom) == pytest.approx(table, abs=5e-5)
    assert student_within(table, freedom) == pytest.approx(0.95, abs=1e-5)
    assert two_sided(table, freedom) == pytest.approx(0.05, abs=1e-5)


def test_with_one_degree_of_freedom_student_is_cauchy() -> None:
    assert student_within(1.0, 1) == pytest.approx(0.5)


def test_many_independent_pairs_come_to_wilsons_interval() -> None:
    rng = random.Random(3)
    games = [float(rng.random() < 0.6) for _ in range(20_000)]
    pairs = [(one + other) / 2 for one, other in zip(games[::2], games[1::2], strict=True)]
    found, plain = paired_share(pairs), wilson(int(sum(games)), len(games))
    assert found.value == pytest.approx(plain.share)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=3e-4)


def test_pairs_that_go_together_count_half_as_much() -> None:
    alike = [1.0, 0.0] * 50
    assert paired_share(alike).high - paired_share(alike).low > 1.3 * (wilson(100, 200).high - wilson(100, 200).low)


@pytest.mark.parametrize("together", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("share", [0.5, 0.9])
@pytest.mark.parametrize("pairs", [6, 40])
def test_the_interval_holds_the_truth_in_95_of_100_studies(share: float, together: float, pairs: int) -> None:
    rng, held = random.Random(11), 0
    for _ in range(300):
        scores = []
        for _ in range(pairs):
            one = rng.random() < share
            other = one if rng.random() < together else rng.random() < share
            scores.append((one + other) / 2)
        found = paired_share(scores)
        held += found.low <= share <= found.high
    assert held >= 0.93 * 300


def test_of_nothing_everything_is_possible() -> None:
    assert (paired_share([]).low, paired_share([]).high) == (0, 1)
    assert (paired_share([1.0]).low, paired_share([1.0]).high) == (0, 1)


def test_several_findings_are_corrected_as_holm_says() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
