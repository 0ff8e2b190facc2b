"""`gearlock lab`: bots, forces, models and settings measured by games, which are taken up again after any stop."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from gearlock.cli.battle import JsonOption, OptionOption, SizeOption, SystemName, read_options, sized
from gearlock.cli.lab_balance import balance, screen
from gearlock.cli.lab_duel import duel
from gearlock.cli.lab_forces import compare, forces, tournament
from gearlock.cli.labwork import (
    ClusterOption,
    CsvOption,
    FreshOption,
    GamesOption,
    JobsOption,
    OutOption,
    ParquetOption,
    ReportOption,
    ScenarioOption,
    SeedOption,
    Work,
    check_games,
    leave,
    play_study,
    write_games,
)
from gearlock.cli.matchreport import print_report
from gearlock.cli.screen import print_json, remark
from gearlock.kernel.registry import get_system
from gearlock.lab.match import arrange
from gearlock.lab.match_page import match_page
from gearlock.lab.pages import write_page
from gearlock.lab.report import report_on

app = typer.Typer(help="Measure bots, forces, models and settings.", no_args_is_help=True)
app.command("forces")(forces)
app.command("tournament")(tournament)
app.command("duel")(duel)
app.command("balance")(balance)
app.command("compare")(compare)
app.command("screen")(screen)


@app.callback()
def lab() -> None:
    """Measure bots, forces, models and settings: results are kept game by game, and are the same for any workers."""


@app.command("match")
def match(
    system: SystemName,
    a: Annotated[str, typer.Option("--a", help="The first bot, e.g. greedy.")],
    b: Annotated[str, typer.Option("--b", help="The second bot, e.g. random.")],
    games: GamesOption,
    scenario: ScenarioOption = None,
    option: OptionOption = None,
    size: SizeOption = None,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    fresh: FreshOption = False,
    report: ReportOption = None,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play two bots against each other, sides swapped and seeds paired, and report who is stronger.

    Results are stored game by game: after Ctrl-C, or anything else that stops it, the same command goes on. Exit code 1
    if a game failed.
    """
    chosen = get_system(system)
    work = Work(jobs, cluster, out, fresh, report, csv, parquet)
    check_games(games)
    work.check()
    scenario, options = sized(chosen, scenario, option or [], size)
    contest = arrange(chosen, (a, b), scenario, read_options(options), seed)
    results = play_study(contest, games, work, (contest.a, contest.b))
    told = report_on(contest, results.games, games)
    write_games(contest, results, work)
    if report is not None:
        write_page(report, match_page(contest, told, results.games))
        remark(f"wrote {report}")
    if as_json:
        whole = {"file": str(results.path), "finished": results.finished, **msgspec.to_builtins(told)}
        print_json(whole, "lab-match")
    else:
        print_report(told, contest, results.path)
    leave(results, games, bool(told.faults))
