"""A person at the terminal: sees the table, reads the story, answers by number."""

from __future__ import annotations

import random
from typing import Any

from gearlock.cli.advice import LETTERS, advised, ranked
from gearlock.cli.board import draw, legend, piece_marks
from gearlock.cli.cards import objection_lines, option_lines, pieces_table, rule_text, unit_card
from gearlock.cli.screen import console, styled
from gearlock.cli.story import last_rolls, numbered, unfolded
from gearlock.cli.typed import LeaveTable, read_line, read_spot, read_whole, says_yes
from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Option
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import GearlockError
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Concede, Order, Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.view import Line, View

HELP = """\
  [bold]3[/]            choose option 3
  [bold]2 24 30[/]      option 2 towards 24, 30 (inches, or hex column and row)
  [bold]2 24 30 90[/]   ... and face 90 degrees there (on hexes: a hexside, 0 is east, counter-clockwise to 5)
  [bold]2[/]            for a move or a spot: suggestions to choose from
  [bold]o 3[/]          odds and modifiers of option 3       [bold]i R1[/]   record card of a piece
  [bold]r RULE[/]       what a rule says                     [bold]w B2[/]   why something cannot be done to a piece
  [bold]m[/]            the map again                        [bold]a[/]      what the tactician would do, and why
  [bold]u[/]            take the last decision back          [bold]s[/]      the story so far
  [bold]l[/]            the dice of the last roll            [bold]l 12[/]   those behind line 12 of the story
  [bold]ask greedy[/]   what another bot would do; [bold]ask tactician:cautious[/] for one of another temper
  [bold]concede[/]      give the battle up                   [bold]q[/]      leave; the battle is kept
"""
SHOWN = ("o", "i", "r", "w", "why", "m", "s", "l")
ANYTIME = (*SHOWN, "ask", "?", "h", "help", "u", "undo", "q", "quit", "exit", "concede")
"""What may be typed instead of a letter where suggestions are offered."""


class TakeBack(GearlockError):
    """The person wants the last decision back."""


