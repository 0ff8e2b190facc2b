"""What a study says in a sentence, and that its plot, its card and its sentence tell the same share."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gearlock.cli.matchreport import print_report
from gearlock.kernel.registry import get_system
from gearlock.lab.game import Played
from gearlock.lab.match_page import match_page
from gearlock.lab.pages import Page
from gearlock.lab.report import report_on
from gearlock.lab.round_robin import RoundRobin, arrange_round_robin
from gearlock.lab.standing import standing_of
from gearlock.lab.standing_page import standing_page
from gearlock.lab.stopping import Stopping
from gearlock.lab.tally import Tally
from lab.contests import short_match

UNBEATEN = ["a"] * 12 + ["a", ""] * 13 + [""] * 2
"""25 won, none lost, 15 drawn."""


def played(number: int, winner: str, study: Any) -> Played:
    game = study.game(number)
    times = {"a": Tally({100: 3}, 140), "b": Tally({0: 1}, 1)}
    setup = (number, game.scenario, game.seed, game.seats)
    return Played(*setup, winner, "so it was", {}, 4, 9, "", "", "", "", 0.5, times)


def match_of(winners: list[str], a: str = "greedy", b: str = "random") -> tuple[Any, Any, list[Played]]:
    match = short_match(a, b)
    games = [played(number, winner, match) for number, winner in enumerate(winners)]
    return match, report_on(match, games, len(games)), games


def round_robin() -> RoundRobin:
    return arrange_round_robin(get_system("brigands"), ("hunter", "jager"), "random", None, {"rounds": "1"}, 1)


def page_of(winners: list[str], margin: float | None = None) -> Page:
    study = round_robin()
    games = [played(number, winner, study) for number, winner in enumerate(winners)]
    stopping = Stopping(study, margin, len(games)) if margin is not None else None
    for game in games if stopping else ():
        assert stopping is not None
        stopping.add(game)
    return standing_page(standing_of(study, games, stopping), games)


def points(spec: Any) -> list[dict[str, float]]:
    """The points of the first plot with a band, wherever Vega-Lite keeps them."""
    if isinstance(spec, dict):
        values = spec.get("values") or (spec.get("datasets") and next(iter(spec["datasets"].values())))
        if isinstance(values, list) and values and "low" in values[0] and "x" in values[0]:
            return values
        spec = list(spec.values())
    for each in spec if isinstance(spec, list) else ():
        if found := points(each):
            return found
    return []


def band(page: Page) -> tuple[Any, list[dict[str, float]]]:
    section = next(each for each in page.sections if each.title == "As games were added")
    return section.plot, points(section.plot)


def card(page: Page) -> list[str]:
    """Share and interval as the card tells them."""
    fact = next(each for each in page.facts if each.label.startswith("share of") and "first seat" not in each.label)
    return re.findall(r"[\d.]+%", f"{fact.value} {fact.note}")


def test_a_bot_that_never_loses_is_stronger_however_often_it_draws() -> None:
    match, report, games = match_of(UNBEATEN)
    assert (report.a.wins.count, report.b.wins.count, report.draws.count) == (25, 0, 15)
    page = match_page(match, report, games)
    assert page.verdict.startswith("greedy beats random")
    _, report, games = match_of([{"a": "b", "": ""}[each] for each in UNBEATEN])
    assert match_page(match, report, games).verdict.startswith("random beats greedy")


def test_forty_won_ten_lost_fifty_drawn_is_a_stronger_bot() -> None:
    winners = (["a"] * 4 + ["b"] + [""] * 5) * 10
    match, report, games = match_of(winners)
    assert match_page(match, report, games).verdict.startswith("greedy beats random")


@pytest.mark.parametrize("winners", [["a", "b"] * 10, [""] * 20, ["a", ""], ["a", "b", "", "", "a", ""]])
def test_even_and_few_games_show_nobody_stronger(winners: list[str]) -> None:
    match, report, games = match_of(winners)
    assert match_page(match, report, games).verdict.startswith("Neither greedy nor random is shown to be better")


def test_a_bot_against_itself_is_called_by_its_letter() -> None:
    match, report, games = match_of(["a"] * 40, b="greedy")
    assert match_page(match, report, games).verdict.startswith("greedy (A) beats greedy (B)")


def test_no_game_gives_no_verdict() -> None:
    match, report, games = match_of([])
    assert match_page(match, report, games).verdict == "No game was finished."


def test_the_terminal_says_what_the_page_says(
    capsys: pytest.CaptureFixture[str], tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    match, report, games = match_of(UNBEATEN)
    print_report(report, match, tmp_path / "x")
    out = capsys.readouterr().out
    assert match_page(match, report, games).verdict in out
    assert {"25", "0", "15", "81.2%"} <= set(out.split())


@pytest.mark.parametrize(
    "winners",
    [
        ["a", "b", "", ""],
        ["a", "a", "a", "", "a", "a"],
        ["a", "a", ""],
        ["a", "b", "a", ""] * 200,
        ["b"] * 8,
    ],
)
def test_the_last_band_is_the_interval_of_the_card(winners: list[str]) -> None:
    pytest.importorskip("altair")
    match, report, games = match_of(winners)
    for page in (page_of(winners), match_page(match, report, games)):
        _, drawn = band(page)
        last = drawn[-1]
        assert last["x"] == len(winners)
        assert [f"{last[name]:.1%}" for name in ("value", "low", "high")] == card(page)


def test_the_band_of_a_study_that_stops_is_the_interval_at_any_look() -> None:
    pytest.importorskip("altair")
    page = page_of(["a", "a"] * 30 + ["b", "b"] * 3, margin=0.1)
    _, drawn = band(page_of(["a", "a"] * 8, margin=0.1))
    assert [f"{drawn[-1][name]:.1%}" for name in ("value", "low", "high")] == card(page_of(["a", "a"] * 8, margin=0.1))
    assert card(page)[0] == "100.0%"


def test_the_band_is_drawn_for_whole_pairs_and_counts_in_whole_numbers() -> None:
    pytest.importorskip("altair")
    plot, drawn = band(page_of(["a", "b", "", "a", "b", "b"]))
    assert [point["x"] for point in drawn] == [2, 4, 6]
    axis = plot["layer"][0]["encoding"]["x"]["axis"]
    assert (axis["format"], axis["tickMinStep"]) == ("d", 1)


def test_systems_are_told_apart_by_shares_of_the_points(capsys: pytest.CaptureFixture[str]) -> None:
    """By wins alone, A fares alike in both: it wins nothing. By points it draws here and loses there."""
    from gearlock.cli.comparison import _print_apart
    from gearlock.lab.compared_forces import ContestReport

    drawn, lost = match_of([""] * 200)[1], match_of(["b"] * 200)[1]
    _print_apart([ContestReport(name, (1, 1), "TV", {}, each) for name, each in (("x", drawn), ("y", lost))])
    assert "fare differently in x and y" in capsys.readouterr().out
