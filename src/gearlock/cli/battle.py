"""`gearlock battle`: one battle from set-up to result, between bots, people, or both."""

from __future__ import annotations

import secrets
import shlex
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.status import Status

from gearlock.bots.arena import play_out
from gearlock.bots.guarding import answerable, made
from gearlock.bots.own import admit
from gearlock.bots.players import Player, is_human
from gearlock.bots.thoughts import MEANINGS
from gearlock.cli.explaining import Explainer
from gearlock.cli.luck import print_luck
from gearlock.cli.person import Person
from gearlock.cli.screen import console, print_json, remark, styled, this_command
from gearlock.cli.sitting import run_battle
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.homes import data_folder
from gearlock.kernel.log import LoadedLog
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.record import Rolled
from gearlock.kernel.registry import AnySystem, get_system, system_ids
from gearlock.lab.luck import luck_of

SystemName = Annotated[
    str, typer.Argument(help="A rule system; `gearlock systems` lists them.", autocompletion=lambda: list(system_ids()))
]
SeedOption = Annotated[int | None, typer.Option(help="Same seed, same map and dice. Random if left out.")]
OptionOption = Annotated[list[str] | None, typer.Option("--option", "-o", help="A scenario option, name=value.")]
SizeOption = Annotated[
    int | None,
    typer.Option(help="Points a side may spend, the scenario option `size`; picks a scenario that has it."),
]
_AS_IS: dict[str, Any] = {"markup": False, "soft_wrap": True}
SIZE = "size"
"""The scenario option that --size stands for."""
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def battle(
    system: SystemName,
    scenario: Annotated[str | None, typer.Option(help="Which scenario; the system's first if left out.")] = None,
    option: OptionOption = None,
    red: Annotated[
        str,
        typer.Option(help="Who plays red: human, a bot (random, greedy, tactician, strategist) or FILE.py:CLASS."),
    ] = "bot:greedy",
    blue: Annotated[str, typer.Option(help="Who plays blue.")] = "bot:greedy",
    size: SizeOption = None,
    seed: SeedOption = None,
    log: Annotated[Path | None, typer.Option(help="Write the battle's log here.")] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell the battle, and at every decision of a bot what it weighed and why.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Play one battle and report winner, rounds, decisions and the final state's hash.

    Exit code 1 if people's input ends before the battle does.
    """
    check_folder(log)
    chosen = get_system(system)
    scenario, options = sized(chosen, scenario, option or [], size)
    fight = lay_out(chosen, scenario, options, seed)
    fight.seats_of = dict(zip(fight.system.seats, (as_player(red), as_player(blue)), strict=True))
    players = seat_players(fight)
    if as_json and any(is_human(spec) for spec in fight.seats_of.values()):
        raise BadInput("A person needs the screen: leave --json out, or let bots play both sides.")
    if any(isinstance(player, Person) for player in players.values()):
        if explain:
            raise BadInput(
                "--explain tells what bots think: let bots play both sides. At the table, type a for advice."
            )
        sit_down(fight, log or battle_file(fight))
        return
    with ExitStack() as stack:
        if as_json:
            stack.enter_context(redirect_stdout(sys.stderr))  # bots of one's own may print: there is one document
        file = stack.enter_context(LogFile(log, fight)) if log is not None else None
        mention_kept(file)
        explainer = Explainer(fight, players, aloud=not as_json) if explain else None
        quiet = as_json or explain or not console.is_terminal
        status = None if quiet else stack.enter_context(console.status("The battle begins ..."))
        _run_bots(fight, explainer.players if explainer else players, file, status, explainer)
    report(fight, log, as_json, explainer.told if explainer else None)


def sit_down(fight: Battle[Any], path: Path, append: LoadedLog | None = None) -> None:
    """Play a battle with at least one person at this terminal, keeping it in a file."""
    players = seat_players(fight)
    with LogFile(path, fight, append) as file:
        mention_kept(file)
        scenario = fight.system.scenarios().get(fight.setup.scenario)
        usual = f"{scenario.title}. {scenario.about} {scenario.goal}" if scenario is not None else ""
        console.print(fight.system.announce(fight.setup) or usual, markup=False, style="bold")
        console.print(f"This battle is kept in {path}\nType ? and Enter for help at any time.\n", **_AS_IS)
        left = run_battle(fight, players, file)
    report(fight, path, as_json=False)
    if left is not None:
        console.print(f"Go on later: {this_command()} play --resume {shlex.quote(str(path))}", **_AS_IS)
        if left.code:
            raise typer.Exit(left.code)


def check_folder(log: Path | None) -> None:
    """A log goes where somebody names a place, into a folder that is there: a name with a slip makes none."""
    if log is not None and not log.parent.is_dir():
        raise BadInput(f"There is no folder {log.parent} to keep {log.name} in.")


def mention_kept(file: LogFile | None) -> None:
    """Say where an older file of that name went."""
    if file is not None and file.kept is not None:
        remark(f"{file.path} was there already; it is kept as {file.kept}")


def battle_file(fight: Battle[Any]) -> Path:
    """Where a battle is kept if nobody says."""
    name = f"{fight.system.id}-{time.strftime('%Y%m%d-%H%M%S')}-{fight.setup.seed}.jsonl"
    return data_folder() / "battles" / name


def lay_out(system: AnySystem, scenario: str | None, options: list[str] | None, seed: int | None) -> Battle[Any]:
    """A battle at its first decision."""
    said = read_options(options or [])
    chosen = scenario or system.usual_scenario(said)
    number = secrets.randbelow(1_000_000) if seed is None else seed
    return Battle.begin(system, system.prepare(chosen, number, said))


def sized(
    system: AnySystem, scenario: str | None, options: list[str], size: int | None
) -> tuple[str | None, list[str]]:
    """The scenario and options that `--size` stands for; a battle whose forces have no size is refused in words."""
    if size is None:
        return scenario, options
    taking = [found.id for found in system.scenarios().values() if SIZE in found.options]
    if not taking:
        raise BadInput(f"No battle of {system.name} is fought with forces of a size one chooses: leave --size out.")
    if scenario in system.scenarios() and scenario not in taking:
        raise BadInput(f"The scenario {scenario} has no size to choose; {' and '.join(taking)} can have one.")
    if any(text.startswith(f"{SIZE}=") for text in options):
        raise BadInput(f"The size is said twice: leave out --size, or -o {SIZE}=...")
    return scenario or taking[0], [*options, f"{SIZE}={size}"]


def read_options(texts: list[str]) -> dict[str, str]:
    """Scenario options written as name=value."""
    wrong = [text for text in texts if "=" not in text]
    if wrong:
        raise BadInput(f"An option is written name=value, not {', '.join(repr(text) for text in wrong)}.")
    return dict(text.split("=", 1) for text in texts)


def as_player(spec: str) -> str:
    """A player as somebody here has named them; a bot of their own is loaded for that."""
    return spec if is_human(spec) else f"bot:{admit(spec)}"


def seat_players(fight: Battle[Any]) -> dict[str, Player]:
    """Sit everybody down as `seats_of` says; the same seed gives bots the same temper."""
    players: dict[str, Player] = {}
    for number, (seat, spec) in enumerate(fight.seats_of.items()):
        players[seat] = Person(fight, seat) if is_human(spec) else made(spec, fight.setup.seed * 2 + number)
    return players


def _run_bots(
    fight: Battle[Any],
    players: Mapping[str, Player],
    file: LogFile | None,
    status: Status | None,
    explainer: Explainer | None,
) -> None:
    def after(now: Battle[Any]) -> None:
        if file is not None:
            file.update()
        if status is not None:
            view = now.view(None)
            status.update(f"Round {view.round}, {view.phase}: {len(now.entries)} steps")
        if explainer is not None:
            explainer.go_on()

    watch: Callable[[Battle[Any]], None] | None = after if file or status or explainer else None
    play_out(fight, {seat: answerable(player, fight.seats_of[seat]) for seat, player in players.items()}, watch)


def _notes(fight: Battle[Any]) -> tuple[str, ...]:
    """What stands below the table: all of it in the end, but a battle that goes on keeps its secrets from the seats."""
    if fight.over or not fight.has_secrets:
        return fight.view(None).notes
    people = [seat for seat, who in fight.seats_of.items() if is_human(who)]
    return fight.view(people[0]).notes if len(people) == 1 else ()


def report(fight: Battle[Any], log: Path | None, as_json: bool, explained: list[dict[str, Any]] | None = None) -> None:
    """Say how it ended, or where it stands; how lucky it was is told when it is over."""
    luck = luck_of(fight.system, fight.thrown) if fight.over else None
    result = {
        "system": fight.system.id,
        "scenario": fight.setup.scenario,
        "seed": fight.setup.seed,
        "seats": fight.seats_of,
        "over": fight.over,
        "winner": fight.outcome.winner if fight.outcome else "",
        "reason": fight.outcome.reason if fight.outcome else "",
        "score": fight.outcome.score if fight.outcome else {},
        "notes": _notes(fight),
        "rounds": fight.view(None).round,
        "decisions": fight.decisions,
        "rolls": sum(isinstance(entry.input, Rolled) for entry in fight.entries),
        "hash": fight.hash(),
        "luck": luck,
    }
    if explained is not None:
        result["explained"] = {"terms": MEANINGS, "decisions": explained}
    if as_json:
        print_json(result, "battle")
        return
    if fight.outcome is not None:
        winner = fight.outcome.winner
        who = f"{winner} wins" if winner else "A draw"
        console.print(styled("\n[bold]{}[/]: {}.", who, fight.outcome.reason))
    else:
        console.print("\nThe battle is not over.", style="bold")
    for note in _notes(fight):
        console.print(note, **_AS_IS)
    counted = f"{result['rounds']} rounds, {result['decisions']} decisions, {result['rolls']} rolls"
    console.print(styled("{}; seed {}, final state [cyan]{}[/].", counted, result["seed"], result["hash"]))
    if luck is not None:
        print_luck(luck, kinds=False)
    if log:
        watch = f"{this_command()} replay {shlex.quote(str(log))} --film"
        console.print(f"Log: {log}\nWatch it: {watch}", **_AS_IS)
