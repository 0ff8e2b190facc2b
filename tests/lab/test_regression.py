"""Regressions against closed forms and data with a known answer; models and settings that are known to be better."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from gearlock.kernel.registry import get_system
from gearlock.lab.balance import balance_of, readable_worth
from gearlock.lab.drawn_forces import DrawnForces
from gearlock.lab.effects import confirmed, screened
from gearlock.lab.fallen import Entered
from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate, student_quantile
from gearlock.lab.regression import least_squares
from gearlock.lab.screening import FRESH, arrange_screening
from gearlock.lab.study_pages import balance_page

DRAWN = DrawnForces("hex100", "random", "skirmish", 100, 0.25, (), "usual")
SEATS = ({"red": "a", "blue": "b"}, {"red": "b", "blue": "a"})


def played(number: int, winner: str, **more: object) -> Played:
    seats = SEATS[number % 2]
    return Played(number, "s", number // 2, seats, winner, "", {}, 1, 1, "", "", **more)  # type: ignore[arg-type]


def test_a_line_through_points_is_that_of_the_closed_form() -> None:
    x, y = [0.0, 1.0, 2.0, 3.0, 5.0], [1.0, 2.9, 5.2, 6.8, 11.1]
    fit = least_squares([[each, 1.0] for each in x], y)
    middle, height = sum(x) / 5, sum(y) / 5
    slope = sum((a - middle) * (b - height) for a, b in zip(x, y, strict=True)) / sum((a - middle) ** 2 for a in x)
    assert fit.coefficients == pytest.approx((slope, height - slope * middle))
    assert fit.freedom == 3
    left = [b - fit.coefficients[1] - slope * a for a, b in zip(x, y, strict=True)]
    spread = sum((a - middle) ** 2 for a in x)
    hats = [1 / 5 + (a - middle) ** 2 / spread for a in x]
    error = sum(((a - middle) * e / (1 - h)) ** 2 for a, e, h in zip(x, left, hats, strict=True)) / spread**2
    assert fit.error(0) == pytest.approx(math.sqrt(error))
    assert fit.estimate(0).high - slope == pytest.approx(student_quantile(3) * math.sqrt(error))


def test_doubling_every_row_within_its_pair_changes_no_error() -> None:
    rng = random.Random(4)
    rows = [[rng.gauss(0, 1), 1.0] for _ in range(60)]
    values = [2 * row[0] + rng.gauss(0, 1) for row in rows]
    once = least_squares(rows, values, range(60))
    twice = least_squares(
        [row for row in rows for _ in "ab"], [v for v in values for _ in "ab"], [n // 2 for n in range(120)]
    )
    assert twice.coefficients == pytest.approx(once.coefficients)
    assert twice.error(0) == pytest.approx(once.error(0), rel=0.02)


def test_a_ratio_has_fiellers_interval() -> None:
    rng = random.Random(9)
    held = 0
    for _ in range(200):
        rows = [[rng.choice((-1.0, 1.0)), rng.choice((-1.0, 1.0))] for _ in range(60)]
        fit = least_squares(rows, [3 * a + 1 * b + rng.gauss(0, 1.5) for a, b in rows])
        found = fit.ratio([1.0, 0.0], [0.0, 1.0])
        held += found is None or found.low <= 3 <= found.high
    assert held >= 0.93 * 200
    assert least_squares([[1.0, 0.1], [1.0, -0.1], [-1.0, 0.1]] * 4, [1.0, 0.9, -1.1] * 4).ratio([1, 0], [0, 1]) is None


TRUTH = {"bargain": 16, "fair": 10, "plain": 10, "common": 10}
"""Four models of 10 points; one of them fights like 16."""


def drawn_games(seed: int, pairs: int, scale: float) -> list[Played]:
    """Games whose winners are drawn by what the models of both sides are truly worth."""
    rng, games = random.Random(seed), []
    for pair in range(pairs):
        sides = [{name: rng.randrange(3) for name in TRUTH} for _ in "ab"]
        worth = [sum(TRUTH[name] * count for name, count in side.items()) for side in sides]
        chance = min(1.0, max(0.0, 0.5 + (worth[0] - worth[1]) / scale))
        models = {
            who: {name: Entered(count, 0, 10 * count) for name, count in side.items() if count}
            for who, side in zip("ab", sides, strict=True)
        }
        for number in (2 * pair, 2 * pair + 1):
            games.append(played(number, "a" if rng.random() < chance else "b", models=models))
    return games


def test_a_model_that_is_worth_more_than_its_price_is_found() -> None:
    games = drawn_games(21, 900, 160)
    found = balance_of(DRAWN, games)
    assert found.models[0].model == "bargain"
    assert [model.model for model in found.models if model.verdict == "too cheap"] == ["bargain"]
    assert found.point.is_above
    assert balance_of(DRAWN, games[:8]).models == ()


def test_what_a_point_is_worth_is_told_so_that_it_can_be_read() -> None:
    words, told = readable_worth(Estimate(0.00004, -0.00001, 0.00009))
    assert words == "100 points are worth"
    assert (told.value, told.low, told.high) == pytest.approx((0.004, -0.001, 0.009))
    assert readable_worth(Estimate(0.006, 0.004, 0.008)) == ("a point is worth", Estimate(0.006, 0.004, 0.008))
    assert readable_worth(Estimate(0.0, 0.0, 0.0))[0] == "a point is worth"


def test_where_no_price_is_suggested_the_page_says_what_it_draws() -> None:
    pytest.importorskip("altair")
    found = balance_of(DRAWN, drawn_games(21, 200, 160))
    untold = msgspec.structs.replace(
        found, models=tuple(msgspec.structs.replace(each, suggested=None) for each in found.models)
    )
    texts = [section.text for page in (balance_page(found), balance_page(untold)) for section in page.sections]
    assert "multiple of what it costs" in texts[0]
    assert "share of a game" in texts[1]


def test_suggested_prices_hold_the_true_ones_in_95_of_100_cases() -> None:
    """A point is what all of them are worth together, 46 for 40: so a fair one should cost 10 / 1.15."""
    held = 0
    for seed in range(25):
        for model in balance_of(DRAWN, drawn_games(seed, 150, 250)).models:
            fair, truth = model.suggested, TRUTH[model.model] / 1.15
            held += fair is None or fair.low <= truth <= fair.high
    assert held >= 0.92 * 100


def test_a_setting_that_helps_is_found_and_counts_only_when_confirmed() -> None:
    study = arrange_screening(get_system("hex100"), "tactician", ["damage", "kill", "late"], 2, None, {}, 1)
    rng, games = random.Random(8), []
    for number in range(600):
        levels = study.levels(number)
        lead = (levels["a"]["kill"] - levels["b"]["kill"]) / 2
        games.append(played(number, "a" if rng.random() < 0.5 + 0.12 * lead else "b"))
    found = screened(study, games)
    assert list(found.proposal) == ["kill"]
    assert found.proposal["kill"] == 2 * study.usual["kill"]
    assert found.effects[0].gain.low <= 0.12 <= found.effects[0].gain.high
    assert not found.is_confirmed
    assert not confirmed(found, [played(n, "ab"[n % 2]) for n in range(100)]).is_confirmed
    assert confirmed(found, [played(n, "a" if n % 4 else "b") for n in range(100)]).is_confirmed
    proof = study.confirming(found.proposal)
    assert proof.seed == study.seed + FRESH
    assert proof.game(0).settings == {"a": found.proposal}
    assert screened(study, games[:6]).effects == ()


def test_what_is_drawn_is_balanced_and_the_same_every_time() -> None:
    study = arrange_screening(get_system("hex100"), "tactician", [], 2, None, {}, 1)
    levels = [study.levels(number) for number in range(400)]
    assert levels == [study.levels(number) for number in range(400)]
    for name in study.usual:
        assert abs(sum(each["a"][name] for each in levels)) < 80
        assert abs(sum(each["a"][name] * each["b"][name] for each in levels)) < 80
