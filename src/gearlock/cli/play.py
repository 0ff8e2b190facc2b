"""`gearlock play`: sit down and play, from a choice of battles to the result; every battle is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from gearlock.bots.players import HUMAN, is_human, make_bot
from gearlock.cli.battle import (
    OptionOption,
    SeedOption,
    SizeOption,
    as_player,
    battle_file,
    check_folder,
    lay_out,
    sit_down,
    sized,
)
from gearlock.cli.screen import console, remark, styled
from gearlock.cli.typed import LeaveTable, read_line, read_whole
from gearlock.kernel.battle import Battle
from gearlock.kernel.dice import Seeded
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.log import LoadedLog, read_log
from gearlock.kernel.registry import AnySystem, all_systems, get_system

BOT = "bot:greedy"


def play(
    system: Annotated[str | None, typer.Argument(help="A rule system; asked for if left out.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Which scenario; asked for if left out.")] = None,
    option: OptionOption = None,
    side: Annotated[str | None, typer.Option(help="Your seat: red or blue; red if left out.")] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other side: human, a bot (random, greedy, tactician, strategist) or FILE.py:CLASS; "
            "greedy if left out."
        ),
    ] = None,
    size: SizeOption = None,
    seed: SeedOption = None,
    log: Annotated[Path | None, typer.Option(help="Where to keep the battle.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a battle kept earlier.")] = None,
) -> None:
    """Play a battle in the terminal."""
    check_folder(log)
    before: LoadedLog | None = None
    if resume is not None:
        path, kept = resume, read_log(resume, forgive_cut=True)
        fight = _resumed(kept, path, side, against)
        before = kept if _same_dice(fight, kept) else None
    else:
        game = get_system(system) if system else _choose_system()
        scenario, options = sized(game, scenario, option or [], size)
        fight = _new_battle(game, scenario, options, side, against or BOT, seed)
        path = log or battle_file(fight)
    sit_down(fight, path, before)


def _new_battle(
    system: AnySystem, scenario: str | None, options: list[str], side: str | None, against: str, seed: int | None
) -> Battle[Any]:
    mine = side or system.seats[0]
    if mine not in system.seats:
        raise UnknownName("seat", mine, system.seats)
    against = as_player(against)
    if not is_human(against):
        make_bot(against, 0)  # an unknown player is named before anything is asked
    fight = lay_out(system, scenario or _choose_scenario(system), options, seed)
    fight.seats_of = {seat: HUMAN if seat == mine else against for seat in system.seats}
    return fight


def _same_dice(fight: Battle[Any], log: LoadedLog) -> bool:
    """Whether the dice to come are those the log commits to; if not, it has to be written anew and say so."""
    if isinstance(fight.dice, Seeded) and fight.dice.commitment == log.header.commitment:
        return True
    remark("The log does not tell the seed of its dice: from here on others are rolled, and it is written anew.")
    return False


def _resumed(log: LoadedLog, path: Path, side: str | None, against: str | None) -> Battle[Any]:
    if log.end is not None:
        raise BadInput(f"{path}: this battle is over; watch it with gearlock replay {path} --film")
    if log.dropped:
        remark("The last line was cut off when the program stopped; going on from the one before.")
    fight = log.battle(Seeded(log.header.setup.seed))
    if side is not None:
        if side not in fight.system.seats:
            raise UnknownName("seat", side, fight.system.seats)
        fight.seats_of[side] = HUMAN
    if against is not None:
        bots = [seat for seat, who in fight.seats_of.items() if not is_human(who)]
        fight.seats_of.update(dict.fromkeys(bots, as_player(against)))
    if not any(is_human(who) for who in fight.seats_of.values()):
        raise BadInput(f"{path}: only bots play in this battle; take a seat yourself with --side red")
    return fight


def _choose_system() -> AnySystem:
    found = all_systems()
    console.print("Which game?", style="bold")
    names = [styled("{}: [dim]{}[/]", system.name, system.about) for system in found]
    return found[_choose(names)]


def _choose_scenario(system: AnySystem) -> str:
    scenarios = list(system.scenarios().values())
    if len(scenarios) == 1:
        return scenarios[0].id
    console.print(f"{system.name}: which battle?", style="bold")
    names = [styled("{}: [dim]{}[/]", scenario.title, scenario.about) for scenario in scenarios]
    return scenarios[_choose(names)].id


def _choose(names: list[Text]) -> int:
    """Ask for one of these by number; Enter takes the first."""
    for number, name in enumerate(names, 1):
        console.print(Text.assemble("  ", (str(number), "bold"), "  ", name))
    while True:
        try:
            word = read_line(styled("[bold]Number (Enter for 1): [/]"))
        except LeaveTable:
            raise BadInput("No answer: name the game, e.g. gearlock play SYSTEM (see gearlock systems).") from None
        chosen = read_whole(word) if word else 1
        if chosen is not None and 1 <= chosen <= len(names):
            return chosen - 1
        if word in ("q", "quit"):
            raise BadInput("Nothing was begun.")
        console.print(f"A number from 1 to {len(names)}, please.")
