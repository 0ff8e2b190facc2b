"""The page of a match between two bots."""

from __future__ import annotations

from collections.abc import Sequence

from gearlock.bots.blunders import MEANINGS
from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate
from gearlock.lab.match import Match
from gearlock.lab.pages import Fact, Page, Rows, Section
from gearlock.lab.plots import bars, intervals, lines
from gearlock.lab.report import Report, Share, wilson
from gearlock.lab.scores import counted, score


def match_page(match: Match, report: Report, games: Sequence[Played]) -> Page:
    """Who is stronger, how that grew clear, and what the bots were like."""
    whole = counted(games)
    return Page(
        title=f"{report.a.bot} against {report.b.bot}",
        about=where_and_what(match.system, report.scenarios, report.options),
        verdict=_verdict(report),
        facts=(
            Fact("games", str(report.games), f"seeds from {match.seed}, each from both sides"),
            Fact(f"{report.a.bot} wins", f"{report.a.wins.share:.1%}", _from_to(report.a.wins)),
            Fact(f"{report.b.bot} wins", f"{report.b.wins.share:.1%}", _from_to(report.b.wins)),
            Fact("draws", f"{report.draws.share:.1%}", _from_to(report.draws)),
            Fact("a game took", f"{report.mean_seconds:.2f} s", f"{report.mean_rounds:.1f} rounds on average"),
        ),
        sections=(
            Section("Shares", "With the intervals that hold the true share in 95 of 100 cases.", _shares(report)),
            running_share(whole, "a", report.a.bot),
            Section("By side of the table", "Wins of each bot by where it sat.", _by_seat(report)),
            Section("Thinking and blunders", "", None, _bots(report)),
        ),
    )


def running_share(games: Sequence[Played], who: str, name: str) -> Section:
    """How the share of a contender settled as games were added."""
    points, got = [], 0.0
    step = max(1, len(games) // 150)
    for place, game in enumerate(games, 1):
        got += score(game, who)
        if place % step == 0 or place == len(games):
            sure = wilson(round(got), place)
            points.append({"x": place, "value": got / place, "low": sure.low, "high": sure.high, "line": name})
    text = f"What {name} got out of all games so far, a draw being half; the band is the interval for one look."
    return Section("As games were added", text, lines(points, ("games", "share", ""), percent=True))


def where_and_what(system: str, scenarios: Sequence[str], options: dict[str, str]) -> str:
    """System, scenarios and options in a line."""
    said = "".join(f", {name}={value}" for name, value in options.items())
    return f"{system}: {', '.join(scenarios)}{said}"


def _verdict(report: Report) -> str:
    for one, other in ((report.a, report.b), (report.b, report.a)):
        if one.wins.low > 0.5:
            return f"{one.bot} is stronger than {other.bot}: it wins {one.wins.share:.0%} of the games."
    return "Neither is shown to be stronger: both intervals reach below a half. More games tell more."


def _from_to(share: Share) -> str:
    return f"{share.low:.1%} to {share.high:.1%}"


def _shares(report: Report) -> dict[str, object]:
    named = (
        (report.a.bot, report.a.wins),
        (report.b.bot + " " * (report.a.bot == report.b.bot), report.b.wins),
        ("draws", report.draws),
    )
    return intervals(
        [(name, Estimate(s.share, s.low, s.high)) for name, s in named], "share of games", 0.5, percent=True
    )


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
