"""The numbers of a report."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from gearlock.kernel.registry import get_system
from gearlock.lab.game import Played
from gearlock.lab.match import arrange
from gearlock.lab.report import report_on, wilson
from gearlock.lab.tally import Tally, added_up
from lab.contests import short_match


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [  # worked by hand from the quadratic (p - share)^2 = z^2 p (1 - p) / n
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (81, 263, 0.25525, 0.36622),
        (180, 200, 0.85065, 0.93427),
    ],
)
def test_wilson_intervals(count: int, of: int, low: float, high: float) -> None:
    share = wilson(count, of)
    assert (share.low, share.high) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("count", "of"), [(1, 7), (37, 200), (150, 200)])
def test_the_ends_of_an_interval_are_just_possible(count: int, of: int) -> None:
    """At both ends the share found lies exactly 1.96 standard deviations away."""
    share = wilson(count, of)
    for end in (share.low, share.high):
        assert abs(count / of - end) / math.sqrt(end * (1 - end) / of) == pytest.approx(1.95996, abs=1e-4)


def test_of_no_games_everything_is_possible() -> None:
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0.0, 1.0)


def test_times_are_found_again_to_two_per_cent() -> None:
    tally = Tally()
    for microseconds in range(1000, 101_000, 10):
        tally.add(microseconds)
    assert tally.count == 10_000
    assert tally.quantile(0.5) == pytest.approx(51, rel=0.03)
    assert tally.quantile(0.99) == pytest.approx(100, rel=0.03)
    assert tally.quantile(1) <= tally.longest / 1000 == 100.99
    assert Tally().quantile(0.5) == 0


def test_times_of_several_games_add_up() -> None:
    one, other = Tally({3: 2, 5: 1}, 9), Tally({5: 4}, 7)
    whole = added_up([one, other])
    assert (whole.steps, whole.longest) == ({3: 2, 5: 5}, 9)
    assert one.steps == {3: 2, 5: 1}


def played(number: int, winner: str, fault: str = "", blame: str = "") -> Played:
    match = short_match()
    game = match.game(number)
    return Played(
        number, game.scenario, game.seed, game.seats, winner, fault or "so it was", {}, 4, 10 * number, "", "", fault,
        blame, 0.5, {"a": Tally({100: 3}, 140), "b": Tally({0: 1}, 1)},
    )  # fmt: skip


def test_a_report_counts_by_contender_seat_and_pair() -> None:
    winners = ["a", "a", "a", "b", "", "b", "b", "b"]
    games = [played(number, winner) for number, winner in enumerate(winners)]
    report = report_on(short_match(), games[::-1], 8)
    assert (report.a.wins.count, report.b.wins.count, report.draws.count) == (3, 4, 1)
    assert report.a.wins.share == 3 / 8
    by_seat = {record.seat: (record.won, record.lost, record.drawn) for record in report.a.seats}
    assert by_seat == {"red": (2, 1, 1), "blue": (1, 3, 0)}
    assert {record.seat: record.won for record in report.b.seats} == {"red": 3, "blue": 1}
    assert report.a.seats[0].wins == wilson(2, 4)
    assert report.pairs == {"a": 1, "b": 1, "others": 2}
    assert (report.mean_rounds, report.mean_decisions, report.mean_seconds) == (4, 35, 0.5)
    assert report.a.thinking.decisions == 24
    assert report.by_scenario == {"duel": {"a": 3, "b": 4, "draws": 1}}
    assert report == report_on(short_match(), games, 8)


def test_every_scenario_has_its_own_score() -> None:
    match = arrange(get_system("brigands"), ("random", "random"), "all", {}, 1)
    games = [
        replace(played(number, winner), scenario=match.game(number).scenario) for number, winner in enumerate("aabba")
    ]
    scores = report_on(match, games, 10).by_scenario
    assert list(scores) == list(match.scenarios)
    assert [scores[name]["a"] for name in match.scenarios[:3]] == [2, 0, 1]
    assert [scores[name]["b"] for name in match.scenarios[:3]] == [0, 2, 0]


def test_games_that_failed_by_nobodys_fault_count_for_nobody() -> None:
    games = [played(0, "a"), played(1, "", "the rules failed: x"), played(2, "b", "gave up", "a"), played(3, "a")]
    report = report_on(short_match(), games, 4)
    assert report.games == 3
    assert (report.a.wins.count, report.b.wins.count, report.draws.count) == (2, 1, 0)
    assert (report.a.faults, report.b.faults) == (1, 0)
    assert [broken.number for broken in report.faults] == [1, 2]
    assert report.pairs == {"a": 0, "b": 0, "others": 1}
