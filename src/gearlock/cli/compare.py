"""`gearlock compare`: the same attack, the same forces and the same model under several systems."""

from __future__ import annotations

from typing import Annotated

import typer

from gearlock.cli.battle import JsonOption, OptionOption, read_options
from gearlock.cli.comparison import print_compared_odds, print_comparison
from gearlock.cli.counterparts import print_conditions, print_model, print_stock
from gearlock.cli.labwork import MOST_JOBS, Work, check_games, cores
from gearlock.cli.matchreport import Standings
from gearlock.cli.odds import read_condition
from gearlock.cli.screen import remark
from gearlock.lab.compared_forces import Comparison, Contest, compare_forces, report_contest
from gearlock.lab.compared_odds import compare_odds
from gearlock.lab.game import Played
from gearlock.lab.namesakes import find_model, systems_named

app = typer.Typer(help="Set systems beside each other: the same attack or forces under each.", no_args_is_help=True)
SystemsOption = Annotated[
    list[str] | None,
    typer.Option("--systems", "-s", help="Which systems, with commas; all that are installed if left out."),
]
FORCE = "Models with commas, so many by x3: `hunter x2, jager`. Or the models of a roster: a file, or SYSTEM:NAME."


@app.callback()
def compare() -> None:
    """Set systems beside each other. Names are shared words or the ids of any system; what one lacks is said."""


@app.command("odds")
def odds(
    attacker: Annotated[str, typer.Argument(help="Who attacks with what, NAME:WEAPON; NAME:WEAPON x3 for three.")],
    target: Annotated[str, typer.Argument(help="Who is attacked.")],
    systems: SystemsOption = None,
    range_: Annotated[str | None, typer.Option("--range", help="How far away the target is, in inches.")] = None,
    cover: Annotated[
        str | None, typer.Option(help="The cover of the target: none, light, medium, heavy, full.")
    ] = None,
    posture: Annotated[str | None, typer.Option(help="How the attacker moves: braced, combat, top.")] = None,
    from_: Annotated[str | None, typer.Option("--from", help="Attacked from: front, side, rear.")] = None,
    with_: Annotated[
        list[str] | None, typer.Option("--with", help="Any other, name=value; `gearlock compare conditions` lists all.")
    ] = None,
    reply: Annotated[bool, typer.Option("--reply", help="The target answers as best it can.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Exact odds of one attack by the rules of each system, in one table.

    Exit code 1 if fewer than two systems could tell odds.
    """
    said = {"range": range_, "cover": cover, "posture": posture, "from": from_}
    given = [(name, value) for name, value in said.items() if value is not None]
    given += [read_condition(each, "`gearlock compare conditions`") for each in with_ or []]
    found = compare_odds(attacker, target, given, systems or (), reply)
    print_compared_odds(found, as_json)
    if len(found.systems) < 2:
        raise typer.Exit(1)


@app.command("match")
def match(
    first: Annotated[str, typer.Argument(metavar="FORCE_A", help=FORCE)],
    second: Annotated[str, typer.Argument(metavar="FORCE_B", help="The force against it, written likewise.")],
    games: Annotated[int, typer.Option(help="Games in each system, an even number: each seed from both sides.")] = 20,
    systems: SystemsOption = None,
    bot: Annotated[str, typer.Option(help="The bot that plays both sides.")] = "greedy",
    option: OptionOption = None,
    leave_out: Annotated[
        bool, typer.Option("--leave-out", help="Leave models that a system lacks at home, rather than that system.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the first pair; each pair has the next.")] = 1,
    jobs: Annotated[int | None, typer.Option(help="Games played at once; one for each core if left out.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Let bots fight with the same two forces under each system, and say how often each wins and how sure that is.

    Exit code 1 if a game failed, or if fewer than two systems have both forces: then nothing is played.
    """
    check_games(games)
    Work(jobs).check()
    compared = compare_forces(first, second, systems or (), bot, read_options(option or []), seed, leave_out)
    played = _play(compared, games, min(jobs or cores(), MOST_JOBS)) if len(compared.contests) > 1 else {}
    reports = [report_contest(contest, played.get(contest.system, []), games) for contest in compared.contests]
    print_comparison(compared, reports, as_json)
    if any(len(played[contest.system]) < games for contest in compared.contests if played):
        remark("Stopped before all games were played; the numbers above are of those that were.")
        raise typer.Exit(130)
    if not played or any(each.report.faults for each in reports):
        raise typer.Exit(1)


def _play(compared: Comparison, games: int, jobs: int) -> dict[str, list[Played]]:
    """The games of every contest; those that were played when somebody stopped it."""
    found: dict[str, list[Played]] = {contest.system: [] for contest in compared.contests}
    try:
        for contest in compared.contests:
            _play_one(contest, games, jobs, found[contest.system])
    except KeyboardInterrupt:
        pass
    return found


def _play_one(contest: Contest, games: int, jobs: int, found: list[Played]) -> None:
    with Standings((f"{contest.system}: A", "B"), games) as standings:
        for played in contest.play(games, jobs):
            found.append(played)
            standings.count(played)


@app.command("model")
def model(
    name: Annotated[str | None, typer.Argument(help="A model; all of them, system by system, if left out.")] = None,
    systems: SystemsOption = None,
    as_json: JsonOption = False,
) -> None:
    """What the cards of a model say in each system, its weapons by shared words; or which models have counterparts."""
    chosen = systems_named(systems or ())
    if name is None:
        print_stock(chosen, as_json)
    else:
        print_model(chosen, find_model(chosen, name), as_json)


@app.command("conditions")
def conditions(systems: SystemsOption = None, as_json: JsonOption = False) -> None:
    """What can be said in shared words about an attack, and what each system makes of it."""
    print_conditions(systems_named(systems or ()), as_json)
