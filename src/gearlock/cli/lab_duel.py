"""`gearlock lab duel`: unit against unit over ranges and cover, exact where that can be, and by games."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from gearlock.cli.battle import JsonOption, OptionOption, SystemName, read_options
from gearlock.cli.fitting import Table
from gearlock.cli.labwork import (
    BotOption,
    ClusterOption,
    FreshOption,
    JobsOption,
    OutOption,
    ReportOption,
    ScenarioOption,
    SeedOption,
    Work,
    check_games,
    leave,
    play_study,
)
from gearlock.cli.odds import read_condition
from gearlock.cli.screen import console, percent, print_json, remark
from gearlock.cli.standings import print_standing
from gearlock.kernel.registry import AnySystem, get_system
from gearlock.lab.duels import EXCHANGES, Best, Duel, duel_of
from gearlock.lab.pages import write_page
from gearlock.lab.round_robin import arrange_round_robin
from gearlock.lab.standing import standing_of
from gearlock.lab.study_pages import duel_page


def duel(
    system: SystemName,
    one: Annotated[str, typer.Argument(help="A unit by name or id; NAME:WEAPON to let it use that weapon alone.")],
    other: Annotated[str, typer.Argument(help="The unit against it, written likewise.")],
    range_: Annotated[str | None, typer.Option("--range", help="How far apart: 6, 6,12,18 or 3..30/3.")] = None,
    cover: Annotated[str | None, typer.Option(help="The cover of both, e.g. none,light.")] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", help="Any other condition, name=value or name=one,two.")
    ] = None,
    games: Annotated[int, typer.Option(help="Play so many games of the two as well, an even number.")] = 0,
    bot: BotOption = "greedy",
    scenario: ScenarioOption = None,
    option: OptionOption = None,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    out: OutOption = None,
    fresh: FreshOption = False,
    report: ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """Unit against unit: who destroys the other first, exactly, in every situation asked for; and by games if wanted.

    Systems without exact odds are answered by games alone.
    """
    chosen = get_system(system)
    work = Work(jobs, cluster, out, fresh, report)
    work.check()
    said = [("range", range_)] if range_ is not None else []
    said += [("cover", cover)] if cover is not None else []
    given = [*said, *(read_condition(each, f"`gearlock odds {system} --conditions`") for each in with_ or [])]
    found = duel_of(chosen, (one, other), given, EXCHANGES) if chosen.gunnery is not None else None
    document: dict[str, Any] = {"exact": msgspec.to_builtins(found) if found else None}
    played: Any = None
    if found is not None and report is not None:
        write_page(report, duel_page(found))
        remark(f"wrote {report}")
    if found is not None and not as_json:
        print_duel(found)
    if games or found is None:
        ids = (found.one, found.other) if found else (one, other)
        played = _by_games(chosen, ids, games or 20, bot, (scenario, option or [], seed), work, as_json)
    if as_json:
        print_json({**document, "games": played}, "lab-duel")


def _by_games(
    chosen: AnySystem,
    units: tuple[str, str],
    games: int,
    bot: str,
    laid_out: tuple[str | None, list[str], int],
    work: Work,
    as_json: bool,
) -> Any:
    check_games(games)
    scenario, options, seed = laid_out
    study = arrange_round_robin(chosen, units, bot, scenario, read_options(options), seed)
    results = play_study(study, games, work, units)
    standing = standing_of(study, results.games)
    if not as_json:
        print_standing(standing, results.path)
    leave(results, games, bool(standing.faults))
    return msgspec.to_builtins(standing)


def print_duel(found: Duel) -> None:
    """A line for each situation."""
    prices = [
        f"{name} ({price})" if price is not None else name
        for name, price in zip(found.names, found.prices, strict=True)
    ]
    given = "".join(f"; {name} {value}" for name, value in found.given)
    console.print(Text(f"{prices[0]} against {prices[1]}, {found.system}{given}", style="bold"), soft_wrap=True)
    table = Table(box=None, padding=(0, 2))
    for name, _ in found.axes:
        table.add_column(name, justify="right")
    for name in found.names:
        for title in (f"{name} with", "hit", "damage", "kills"):
            table.add_column(title, justify="left" if title.endswith("with") else "right")
    for title in (f"{found.names[0]} first", f"{found.names[1]} first", "attacks"):
        table.add_column(title, justify="right")
    for each in found.exchanges:
        ends = (percent(each.first), percent(each.second), str(each.attacks))
        table.add_row(*(Text(value) for _, value in each.given), *_best(each.one), *_best(each.other), *ends)
    console.print(table)
    console.print(
        "kills: the chance that one attack destroys. first: the chance to destroy the other first. They attack "
        "in turn, each starts half the time, up to the number of attacks shown; damage does not spoil their aim.",
        style="dim",
    )


def _best(best: Best | None) -> tuple[str, str, str, str]:
    if best is None:
        return "cannot", "-", "-", "-"
    return best.weapon, percent(best.hit), f"{best.mean_damage:.2f}", percent(best.killed[0])
