"""The page of forces or bots that met each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate
from gearlock.lab.match_page import running_share, where_and_what
from gearlock.lab.pages import Fact, Page, Rows, Section
from gearlock.lab.plots import bars, heat, intervals
from gearlock.lab.round_robin import BOTS
from gearlock.lab.scores import counted
from gearlock.lab.standing import Pairing, Standing
from gearlock.lab.stopping import ERROR
from gearlock.lab.verdicts import verdict_of

MOST_KILLS = 12
"""Models on either side of the table of kills."""


def standing_page(standing: Standing, games: Sequence[Played]) -> Page:
    """Who wins, how sure it is, what was left, and who struck down whom."""
    study = standing.study
    return Page(
        title=_title(study.entrants),
        about=f"{where_and_what(study.system, study.scenarios, study.options)}{_led(standing)}",
        verdict=verdict(standing),
        facts=_facts(standing),
        sections=tuple(section for section in _sections(standing, games) if section is not None),
    )


def verdict(standing: Standing) -> str:
    """What can be said for sure, in a sentence."""
    if len(standing.pairings) == 1:
        return pairing_verdict(standing.pairings[0], standing.margin)
    if not standing.strengths:
        return "No game was finished."
    best, second = standing.strengths[0], standing.strengths[1]
    if best.points.low > second.points.high:
        return f"{best.name} is the strongest: its interval lies above all others."
    rivals = [each.name for each in standing.strengths if each.points.high >= best.points.low]
    return f"Not yet apart at the top: {', '.join(rivals)}. More games tell more."


def pairing_verdict(pairing: Pairing, margin: float | None) -> str:
    """Which of two is better, if that is shown: by the interval for any look if the study stops by itself."""
    share = pairing.at_any_time or pairing.share
    even = margin if pairing.settled else None
    return verdict_of(pairing.first.name, pairing.second.name, share, pairing.games, even)


def _title(entrants: Sequence[str]) -> str:
    if len(entrants) == 2:
        return " against ".join(entrants)
    return ", ".join(entrants) if sum(map(len, entrants)) < 60 else f"{entrants[0]} and {len(entrants) - 1} others"


def _led(standing: Standing) -> str:
    return "" if standing.study.of == BOTS else f"; {standing.study.bot_for_all} leads every force"


def _facts(standing: Standing) -> tuple[Fact, ...]:
    found = [Fact("games", str(standing.games), "each seed with the sides swapped")]
    if len(standing.pairings) == 1:
        (pairing,) = standing.pairings
        sure = pairing.at_any_time or pairing.share
        found.append(Fact(f"share of {pairing.first.name}", f"{sure.value:.1%}", f"{sure.low:.1%} to {sure.high:.1%}"))
        for side in (pairing.first, pairing.second):
            if side.left is not None:
                found.append(Fact(f"left of {side.name}", f"{side.left:.0%}", f"of {side.price:.0f} points"))
    seat = standing.first_seat
    found.append(Fact("share of the first seat", f"{seat.value:.1%}", f"{seat.low:.1%} to {seat.high:.1%}"))
    return tuple(found)


def _sections(standing: Standing, games: Sequence[Played]) -> list[Section | None]:
    names = [(f"{p.first.name} against {p.second.name}", p.at_any_time or p.share) for p in standing.pairings]
    shares = Section(
        "What the first of each pair gets",
        "A win is 1, a draw a half. Pairs of games of one seed are what is independent, and the intervals count them.",
        intervals(names, "share", 0.5, percent=True),
        _pairings(standing),
    )
    error = ERROR if standing.margin is not None else None
    whole = counted(games)
    alone = running_share(whole, "a", standing.study.entrants[0], error) if len(standing.pairings) == 1 else None
    return [_strengths(standing), _crosswise(standing), shares, alone, _left(standing), _kills(standing)]


def _strengths(standing: Standing) -> Section | None:
    if not standing.strengths:
        return None
    how = (
        "Half a win was lent to both sides of each pairing, since somebody won or lost everything. "
        if standing.lent
        else ""
    )
    errors = (
        "what games of a seed have in common is in the intervals"
        if standing.by_seed
        else "games are taken as independent"
    )
    scale = "Bradley and Terry's model on the scale of chess: 400 points are odds of ten to one, a draw is half a win."
    text = f"{scale} {how}Here {errors}."
    plot = intervals([(each.name, each.points) for each in standing.strengths], "points", 0.0)
    rows = tuple(
        (each.name, f"{each.points.value:+.0f}", _range(each.points, "+.0f"), f"{each.share:.1%}", str(each.games))
        for each in standing.strengths
    )
    return Section("Strengths", text, plot, Rows(("", "points", "95 % interval", "share", "games"), rows))


def _crosswise(standing: Standing) -> Section | None:
    if len(standing.pairings) == 1:
        return None
    order = [each.name for each in standing.strengths] or list(standing.study.entrants)
    shares: dict[tuple[str, str], float] = {}
    for pairing in standing.pairings:
        shares[pairing.first.name, pairing.second.name] = pairing.share.value
        shares[pairing.second.name, pairing.first.name] = 1 - pairing.share.value
    cells = [
        {"row": row, "column": column, "value": shares[row, column]}
        for row in order
        for column in order
        if (row, column) in shares
    ]
    return Section(
        "Everybody against everybody",
        "What the row gets from the column.",
        heat(cells, ("", "", "share"), percent=True, order=order),
    )


def _pairings(standing: Standing) -> Rows:
    rows = tuple(
        (
            f"{p.first.name} : {p.second.name}",
            str(p.games),
            f"{p.first.wins} : {p.second.wins}",
            str(p.draws),
            f"{p.share.value:.1%}",
            _range(p.at_any_time or p.share, ".1%"),
            f"{p.rounds:.1f}",
        )
        for p in standing.pairings
    )
    interval = "interval at any look" if standing.margin is not None else "95 % interval"
    return Rows(("", "games", "wins", "draws", "share", interval, "rounds"), rows)


def _left(standing: Standing) -> Section | None:
    rows: list[dict[str, Any]] = []
    for pairing in standing.pairings:
        for one, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            if one.left is not None:
                name = "at the end" if len(standing.pairings) == 1 else f"against {other.name}"
                rows.append({"name": name, "group": one.name, "value": one.left})
    if not rows:
        return None
    return Section(
        "What is left", "Of what each force cost, on average.", bars(rows, ("", "points left"), percent=True)
    )


def _kills(standing: Standing) -> Section | None:
    """The models that strike and fall most often."""
    if standing.study.of == BOTS or not standing.kills:
        return None
    strikers: dict[str, int] = {}
    victims: dict[str, int] = {}
    cells: dict[tuple[str, str], int] = {}
    for kill in standing.kills:
        by = f"{kill.by_model} ({standing.study.name(kill.by)})" if kill.by else "otherwise"
        fell = f"{kill.model} ({standing.study.name(kill.whose)})"
        strikers[by] = strikers.get(by, 0) + kill.count
        victims[fell] = victims.get(fell, 0) + kill.count
        cells[by, fell] = cells.get((by, fell), 0) + kill.count
    rows = sorted(strikers, key=lambda name: -strikers[name])[:MOST_KILLS]
    columns = sorted(victims, key=lambda name: -victims[name])[:MOST_KILLS]
    shown = [{"row": r, "column": c, "value": cells.get((r, c), 0)} for r in rows for c in columns]
    return Section(
        "Who struck down whom",
        "How often a model (row) made the last attack before another (column) was lost, in all games together.",
        heat(shown, ("", "", "times")),
    )


def _range(estimate: Estimate, form: str) -> str:
    return f"{estimate.low:{form}} to {estimate.high:{form}}"
