"""A person at the terminal: sees the table, reads the story, answers by number."""

from __future__ import annotations

import random
from typing import Any

from gearlock.bots.players import Player
from gearlock.cli.board import draw, legend, piece_marks, spot_text
from gearlock.cli.cards import option_lines, pieces_table, rule_text, unit_card
from gearlock.cli.screen import console
from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Option
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import GearlockError, UndoRefused
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Concede, Order, Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.table.hexes import from_offset

HELP = """\
  [bold]3[/]            choose option 3
  [bold]2 24 30[/]      option 2 towards 24, 30 (inches, or hex column and row); [bold]2 24 30 90[/] to face 90 as well
  [bold]2[/]            for a move: suggestions to choose from
  [bold]o 3[/]          odds and modifiers of option 3       [bold]i R1[/]   record card of a piece
  [bold]r RULE[/]       what a rule says                     [bold]m[/]      the map again
  [bold]u[/]            take the last decision back          [bold]s[/]      the story so far
  [bold]concede[/]      give the battle up                   [bold]q[/]      leave; the battle is kept
"""


class LeaveTable(GearlockError):
    """The person gets up; the battle is kept."""


class TakeBack(GearlockError):
    """The person wants the last decision back."""


class Person:
    """Decides by asking the person at the keyboard."""

    def __init__(self, battle: Battle[Any], name: str) -> None:
        self.name = name
        self.narrator = Narrator(battle, name)
        self.story: list[str] = []
        self._system = battle.system
        self._places: object = None
        self._random = random.Random(battle.setup.seed)

    def decide(self, seat: Seat) -> Order:
        """Show what is new, then ask until there is a legal order."""
        self.catch_up()
        view = seat.view()
        places = (view.round, *((p.id, p.x, p.y, p.known, p.status == "destroyed") for p in view.pieces))
        if places != self._places:
            self._places = places
            self._show_map(seat)
        assert seat.ask is not None
        title = f"Round {view.round} · {view.phase} · {self.name}: your decision"
        console.rule(f"[bold]{title}[/]", style="red" if self.name == "red" else "blue")
        marks = piece_marks(view)
        unit = f" [{marks[seat.ask.unit]}]" if seat.ask.unit in marks else ""
        console.print(f"{seat.ask.prompt or seat.ask.kind}{unit}", style="bold", markup=False)
        options = seat.options()
        for line in option_lines(seat, options):
            console.print(line)
        while True:
            order = self._read(seat, options)
            if order is not None:
                return order

    def catch_up(self) -> None:
        """Tell what happened since."""
        for line in self.narrator.news():
            self.story.append(line.text)
            console.print("  " + line.text, markup=False, style="italic")

    def _show_map(self, seat: Seat) -> None:
        view = seat.view()
        console.print(draw(view))
        console.print(legend(view))
        console.print(pieces_table(view))

    def _read(self, seat: Seat, options: tuple[Option, ...]) -> Order | None:
        """One line typed: an order, or None after something was shown or could not be read."""
        try:
            words = console.input("[bold]> [/]").split()
        except EOFError:
            raise LeaveTable("No more input.") from None
        if not words:
            console.print(f"Type a number from 1 to {len(options)}, or ? for help.")
            return None
        match words[0].lower():
            case "q" | "quit" | "exit":
                raise LeaveTable("You left the table.")
            case "u" | "undo":
                raise TakeBack
            case "concede":
                return Concede()
            case number if number.isdigit():
                return self._choose(seat, options, int(number), words[1:])
            case "o" | "i" | "r" | "m" | "s" as letter:
                self._show(seat, options, letter, words[1:])
            case _:
                console.print(HELP)
        return None

    def _show(self, seat: Seat, options: tuple[Option, ...], letter: str, words: list[str]) -> None:
        word = words[0] if words else ""
        if letter == "m":
            self._show_map(seat)
        elif letter == "s":
            console.print("\n".join(self.story) or "Nothing has happened yet.", markup=False)
        elif letter == "r":
            console.print(rule_text(self._system, word), markup=False)
        elif letter == "i":
            console.print(unit_card(seat.view(), word))
        elif word.isdigit() and 1 <= int(word) <= len(options):
            for line in option_lines(seat, (options[int(word) - 1],), full=True):
                console.print(line)
        else:
            console.print(f"Which option? 1 to {len(options)}.")

    def _choose(self, seat: Seat, options: tuple[Option, ...], number: int, rest: list[str]) -> Order | None:
        if not 1 <= number <= len(options):
            console.print(f"There are options 1 to {len(options)}.")
            return None
        option = options[number - 1]
        if not isinstance(option, OPEN_OPTIONS):
            return option.order
        if not rest and not isinstance(option, Amount):
            return self._suggest(seat, option)
        aim = self._read_spot(seat, rest)
        if aim is None:
            console.print(
                f"Where to? Type {number} and numbers, e.g. [bold]{number} 24 30[/] or [bold]{number} 24 30 90[/]."
            )
            return None
        answer = seat.aim(option, aim)
        if isinstance(answer, Refusal):
            console.print(f"No: {answer.text()}", markup=False, style="yellow")
            return None
        return answer

    def _read_spot(self, seat: Seat, words: list[str]) -> Aim | None:
        try:
            numbers = [float(word.strip(",°")) for word in words]
        except ValueError:
            return None
        hexes = seat.view().table.kind == "hexes"
        match numbers, hexes:
            case [amount], _:
                return Aim(int(amount))
            case [column, row, *facing], True if len(facing) <= 1:
                q, r = from_offset(int(column), int(row))
                return Aim(q, r, int(facing[0]) % 6 * 600 if facing else None)
            case [x, y, *facing], False if len(facing) <= 1:
                return Aim(round(x * 1000), round(y * 1000), round(facing[0] * 10) % 3600 if facing else None)
        return None

    def _suggest(self, seat: Seat, option: Option) -> Order | None:
        """A handful of ways to complete an open option, best first."""
        found = {
            order: seat.preview(order) for _ in range(16) if (order := seat.sample(option, self._random)) is not None
        }
        ranked = sorted(found.items(), key=lambda pair: pair[1].risks / 2 - pair[1].gives)[:6]
        if not ranked:
            console.print("Trying at random found no way to do this; type where, e.g. the option's number and 24 30.")
            return None
        view = seat.view()
        for at, (_, preview) in enumerate(ranked):
            where = spot_text(view, *preview.ends) if preview.ends else option.label
            console.print(
                f"   [bold]{'abcdef'[at]}[/]  {where:<34} gives {preview.gives:.2f}  risks {preview.risks:.2f}"
            )
        try:
            word = console.input("[bold]which? (Enter for none) [/]").strip().lower()
        except EOFError:
            raise LeaveTable("No more input.") from None
        at = "abcdef".find(word) if len(word) == 1 else -1
        return ranked[at][0] if 0 <= at < len(ranked) else None


