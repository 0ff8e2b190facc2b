"""`gearlock lab`: matches between bots, played by as many processes as wanted and taken up again after any stop."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from gearlock.cli.battle import JsonOption, OptionOption, SizeOption, SystemName, read_options, sized
from gearlock.cli.matchreport import Standings, print_report
from gearlock.cli.screen import print_json, remark
from gearlock.kernel.errors import BadInput
from gearlock.kernel.homes import data_folder
from gearlock.kernel.registry import get_system
from gearlock.lab.match import Match, arrange
from gearlock.lab.report import report_on
from gearlock.lab.results import ResultFile, header_of
from gearlock.lab.workers import play_games

app = typer.Typer(help="Measure bots against each other.", no_args_is_help=True)
MOST_JOBS = 256


@app.callback()
def lab() -> None:
    """Measure bots against each other."""


@app.command("match")
def match(
    system: SystemName,
    a: Annotated[str, typer.Option("--a", help="The first bot, e.g. greedy.")],
    b: Annotated[str, typer.Option("--b", help="The second bot, e.g. random.")],
    games: Annotated[int, typer.Option(help="How many games, an even number: each seed is played from both sides.")],
    scenario: Annotated[
        str | None,
        typer.Option(help="Which scenario; `all` goes through all that are not long; the first of those if left out."),
    ] = None,
    option: OptionOption = None,
    size: SizeOption = None,
    seed: Annotated[int, typer.Option(help="Seed of the first pair; each pair has the next.")] = 1,
    jobs: Annotated[int | None, typer.Option(help="Games played at once; one for each core if left out.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Keep the results here; by itself in the user's data folder.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Begin anew; older results are moved aside.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play two bots against each other, sides swapped and seeds paired, and report who is stronger.

    Results are stored game by game: after Ctrl-C, or anything else that stops it, the same command goes on. Exit code 1
    if a game failed.
    """
    chosen = get_system(system)
    check_numbers(games, jobs)
    scenario, options = sized(chosen, scenario, option or [], size)
    contest = arrange(chosen, (a, b), scenario, read_options(options), seed)
    header = header_of(contest, games)
    path = out or data_folder() / "matches" / f"{contest.title()}-{header.fingerprint}.jsonl"
    with ResultFile(path, header, fresh) as file:
        _say_what_there_is(file, games)
        finished = _play(contest, file, games, min(jobs or cores(), MOST_JOBS))
        report = report_on(contest, file.games(games), games)
    if as_json:
        print_json({"file": str(path), "finished": finished, **msgspec.to_builtins(report)}, "lab-match")
    else:
        print_report(report, contest, path)
    if not finished:
        remark(f"Stopped after {len(file.games(games))} of {games} games; the same command goes on from there.")
        raise typer.Exit(130)
    if report.faults:
        raise typer.Exit(1)


def check_numbers(games: int, jobs: int | None) -> None:
    """Refuse numbers of games that do not pair up, and of processes that no machine has."""
    if games < 1:
        raise BadInput(f"A match needs at least 2 games, not {games}.")
    if games % 2:
        raise BadInput(f"Each seed is played from both sides: {games - 1 or 2} or {games + 1} games, not {games}.")
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise BadInput(f"Between 1 and {MOST_JOBS} games can be played at once, not {jobs}.")


def cores() -> int:
    """The cores this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _say_what_there_is(file: ResultFile, games: int) -> None:
    if file.kept is not None:
        remark(f"The older results are kept as {file.kept}")
    if file.dropped:
        remark("The last line was cut off when the program stopped; that game is played again.")
    there = len(file.games(games))
    if there == games:
        remark("All of these games were played before; --fresh plays them again.")
    elif there:
        remark(f"Going on: {there} of {games} games were played before.")


def _play(contest: Match, file: ResultFile, games: int, jobs: int) -> bool:
    """Play what is missing; False if somebody stopped it."""
    missing = [number for number in range(games) if number not in file.played]
    try:
        with Standings((contest.a, contest.b), games, file.games(games)) as standings:
            for played in play_games(contest, missing, min(jobs, len(missing) or 1)):
                file.add(played)
                standings.count(played)
    except KeyboardInterrupt:
        return False
    return True
