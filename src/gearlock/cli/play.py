"""`gearlock play`: sit down and play, from a choice of battles to the result; every battle is kept."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from gearlock.bots.players import HUMAN
from gearlock.cli.battle import OptionOption, SeedOption, lay_out, report, seat_players
from gearlock.cli.person import run_battle
from gearlock.cli.screen import console, remark, this_command
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.log import read_log
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.registry import AnySystem, all_systems, get_system


def play(
    system: Annotated[str | None, typer.Argument(help="A rule system; asked for if left out.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Which scenario; asked for if left out.")] = None,
    option: OptionOption = None,
    side: Annotated[str, typer.Option(help="Your seat.")] = "red",
    against: Annotated[
        str, typer.Option(help="Who plays the other side: bot:greedy, bot:random, human.")
    ] = "bot:greedy",
    seed: SeedOption = None,
    log: Annotated[Path | None, typer.Option(help="Where to keep the battle.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a battle kept earlier.")] = None,
) -> None:
    """Play a battle in the terminal."""
    if resume is not None:
        fight, path = _resumed(resume), resume
    else:
        chosen = get_system(system) if system else _choose_system()
        if side not in chosen.seats:
            raise UnknownName("seat", side, chosen.seats)
        fight = lay_out(chosen, scenario or _choose_scenario(chosen), option, seed)
        fight.seats_of = {seat: HUMAN if seat == side else against for seat in chosen.seats}
        path = log or battles_folder() / f"{chosen.id}-{time.strftime('%Y%m%d-%H%M%S')}-{fight.setup.seed}.jsonl"
    players = seat_players(fight)
    console.print(f"This battle is kept in {path}\nType [bold]?[/] and Enter for help at any time.\n", soft_wrap=True)
    with LogFile(path, fight, append=resume is not None) as file:
        finished = run_battle(fight, players, file)
    report(fight, path, as_json=False)
    if not finished:
        console.print(f"Go on later: [bold]{this_command()} play --resume {path}[/]", soft_wrap=True)


def battles_folder() -> Path:
    """Where battles are kept: GEARLOCK_HOME, or the user's data folder."""
    home = os.environ.get("GEARLOCK_HOME")
    if home:
        return Path(home) / "battles"
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "gearlock" / "battles"


def _resumed(path: Path) -> Battle[Any]:
    log = read_log(path, forgive_cut=True)
    if log.end is not None:
        raise BadInput(f"{path}: this battle is over; watch it with gearlock replay {path} --film")
    if log.dropped:
        remark("The last line was cut off when the program stopped; going on from the one before.")
    return log.battle(Seeded(log.header.setup.seed))


def _choose_system() -> AnySystem:
    found = all_systems()
    console.print("[bold]Which game?[/]")
    names = [f"{system.name} [dim]{system.about}[/]" for system in found]
    return found[_choose(names)]


def _choose_scenario(system: AnySystem) -> str:
    scenarios = list(system.scenarios().values())
    if len(scenarios) == 1:
        return scenarios[0].id
    console.print(f"[bold]{system.name}: which battle?[/]")
    return scenarios[_choose([f"{scenario.title} [dim]{scenario.about}[/]" for scenario in scenarios])].id


def _choose(names: list[str]) -> int:
    """Ask for one of these by number; Enter takes the first."""
    for number, name in enumerate(names, 1):
        console.print(f"  [bold]{number}[/]  {name}")
    while True:
        try:
            word = console.input("[bold]> [/]").strip()
        except EOFError:
            raise BadInput("No answer: name the game, e.g. gearlock play SYSTEM (see gearlock systems).") from None
        if not word:
            return 0
        if word.isdigit() and 1 <= int(word) <= len(names):
            return int(word) - 1
        console.print(f"A number from 1 to {len(names)}, please.")
