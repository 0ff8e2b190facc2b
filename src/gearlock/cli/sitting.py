"""A sitting: people and bots around one terminal until the battle is over or somebody leaves."""

from __future__ import annotations

from typing import Any

from gearlock.bots.guarding import answerable
from gearlock.bots.players import Player
from gearlock.cli.person import Person, TakeBack, show_table
from gearlock.cli.screen import console, styled
from gearlock.cli.typed import LeaveTable, read_line, says_yes
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import UndoRefused
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.seat import Seat


def run_battle(battle: Battle[Any], players: dict[str, Player], file: LogFile) -> LeaveTable | None:
    """Play on until the battle is over or a person leaves; how they left, or None when it is over."""
    people = [player for player in players.values() if isinstance(player, Person)]
    curtain = len(people) > 1 and battle.has_secrets
    at_the_screen = ""
    try:
        while not battle.over:
            name = battle.waiting_for()[0]
            player = players[name]
            if curtain and isinstance(player, Person) and name != at_the_screen:
                at_the_screen = name
                hand_over(name)
            try:
                who = answerable(player, battle.seats_of.get(name, ""))
                battle.answer(name, who.decide(Seat(battle, name)))
            except TakeBack:
                take_back(battle, name, len(people) > 1)
                for person in people:
                    person.forget()
            file.update()
    except LeaveTable as leaving:
        console.print(f"\n{leaving}", markup=False)
        return leaving
    for person in people:
        person.catch_up()
    show_table(battle.view(None))
    return None


def hand_over(name: str) -> None:
    """Clear the screen, and what can be scrolled back to, before the next seat looks at it."""
    if console.is_terminal and not console.is_dumb_terminal:
        console.file.write("\x1b[3J\x1b[2J\x1b[H")
    else:
        console.print("\n" * 60)
    read_line(styled("[bold]{}[/], take the screen and press Enter. ", name))


def take_back(battle: Battle[Any], seat: str, opponent_is_here: bool) -> None:
    """Undo; behind dice and reveals a person is asked, and a bot always agrees."""
    try:
        battle.undo(seat)
    except UndoRefused as refused:
        if battle.decisions_of(seat) and (not opponent_is_here or says_yes(f"{refused} Does the opponent consent?")):
            battle.undo(seat, consent=True)
            whose = "by consent" if opponent_is_here else "the bot has no objection"
            console.print(f"Taken back: {whose}. The dice will fall the same way again.")
        else:
            console.print(str(refused), markup=False)
    else:
        console.print("Taken back.")
