"""A match on the screen: the score and the time left while it goes on, and the report when it is over."""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from gearlock.bots.blunders import MEANINGS
from gearlock.cli.fitting import Table
from gearlock.cli.screen import Screen, console, styled, this_command
from gearlock.lab.game import Played
from gearlock.lab.match import Match
from gearlock.lab.match_page import match_verdict
from gearlock.lab.report import Contender, Report
from gearlock.lab.verdicts import range_of, the_other

EVERY_SECONDS = 15.0
"""Without a terminal to draw on, a line of progress comes about this often."""


class Standings:
    """Games done, the score so far and the time left, on standard error: a bar on a terminal, else a line at times."""

    def __init__(self, names: tuple[str, str] | None, games: int, before: Sequence[Played] = ()) -> None:
        self._names, self._games, self._before = names, games, len(before)
        self._done = len(before)
        self._wins = Counter(played.winner for played in before)
        self._screen = Screen(stderr=True)
        self._bar: Progress | None = None
        self._start = self._said = time.monotonic()

    def __enter__(self) -> Self:
        if self._screen.is_terminal and self._done < self._games:
            columns = (
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn("{task.description}", markup=False),
                TimeElapsedColumn(),
            )
            left = (TextColumn("left"), TimeRemainingColumn())
            self._bar = Progress(*columns, *left, console=self._screen, refresh_per_second=2)
            self._bar.add_task(self._score(), total=self._games, completed=self._done)
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def count(self, played: Played) -> None:
        """One more game is over."""
        self._done += 1
        self._wins[played.winner] += 1
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], advance=1, description=self._score())
        elif not self._screen.is_terminal and time.monotonic() - self._said >= EVERY_SECONDS:
            self._said = time.monotonic()
            score = f"{self._score()}; " if self._names else ""
            self._screen.print(f"{self._done} of {self._games} games; {score}{self._left()}", soft_wrap=True)

    def _score(self) -> str:
        if self._names is None:
            return "games"
        drawn = f", {self._wins['']} drawn" if self._wins[""] else ""
        return f"{self._names[0]} {self._wins['a']} : {self._wins['b']} {self._names[1]}{drawn}"

    def _left(self) -> str:
        took = time.monotonic() - self._start
        seconds = round(took / (self._done - self._before) * (self._games - self._done))
        return f"about {seconds // 60} min {seconds % 60} s left"


def print_report(report: Report, match: Match, path: Path) -> None:
    """The whole report for a person."""
    options = "".join(f", {name}={value}" for name, value in report.options.items())
    last = match.seed + max(report.asked // 2 - 1, 0)
    seeds = f"seeds {match.seed} to {last}" if last > match.seed else f"seed {last}"
    where = f"{report.system}: {', '.join(report.scenarios)}{options}; {seeds}"
    console.print(styled("[bold]{}[/] (A) against [bold]{}[/] (B), {}", report.a.bot, report.b.bot, where))
    if not report.games:
        console.print("No game was finished.")
    else:
        console.print(_results(report))
        console.print(Text(match_verdict(report), style="bold"), soft_wrap=True)
        for scenario, score in report.by_scenario.items() if len(report.scenarios) > 1 else ():
            console.print(f"  {scenario}: A {score['a']}, B {score['b']}, drawn {score['draws']}", markup=False)
        console.print(
            f"Pairs of games with the same seed: A won both in {report.pairs['a']}, B in {report.pairs['b']}, "
            f"neither in {report.pairs['others']}."
        )
        console.print(
            f"A game took {report.mean_rounds:.1f} rounds, {report.mean_decisions:.0f} decisions and "
            f"{report.mean_seconds:.2f} s on average."
        )
        console.print(_times(report))
        console.print(_blunders(report))
    for broken in report.faults:
        again = f"seed {broken.seed}, {broken.scenario}"
        console.print(f"Game {broken.number} ({again}): {broken.reason}", style="red", markup=False, soft_wrap=True)
    console.print(f"Results: {path}\n{_watching(match)}", markup=False, soft_wrap=True)


def _results(report: Report) -> Table:
    """Games won, lost and drawn by A and by B, the share of the points that makes, and the games by seat."""
    table = Table(box=None, padding=(0, 2))
    for title in ("", "won", "lost", "drawn", "share", "95 % interval", *(f"as {r.seat}" for r in report.a.seats)):
        table.add_column(title, justify="right" if title else "left", no_wrap=True)
    shares = (report.share, the_other(report.share))
    for name, one, other, share in zip("AB", (report.a, report.b), (report.b, report.a), shares, strict=True):
        counts = (str(one.wins.count), str(other.wins.count), str(report.draws.count))
        seats = [f"{record.won} : {record.lost}" for record in one.seats]
        table.add_row(Text(f"{name} ({one.bot})"), *counts, f"{share.value:.1%}", range_of(share), *seats)
    return table


def _times(report: Report) -> Table:
    table = Table(box=None, padding=(0, 2))
    for title in ("", "decisions", "median", "99 % within", "longest"):
        table.add_column(title, justify="left" if not title else "right")
    for name, contender in (("A", report.a), ("B", report.b)):
        table.add_row(f"{name} ({contender.bot})", str(contender.thinking.decisions), *_milliseconds(contender))
    return table


def _blunders(report: Report) -> Table:
    """What each bot did that a player would laugh at; a game is counted whole, whoever won it."""
    table = Table(box=None, padding=(0, 2))
    for title in ("blunders", f"A ({report.a.bot})", f"B ({report.b.bot})"):
        table.add_column(title, justify="left" if title == "blunders" else "right")
    for kind, meaning in MEANINGS.items():
        table.add_row(meaning, str(report.a.blunders[kind]), str(report.b.blunders[kind]))
    return table


def _milliseconds(contender: Contender) -> tuple[str, str, str]:
    times = contender.thinking
    return _time(times.median_ms), _time(times.p99_ms), _time(times.longest_ms)


def _time(milliseconds: float) -> str:
    return f"{milliseconds:.3g} ms" if milliseconds < 999.5 else f"{milliseconds / 1000:.2f} s"


def _watching(match: Match) -> str:
    """How to see the first game again, with a log to look into."""
    options = "".join(f" -o {shlex.quote(f'{name}={value}')}" for name, value in match.options.items())
    words = f"{this_command()} battle {match.system} --scenario {match.scenarios[0]}{options} --seed {match.seed}"
    return f"One of these games with a log: {words} --red bot:{match.a} --blue bot:{match.b} --log FILE"
