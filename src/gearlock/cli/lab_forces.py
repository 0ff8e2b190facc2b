"""`gearlock lab forces`, `tournament` and `compare`: who wins when everybody meets everybody."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from gearlock.cli.battle import JsonOption, OptionOption, SizeOption, SystemName, read_options, sized
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
from gearlock.cli.screen import print_json, remark
from gearlock.cli.standings import print_standing, print_systems
from gearlock.kernel.errors import BadInput, GearlockError
from gearlock.kernel.registry import get_system
from gearlock.lab.compared_forces import compare_forces
from gearlock.lab.match import bot_name
from gearlock.lab.pages import write_page
from gearlock.lab.round_robin import BOTS, FORCES, RoundRobin, arrange_round_robin
from gearlock.lab.standing import Standing, standing_of
from gearlock.lab.standing_page import standing_page
from gearlock.lab.stopping import Stopping
from gearlock.lab.systems_page import systems_page

FORCE = (
    "Forces as the scenario takes them: models with commas (`hunter*2,jaguar`), a ready-made roster by name, a file."
)
COMPARED = "Models with commas, so many by x3: `hunter x2, jager`. Or the models of a roster: a file, or SYSTEM:NAME."
UntilOption = Annotated[
    bool, typer.Option("--until-sure", help="Stop each pairing when it is sure; --games is the most for each.")
]
MarginOption = Annotated[
    float, typer.Option(help="With --until-sure: forces closer to a half than this count as even.")
]


def forces(
    system: SystemName,
    entrants: Annotated[list[str], typer.Argument(metavar="FORCE FORCE ...", help=FORCE)],
    games: GamesOption = 100,
    bot: BotOption = "greedy",
    until_sure: UntilOption = False,
    margin: MarginOption = 0.05,
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
    """Which force wins: all of them against each other, sides of the table swapped, the same dice for each pair.

    --games is for each pairing. Exit code 1 if a game failed.
    """
    work = Work(jobs, cluster, out, fresh, report, csv, parquet)
    chosen = get_system(system)
    scenario, options = sized(chosen, scenario, option or [], size)
    study = arrange_round_robin(chosen, entrants, bot, scenario, read_options(options), seed)
    _play_and_tell(study, games, work, margin if until_sure else None, as_json)


def tournament(
    system: SystemName,
    entrants: Annotated[
        list[str], typer.Argument(metavar="ENTRANT ENTRANT ...", help="Bots by name, or forces; not both.")
    ],
    games: GamesOption = 20,
    bot: Annotated[str, typer.Option(help="The bot that leads the forces.")] = "greedy",
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
    """A round robin of bots or of forces: strengths by Bradley and Terry's model, with intervals.

    --games is for each pairing. Exit code 1 if a game failed.
    """
    work = Work(jobs, cluster, out, fresh, report, csv, parquet)
    chosen = get_system(system)
    if len(entrants) < 3:
        raise BadInput("A tournament has three entrants or more; two meet in `lab match` or `lab forces`.")
    scenario, options = sized(chosen, scenario, option or [], size)
    kind = _kind_of(entrants)
    study = arrange_round_robin(chosen, entrants, bot, scenario, read_options(options), seed, kind)
    _play_and_tell(study, games, work, None, as_json)


def compare(
    first: Annotated[str, typer.Argument(metavar="FORCE_A", help=COMPARED)],
    second: Annotated[str, typer.Argument(metavar="FORCE_B", help="The force against it, written likewise.")],
    games: Annotated[int, typer.Option(help="Games in each system, an even number.")] = 20,
    systems: Annotated[
        list[str] | None, typer.Option("--systems", "-s", help="Which systems, with commas; all if left out.")
    ] = None,
    bot: BotOption = "greedy",
    option: OptionOption = None,
    leave_out: Annotated[bool, typer.Option("--leave-out", help="Leave models that a system lacks at home.")] = False,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    fresh: FreshOption = False,
    report: ReportOption = None,
    as_json: JsonOption = False,
) -> None:
    """The same two forces under several systems, kept and taken up again like all studies.

    Exit code 1 if a game failed, or if fewer than two systems have both forces: then nothing is played.
    """
    work = Work(jobs, cluster, None, fresh, report)
    check_games(games)
    work.check()
    compared = compare_forces(first, second, systems or (), bot, read_options(option or []), seed, leave_out)
    told: dict[str, Standing] = {}
    finished = True
    for contest in compared.contests if len(compared.contests) > 1 else ():
        match = contest.matches[0]
        seats = get_system(match.system).seats
        sides = tuple(match.options[seat] for seat in seats)
        others = {name: value for name, value in match.options.items() if name not in seats}
        study = RoundRobin(match.system, FORCES, sides, match.a, match.scenarios, others, seed)
        results = play_study(study, games, work, (f"{match.system}: A", "B"))
        finished = results.finished
        told[match.system] = standing_of(study, results.games)
        if not finished:
            break
    if report is not None and told:
        write_page(report, systems_page(compared, told))
        remark(f"wrote {report}")
    print_systems(compared, told, as_json)
    if not finished:
        raise typer.Exit(130)
    if not told or any(each.faults for each in told.values()):
        raise typer.Exit(1)


def _kind_of(entrants: list[str]) -> str:
    """Whether the entrants are bots or forces."""
    bots = [_is_bot(each) for each in entrants]
    if any(bots) and not all(bots):
        strange = ", ".join(each for each, known in zip(entrants, bots, strict=True) if not known)
        raise BadInput(f"Bots meet bots and forces meet forces; no bot is called {strange}.")
    return BOTS if all(bots) else FORCES


def _is_bot(text: str) -> bool:
    """A bot of the house, an installed one, or one in a file; what is wrong with a file is said."""
    try:
        bot_name(text)
    except GearlockError:
        if ".py:" in text:
            raise
        return False
    return True


def _play_and_tell(study: RoundRobin, games: int, work: Work, margin: float | None, as_json: bool) -> None:
    check_games(games, len(study.pairings()))
    work.check()
    if margin is not None and not 0 <= margin < 0.5:
        raise BadInput(f"The margin is a part of a whole game, from 0 to less than 0.5, not {margin:g}.")
    whole = games * len(study.pairings())
    stopping = Stopping(study, margin, whole) if margin is not None else None
    two = (study.entrants[0], study.entrants[1]) if len(study.entrants) == 2 else None
    results = play_study(study, whole, work, two, stopping)
    standing = standing_of(study, results.games, stopping)
    write_games(study, results, work)
    if work.report is not None:
        told = [game for game in results.games if stopping is None or stopping.counts(game.number)]
        write_page(work.report, standing_page(standing, told))
        remark(f"wrote {work.report}")
    if as_json:
        whole_report = {"file": str(results.path), "finished": results.finished, **msgspec.to_builtins(standing)}
        print_json(whole_report, "lab-forces")
    else:
        print_standing(standing, results.path)
    leave(results, whole, bool(standing.faults))
