"""`gearlock position`: a position from a file on the table, whose decision it is, and what comes of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from gearlock.bots.players import HUMAN
from gearlock.cli.battle import JsonOption, mention_kept
from gearlock.cli.cards import option_lines
from gearlock.cli.person import show_table
from gearlock.cli.screen import console, print_json, styled
from gearlock.cli.story import unfolded
from gearlock.cli.typed import read_spot, read_whole
from gearlock.kernel.asks import OPEN_OPTIONS, Amount, Option, Pick, named_option
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput
from gearlock.kernel.logfile import LogFile
from gearlock.kernel.narrator import Narrator
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.positions import load_position, order_from
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.view import Line, Preview

REFUSED = 1
"""Exit code: the rules refuse an order."""
Told = dict[str, Any]
SHOWN = "shown"
"""What a preview looks like on a screen; no part of the JSON."""


def position(
    file: Annotated[Path, typer.Argument(help="A position as a file; docs/positions.md shows one.")],
    order: Annotated[
        list[str] | None,
        typer.Option(
            "--order", help="Give an order: an option's number or words, with where to if it is open. May be repeated."
        ),
    ] = None,
    why: Annotated[bool, typer.Option("--why", help="Show every modifier of the options, and the dice.")] = False,
    save: Annotated[Path | None, typer.Option(help="Write the battle's log here, to go on from.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Lay out a position: the table, whose decision it is and the options, or what comes of orders."""
    laid = load_position(file)
    battle = laid.battle()
    battle.seats_of = dict.fromkeys(battle.system.seats, HUMAN)
    narrator = Narrator(battle, None)
    before = narrator.news()
    answers = [_give(battle, narrator, text) for text in order or []]
    if save is not None:
        with LogFile(save, battle) as log:
            mention_kept(log)
    if as_json:
        print_json(_document(battle, str(laid.head.get("title", "")), before, answers), "position")
    else:
        console.print(str(laid.head.get("title", "")), style="bold", markup=False)
        _tell(before, why)
        for answer in answers:
            _print_answer(answer, why)
        show_table(battle.view(None))
        _print_decision(battle, why)
    if any("refusal" in answer for answer in answers):
        raise typer.Exit(REFUSED)


def _give(battle: Battle[Any], narrator: Narrator, text: str) -> Told:
    """Give an order and tell what it was held to mean, and what happened or why the rules refuse it."""
    if battle.over:
        raise BadInput(f"'{text}': the battle is over, nobody can be given orders.")
    seat = battle.waiting_for()[0]
    found = _read_order(battle, seat, text)
    if isinstance(found, Refusal):
        return {"order": text, "seat": seat, "refusal": found}
    refusal = battle.refuse(seat, found)
    if refusal is not None:
        return {"order": text, "seat": seat, "given": found, "refusal": refusal}
    preview = battle.preview(seat, found)
    meant = Pick(label="", order=found)
    shown = list(option_lines(Seat(battle, seat), (meant,), full=True))[1:]
    battle.answer(seat, found)
    return {"order": text, "seat": seat, "given": found, "preview": preview, "story": narrator.news(), SHOWN: shown}


def _read_order(battle: Battle[Any], seat: str, text: str) -> Order | Refusal:
    """An order as logs hold it, {"order": ...}; or an option by number or words, and where to if it is open."""
    if text.startswith("{"):
        return order_from(battle.system, text)
    options = battle.options(seat)
    option, rest = _option(options, text)
    if not isinstance(option, OPEN_OPTIONS):
        return option.order
    aim = _aim(battle, seat, option, rest)
    if isinstance(aim, str):
        raise BadInput(f"'{option.label}' is open: {aim}; e.g. --order '{options.index(option) + 1} 24 30'.")
    return battle.aim(seat, option, aim)


def _option(options: tuple[Option, ...], text: str) -> tuple[Option, list[str]]:
    """An option, and the numbers behind it; a label may end with numbers as well."""
    words = re.fullmatch(r"\s*(.*?)((?:[\s,]+-?\d+(?:\.\d+)?)*)\s*", text)
    assert words is not None, "every line has a beginning"
    try:
        return named_option(options, text.strip()), []
    except BadInput:
        if not words[2]:
            raise
    return named_option(options, words[1]), words[2].split()


def _aim(battle: Battle[Any], seat: str, option: Option, rest: list[str]) -> Aim | str:
    if not isinstance(option, Amount):
        return read_spot(battle.view(seat), rest)
    amount = read_whole(rest[0]) if len(rest) == 1 else None
    return f"a number from {option.low} to {option.high}" if amount is None else Aim(amount)


def _document(battle: Battle[Any], title: str, before: list[Line], answers: list[Told]) -> Told:
    asks = [battle.ask_for(seat) for seat in battle.waiting_for()]
    return {
        "title": title,
        "system": battle.system.id,
        "story": before,
        "orders": [{key: value for key, value in answer.items() if key != SHOWN} for answer in answers],
        "table": battle.view(None),
        "over": battle.outcome,
        "decisions": [{"ask": ask, "options": list(_options(battle, ask.seat))} for ask in asks if ask is not None],
        "hash": battle.hash(),
    }


def _options(battle: Battle[Any], seat: str) -> Iterator[Told]:
    for number, option in enumerate(battle.options(seat), 1):
        preview = Preview() if isinstance(option, OPEN_OPTIONS) else battle.preview(seat, option.order)
        yield {"number": number, **msgspec.to_builtins(option), "preview": preview}


def _tell(story: list[Line], dice: bool) -> None:
    for line in story:
        console.print("  " + line.text, markup=False, style="italic")
        for roll in unfolded(line) if dice else ():
            console.print(roll, markup=False)


def _print_answer(answer: Told, why: bool) -> None:
    console.print(styled("[bold]{}[/]: {}", answer["seat"], answer["order"]))
    if "refusal" in answer:
        console.print(f"  No: {answer['refusal'].text()}", markup=False, style="yellow")
    else:
        for line in answer[SHOWN]:
            console.print(line)
        _tell(answer["story"], why)


def _print_decision(battle: Battle[Any], why: bool) -> None:
    """Whose decision it is, or how it ended."""
    if battle.outcome is not None:
        winner = battle.outcome.winner
        console.print(f"{f'{winner} wins' if winner else 'A draw'}: {battle.outcome.reason}.", markup=False)
    for name in battle.waiting_for():
        seat, ask = Seat(battle, name), battle.ask_for(name)
        assert ask is not None, "who is waited for is asked"
        console.print(styled("[bold]{}[/] decides: {}", name, ask.prompt or ask.kind))
        shown = [(option,) for option in seat.options()] if why else [seat.options()]
        for options in shown:
            for line in option_lines(seat, options, full=why):
                console.print(line)