class Person:
    """Decides by asking the person at the keyboard."""

    def __init__(self, battle: Battle[Any], name: str) -> None:
        self.name = name
        self.story: list[Line] = []
        self._battle = battle
        self._narrator = Narrator(battle, name)
        self._places: object = None
        self._random = random.Random(battle.setup.seed)
        self._asks_always = False

    def decide(self, seat: Seat) -> Order:
        """Show what is new, then ask until there is a legal order. Where there is no choice, say so and go on."""
        self.catch_up()
        options = seat.options()
        assert seat.ask is not None
        if self._leaves_no_choice(options):
            said = f"  {seat.ask.prompt or seat.ask.kind} There is only: {options[0].label}."
            console.print(said, markup=False, style="dim")
            return options[0].order
        view = seat.view()
        places = (view.round, *((p.id, p.x, p.y, p.known, p.status == "destroyed") for p in view.pieces))
        if places != self._places:
            self._places = places
            show_table(view)
        console.rule_off(styled("[bold]{} · {}: your decision[/]", _headline(view), self.name), side_colour(self.name))
        marks = piece_marks(view)
        unit = f" [{marks[seat.ask.unit]}]" if seat.ask.unit in marks else ""
        console.print(f"{seat.ask.prompt or seat.ask.kind}{unit}", style="bold", markup=False)
        for line in option_lines(seat, options):
            console.print(line)
        while True:
            order = self._obey(seat, options, read_line(styled("[bold]> [/]")).split())
            if order is not None:
                self._asks_always = False
                return order

    def _leaves_no_choice(self, options: tuple[Option, ...]) -> bool:
        """Whether there is one option, with nothing left to say about it.

        After something was taken back the person is asked all the same: the next `u` must find its way further back.
        """
        return len(options) == 1 and not isinstance(options[0], OPEN_OPTIONS) and not self._asks_always

    def catch_up(self) -> None:
        """Tell what happened since."""
        for line in self._narrator.news():
            self.story.append(line)
            console.print("  " + line.text, markup=False, style="italic")

    def forget(self) -> None:
        """After something was taken back: the story is what still stands."""
        self._narrator = Narrator(self._battle, self.name)
        self.story = self._narrator.news()
        self._places = None
        self._asks_always = True

    def _obey(self, seat: Seat, options: tuple[Option, ...], words: list[str]) -> Order | None:
        """What was typed: an order, or None after something was shown or could not be read."""
        if not words:
            console.print(f"Type a number from 1 to {len(options)}, or ? for help.")
            return None
        word = words[0].lower()
        if word in ("q", "quit", "exit"):
            raise LeaveTable("You left the table.")
        if word in ("u", "undo"):
            raise TakeBack
        if word == "concede":
            return Concede() if says_yes("Give this battle up?") else None
        number = read_whole(word)
        if number is not None:
            return self._choose(seat, options, number, words[1:])
        if word in ("a", "ask"):
            return self._take_one(seat, options, advised(seat, words[1:], self._random.randrange(1 << 30)))
        if word in SHOWN:
            self._show(seat, options, word, words[1:])
        elif word in ("?", "h", "help"):
            console.print(styled(HELP))
        else:
            console.print(f"'{words[0][:20]}' is not understood: type an option's number, or ? for help.", markup=False)
        return None

    def _show(self, seat: Seat, options: tuple[Option, ...], letter: str, words: list[str]) -> None:
        word = words[0] if words else ""
        number = read_whole(word)
        if letter == "m":
            show_table(seat.view())
        elif letter == "s":
            console.print("\n".join(numbered(self.story)) or "Nothing has happened yet.", markup=False)
        elif letter == "l":
            self.unfold(words)
        elif letter == "r":
            console.print(rule_text(self._battle.system, word), markup=False)
        elif letter == "i":
            console.print(unit_card(seat.view(), word))
        elif letter in ("w", "why"):
            for line in objection_lines(seat, word):
                console.print(line)
        elif number is not None and 1 <= number <= len(options):
            for line in option_lines(seat, (options[number - 1],), full=True):
                console.print(line)
        else:
            console.print(f"Which option? 1 to {len(options)}.")

    def unfold(self, words: list[str]) -> None:
        """The dice behind a line of the story, by its number; of the newest line with dice by none."""
        number = read_whole(words[0]) if words else last_rolls(self.story)
        if number is None or not 1 <= number <= len(self.story):
            console.print("Which line? s shows the story with its numbers; those with a star have dice.", markup=False)
            return
        line = self.story[number - 1]
        console.print("\n".join((line.text, *unfolded(line))), markup=False)
        if not line.rolls:
            console.print("    no dice", markup=False)

    def _choose(self, seat: Seat, options: tuple[Option, ...], number: int, rest: list[str]) -> Order | None:
        if not 1 <= number <= len(options):
            console.print(f"There are options 1 to {len(options)}.")
            return None
        option = options[number - 1]
        if not isinstance(option, OPEN_OPTIONS):
            if rest:
                console.print(f"Option {number} takes nothing more: type {number} alone to choose it.")
                return None
            return option.order
        if not rest and not isinstance(option, Amount):
            return self._suggest(seat, options, option)
        return self._complete(seat, option, number, rest)

    def _complete(self, seat: Seat, option: Option, number: int, rest: list[str]) -> Order | None:
        """Complete an open option as typed."""
        spot: Aim | str
        if isinstance(option, Amount):
            amount = read_whole(rest[0]) if len(rest) == 1 else None
            spot = f"a number from {option.low} to {option.high}" if amount is None else Aim(amount)
        else:
            spot = read_spot(seat.view(), rest)
        if isinstance(spot, str):
            console.print(styled("Type {} and then {}: e.g. [bold]{} 24 10[/].", number, spot, number))
            return None
        answer = seat.aim(option, spot)
        if isinstance(answer, Refusal):
            console.print(f"No: {answer.text()}", markup=False, style="yellow")
            return None
        return answer

    def _suggest(self, seat: Seat, options: tuple[Option, ...], option: Option) -> Order | None:
        """A handful of ways to complete an open option to choose from by letter; another command ends the offer."""
        found = ranked(seat, option, self._random)
        if not found:
            console.print("Trying at random found no way to do this; type where, e.g. the option's number and 24 30.")
            return None
        for letter, (_, where, worth) in zip(LETTERS, found, strict=False):
            console.print(styled("   [bold]{}[/]  {} {}", letter, f"{where:<34}", worth))
        gives = "damage to expect from there at best; risks: damage to expect in return (1 = a unit)"
        console.print(f"   gives: {gives}", style="dim")
        return self._take_one(seat, options, [order for order, _, _ in found])

    def _take_one(self, seat: Seat, options: tuple[Option, ...], orders: list[Order]) -> Order | None:
        """One of these by its letter; Enter for none, and another command ends the offer."""
        while orders:
            words = read_line(styled("[bold]which? (Enter for none) [/]")).lower().split()
            if not words:
                return None
            at = LETTERS.find(words[0]) if len(words) == len(words[0]) == 1 else -1
            if 0 <= at < len(orders):
                return orders[at]
            # A number alone could be meant for a suggestion: it is asked about, not obeyed.
            if words[0] in ANYTIME or (len(words) > 1 and read_whole(words[0]) is not None):
                return self._obey(seat, options, words)
            console.print(f"A letter from a to {LETTERS[len(orders) - 1]}, or Enter for none of these.")
        return None


def side_colour(name: str) -> str:
    """The colour a seat's headlines are drawn in."""
    return "red" if name == "red" else "blue"


def _headline(view: View) -> str:
    of = f" of {view.rounds}" if view.rounds else ""
    score = "  ".join(f"{seat} {points}" for seat, points in view.score.items())
    return f"Round {view.round}{of} · {view.phase}" + (f" · score {score}" if score else "")


def show_table(view: View) -> None:
    """Map, legend and pieces."""
    console.print(draw(view))
    console.print(legend(view))
    if view.pieces:
        console.print(pieces_table(view))
    for note in view.notes:
        console.print(note, markup=False)
