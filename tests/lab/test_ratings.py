"""Strengths against closed forms and games with known answers."""

from __future__ import annotations

import math
import random

import pytest

from gearlock.lab.ratings import POINTS, Meeting, inverse, rate


def test_of_two_the_difference_is_the_logarithm_of_the_odds() -> None:
    games = [Meeting("a", "b", float(at < 30), at) for at in range(40)]
    found = rate(["a", "b"], games[:12] + games[12:])
    apart = found.differences["a", "b"]
    assert apart.value == pytest.approx(POINTS * math.log(3))
    assert found.strengths["a"].value == pytest.approx(-found.strengths["b"].value)
    few = rate(["a", "b"], [Meeting("a", "b", float(at < 9), 1) for at in range(12)])
    half = 1.959963984540054 * POINTS * math.sqrt(1 / 9 + 1 / 3)
    assert not few.by_seed
    assert few.differences["a", "b"].high - few.differences["a", "b"].value == pytest.approx(half)


def test_true_strengths_are_found_again() -> None:
    """What is expected of true strengths has those strengths as its likeliest explanation, to the last digit."""
    truth = {"a": 0.9, "b": 0.1, "c": -0.2, "d": -0.8}
    names = list(truth)
    games = [
        Meeting(one, other, 1 / (1 + math.exp(truth[other] - truth[one])), seed)
        for at, one in enumerate(names)
        for other in names[at + 1 :]
        for seed in range(3)
    ]
    found = rate(names, games)
    assert not found.lent
    for name, strength in truth.items():
        assert found.strengths[name].value == pytest.approx(POINTS * strength)


def test_who_won_everything_is_lent_half_a_loss() -> None:
    games = [Meeting(one, other, 1.0, seed) for one, other in (("a", "b"), ("a", "c"), ("b", "c")) for seed in (1, 2)]
    found = rate(["a", "b", "c"], games)
    assert found.lent
    assert found.strengths["a"].value > found.strengths["b"].value > found.strengths["c"].value
    assert all(math.isfinite(each.high) for each in found.strengths.values())


def test_who_won_everything_is_not_thereby_surely_that_strong() -> None:
    """Games that all ended alike do not vary; what is not known of the winner is in its interval all the same."""
    truth, rng, held, undefeated = {"a": 3.0, "b": -1.5, "c": -1.5}, random.Random(3), 0, 0
    for _ in range(25):
        games = [
            Meeting(one, other, float(rng.random() < 1 / (1 + math.exp(truth[other] - truth[one]))), seed)
            for seed in range(25)
            for one, other in (("a", "b"), ("a", "c"), ("b", "c"))
        ]
        found = rate(list(truth), games)
        if found.lent:
            undefeated += 1
            held += all(each.low <= POINTS * truth[name] <= each.high for name, each in found.strengths.items())
    assert undefeated >= 10
    assert held >= 0.9 * undefeated


def test_games_of_one_seed_that_end_alike_count_once() -> None:
    rng = random.Random(2)
    once = [Meeting("a", "b", float(rng.random() < 0.6), seed) for seed in range(60)]
    alone, doubled = rate(["a", "b"], once), rate(["a", "b"], once * 2)
    assert alone.by_seed
    wide, same = alone.differences["a", "b"], doubled.differences["a", "b"]
    assert same.high - same.low == pytest.approx(wide.high - wide.low)


def test_intervals_of_strengths_hold_the_truth_in_95_of_100_studies() -> None:
    truth = {"a": 0.6, "b": 0.0, "c": -0.6}
    rng, held, pairs = random.Random(7), 0, (("a", "b"), ("a", "c"), ("b", "c"))
    for _ in range(60):
        games = [
            Meeting(one, other, float(rng.random() < 1 / (1 + math.exp(truth[other] - truth[one]))), seed)
            for seed in range(30)
            for one, other in pairs
        ]
        strengths = rate(list(truth), games).strengths
        held += sum(strengths[name].low <= POINTS * truth[name] <= strengths[name].high for name in truth)
    assert held >= 0.92 * 180


def test_an_inverse_undoes_its_matrix() -> None:
    assert inverse([[0.0, 2.0], [4.0, 0.0]]) == [[0.0, 0.25], [0.5, 0.0]]