def run_battle(battle: Battle[Any], players: dict[str, Player], file: LogFile | None) -> bool:
    """Play on until the battle is over or a person leaves; True when it is over."""
    people = [seat for seat, player in players.items() if isinstance(player, Person)]
    last = ""
    while not battle.over:
        name = battle.waiting_for()[0]
        if name in people and last not in ("", name) and len(people) > 1 and battle.system.hidden:
            console.clear()
            console.input(f"[bold]{name}[/], take the screen and press Enter. ")
        last = name if name in people else last
        try:
            battle.answer(name, players[name].decide(Seat(battle, name)))
        except TakeBack:
            _take_back(battle, name, len(people) > 1)
        except LeaveTable as leaving:
            console.print(f"\n{leaving}")
            return False
        if file is not None:
            file.update(battle)
    for player in players.values():
        if isinstance(player, Person):
            player.catch_up()
    return True


def _take_back(battle: Battle[Any], seat: str, opponent_is_here: bool) -> None:
    try:
        battle.undo(seat)
    except UndoRefused as refused:
        if "nothing" in str(refused):
            console.print(str(refused))
            return
        console.print(str(refused), markup=False)
        if opponent_is_here and console.input("Does the opponent consent? (y/n) ").strip().lower() != "y":
            return
        battle.undo(seat, consent=True)
        console.print("Taken back by consent. The dice stay what they are." if not opponent_is_here else "Taken back.")
    else:
        console.print("Taken back.")
