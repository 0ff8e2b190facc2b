"""`gearlock lab balance` and `lab screen`: what models are worth, and what the settings of a bot do, by regression."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.text import Text

from gearlock.cli.battle import JsonOption, OptionOption, SystemName, read_options
from gearlock.cli.fitting import Table
from gearlock.cli.labwork import (
    BotOption,
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
from gearlock.cli.screen import console, print_json, remark
from gearlock.kernel.errors import BadInput
from gearlock.kernel.registry import get_system
from gearlock.lab.balance import Balance, balance_of, readable_worth
from gearlock.lab.drawn_forces import arrange_drawn_forces
from gearlock.lab.effects import Screened, confirmed, screened
from gearlock.lab.extras import need
from gearlock.lab.pages import write_page
from gearlock.lab.screening import arrange_screening
from gearlock.lab.study_pages import balance_page, balance_verdict, screen_page, screen_verdict

MOST_MODELS = 30


def balance(
    system: SystemName,
    games: GamesOption = 400,
    bot: BotOption = "greedy",
    size: Annotated[
        int | None, typer.Option(help="What the forces may cost; the smallest usual size if left out.")
    ] = None,
    spread: Annotated[float, typer.Option(help="Forces are drawn for sizes of up to this part less.")] = 0.5,
    faction: Annotated[
        list[str] | None, typer.Option(help="Draw from this faction; again for more; all if left out.")
    ] = None,
    scenario: ScenarioOption = None,
    option: OptionOption = None,
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
    """Which models win more than their price: legal forces drawn at random, and a regression on what they had."""
    need("numpy", "lab", "A regression")
    work = Work(jobs, cluster, out, fresh, report, csv, parquet)
    check_games(games)
    work.check()
    study = arrange_drawn_forces(
        get_system(system), bot, scenario, size, spread, tuple(faction or ()), read_options(option or []), seed
    )
    results = play_study(study, games, work)
    found = balance_of(study, results.games)
    write_games(study, results, work)
    if report is not None:
        write_page(report, balance_page(found))
        remark(f"wrote {report}")
    if as_json:
        models = [{**msgspec.to_builtins(model), "verdict": model.verdict} for model in found.models]
        whole = {"file": str(results.path), "finished": results.finished, **msgspec.to_builtins(found)}
        print_json({**whole, "models": models}, "lab-balance")
    else:
        _print_balance(found)
        console.print(f"Results: {results.path}", markup=False, soft_wrap=True)
    leave(results, games, bool(found.faults))


def screen(
    system: SystemName,
    bot: Annotated[str, typer.Option(help="The bot whose settings are tried.")] = "tactician",
    settings: Annotated[
        list[str] | None,
        typer.Option("--settings", help="Which settings, with commas; all that are not 0 if left out."),
    ] = None,
    factor: Annotated[float, typer.Option(help="Each is multiplied or divided by this, as lots fall.")] = 2.0,
    games: GamesOption = 400,
    confirm: Annotated[
        int | None, typer.Option(help="Games on fresh seeds for what was found; as many again if left out.")
    ] = None,
    scenario: ScenarioOption = None,
    option: OptionOption = None,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    fresh: FreshOption = False,
    report: ReportOption = None,
    csv: CsvOption = None,
    parquet: ParquetOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the settings of a bot do: all of them drawn anew for every game, and their effects told by regression.

    What is found to help is played against the usual settings on fresh seeds; only that counts.
    """
    need("numpy", "lab", "A regression")
    work = Work(jobs, cluster, None, fresh, report, csv, parquet)
    check_games(games)
    again = games if confirm is None else confirm
    if again:
        check_games(again)
    work.check()
    names = [name.strip() for text in settings or [] for name in text.split(",") if name.strip()]
    study = arrange_screening(get_system(system), bot, names, factor, scenario, read_options(option or []), seed)
    if games > 2 * 1_000_000:
        raise BadInput("The seeds of the confirmation would be seeds of the screening: 2,000,000 games is the most.")
    results = play_study(study, games, work)
    found = screened(study, results.games)
    if found.proposal and again and results.finished:
        remark(f"Confirming on fresh seeds: {', '.join(f'{name}={value:g}' for name, value in found.proposal.items())}")
        proof = study.confirming(found.proposal)
        later = play_study(proof, again, work, ("proposed", "usual"))
        found = confirmed(found, later.games)
        results = results._replace(finished=later.finished)
    write_games(study, results, work)
    if report is not None:
        write_page(report, screen_page(found))
        remark(f"wrote {report}")
    if as_json:
        whole = {"file": str(results.path), "finished": results.finished, **msgspec.to_builtins(found)}
        print_json({**whole, "confirmed": found.is_confirmed}, "lab-screen")
    else:
        _print_screened(found)
        console.print(f"Results: {results.path}", markup=False, soft_wrap=True)
    leave(results, games, bool(found.faults))


def _print_balance(found: Balance) -> None:
    study = found.study
    drawn = f"{found.pairs} pairs of drawn forces of up to {study.size}, led by {study.led_by}"
    console.print(Text(f"{study.system}, {study.scenario}: {drawn}", style="bold"), soft_wrap=True)
    table = Table(box=None, padding=(0, 2))
    for title in ("model", "price", "suggested", "95 % interval", "worth", "pairs", "shown"):
        table.add_column(title, justify="left" if title in ("model", "shown") else "right")
    most = MOST_MODELS // 2
    shown = found.models if len(found.models) <= MOST_MODELS else (*found.models[:most], *found.models[-most:])
    for model in shown:
        fair = model.suggested
        prices = (f"{fair.value:.1f}", f"{fair.low:.1f} - {fair.high:.1f}") if fair else ("-", "not told yet")
        row = (model.model, f"{model.price:.0f}", *prices, f"{model.worth.value:+.1%}", str(model.seen), model.verdict)
        table.add_row(*map(Text, row))
    console.print(table)
    if found.models:
        worth, point = readable_worth(found.point)
        told = f"{worth} {point.value:.2%} of a game ({point.low:.2%} - {point.high:.2%})."
        console.print(f"{told[0].upper()}{told[1:]}")
    if len(shown) < len(found.models):
        console.print(f"{len(found.models) - len(shown)} models between them are in --json and --report.", style="dim")
    if found.unjudged:
        console.print(f"{found.unjudged} models were fielded too rarely to be judged.", style="dim")
    console.print(Text(balance_verdict(found), style="bold"), soft_wrap=True)


def _print_screened(found: Screened) -> None:
    study = found.study
    console.print(Text(f"{study.plays}, {study.system}: {found.games} games", style="bold"), soft_wrap=True)
    table = Table(box=None, padding=(0, 2))
    for title in ("setting", "usual", f"x{study.factor:g} over /{study.factor:g}", "95 % interval", "chance", "try"):
        table.add_column(title, justify="left" if title == "setting" else "right")
    for each in found.effects:
        gain = f"{each.gain.value:+.1%}", f"{each.gain.low:+.1%} - {each.gain.high:+.1%}"
        to = "" if each.proposed is None else f"{each.proposed:g}"
        table.add_row(Text(each.setting), f"{each.usual:g}", *gain, f"{each.chance:.3f}", to)
    console.print(table)
    if found.effects:
        console.print(
            "Gains are shares of a game; chances are corrected for the number of settings (Holm).", style="dim"
        )
    console.print(Text(screen_verdict(found), style="bold"), soft_wrap=True)
