"""The page of a match between two bots."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.bots.blunders import MEANINGS
from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate
from gearlock.lab.match import Match
from gearlock.lab.pages import Fact, Page, Rows, Section
from gearlock.lab.plots import bars, intervals, lines
from gearlock.lab.report import Report
from gearlock.lab.scores import counted
from gearlock.lab.settling import settled
from gearlock.lab.verdicts import range_of, the_other, verdict_of


def match_page(match: Match, report: Report, games: Sequence[Played]) -> Page:
    """Who is stronger, how that grew clear, and what the bots were like."""
    whole = counted(games)
    return Page(
        title=f"{report.a.bot} against {report.b.bot}",
        about=where_and_what(match.system, report.scenarios, report.options),
        verdict=match_verdict(report),
        facts=(
            Fact("games", str(report.games), f"seeds from {match.seed}, each from both sides"),
            Fact(f"share of {report.a.bot}", f"{report.share.value:.1%}", range_of(report.share)),
            Fact(f"{report.a.bot} wins", str(report.a.wins.count), f"{report.a.wins.share:.1%} of all games"),
            Fact(f"{report.b.bot} wins", str(report.b.wins.count), f"{report.b.wins.share:.1%} of all games"),
            Fact("draws", str(report.draws.count), f"{report.draws.share:.1%} of all games"),
            Fact("a game took", f"{report.mean_seconds:.2f} s", f"{report.mean_rounds:.1f} rounds on average"),
        ),
        sections=(
            Section("Shares of the points", "A win is 1, a draw a half; intervals count pairs.", _shares(report)),
            running_share(whole, "a", report.a.bot),
            Section("By side of the table", "Games that each bot won, by the side it played.", _by_seat(report)),
            Section("Thinking and blunders", "", None, _bots(report)),
        ),
    )


def running_share(games: Sequence[Played], who: str, name: str, error: float | None = None) -> Section:
    """How the share of a contender settled as games were added."""
    points = [
        {"x": at.games, "value": at.share.value, "low": at.share.low, "high": at.share.high, "line": name}
        for at in settled(games, who, error)
    ]
    kind = "95 % interval" if error is None else "interval at any look"
    text = f"The share of {name} after each pair of games, a draw counting half; the band is the {kind}."
    return Section("As games were added", text, lines(points, ("games", "share", ""), percent=True, whole=True))


def where_and_what(system: str, scenarios: Sequence[str], options: dict[str, str]) -> str:
    """System, scenarios and options in a line."""
    said = "".join(f", {name}={value}" for name, value in options.items())
    return f"{system}: {', '.join(scenarios)}{said}"


def match_verdict(report: Report) -> str:
    """Which bot is stronger, by the share of the points; the screen says the same."""
    a, b = report.a.bot, report.b.bot
    names = (a, b) if a != b else (f"{a} (A)", f"{b} (B)")
    return verdict_of(*names, report.share, report.games)


def _shares(report: Report) -> dict[str, object]:
    named: list[tuple[str, Estimate]] = [
        (report.a.bot, report.share),
        (report.b.bot + " " * (report.a.bot == report.b.bot), the_other(report.share)),
    ]
    return intervals(named, "share of the points", 0.5, percent=True)


def _by_seat(report: Report) -> dict[str, object]:
    rows = [
        {"name": f"as {record.seat}", "group": f"{letter} ({contender.bot})", "value": record.wins.share}
        for letter, contender in (("A", report.a), ("B", report.b))
        for record in contender.seats
    ]
    return bars(rows, ("", "share of games won there"), percent=True)


def _bots(report: Report) -> Rows:
    a, b = report.a, report.b
    rows = [
        ("decisions", str(a.thinking.decisions), str(b.thinking.decisions)),
        ("median time, ms", f"{a.thinking.median_ms:.2f}", f"{b.thinking.median_ms:.2f}"),
        ("99 of 100 within, ms", f"{a.thinking.p99_ms:.1f}", f"{b.thinking.p99_ms:.1f}"),
        *((meaning, str(a.blunders[kind]), str(b.blunders[kind])) for kind, meaning in MEANINGS.items()),
    ]
    return Rows(("", f"A ({a.bot})", f"B ({b.bot})"), tuple(rows))
