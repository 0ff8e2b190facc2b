"""Odds in a saved battle: of one attack there, or of every attack that could be made at that moment, best first."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from gearlock.cli.attack_odds import print_lines, print_odds, spread_table
from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, percent, print_json
from gearlock.kernel.battle import Battle
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.kernel.log import LoadedLog, read_log
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import AnySystem
from gearlock.kernel.view import Preview
from gearlock.odds.attack import odds_in
from gearlock.odds.sequence import Course, gunnery_of


class Wanted(NamedTuple):
    """Which moment of which log, from whose side, and which attack."""

    log: Path
    step: int | None
    seat: str | None
    attacker: str | None
    target: str | None
    reply: bool


class Choice(NamedTuple):
    """An attack that could be made."""

    order: Order
    title: str
    preview: Preview


def odds_in_log(system: AnySystem, wanted: Wanted, as_json: bool) -> None:
    """Print what was asked for. A seat is shown what it can work out from what it knows, nobody else's secrets."""
    log = read_log(wanted.log)
    with log.words_for("what this log leads to cannot be worked out", -1):
        _print_moment(system, log, wanted, as_json)


def _print_moment(system: AnySystem, log: LoadedLog, wanted: Wanted, as_json: bool) -> None:
    battle, seat = _moment(system, log, wanted)
    choices = _choices(battle, seat)
    if wanted.attacker is None:
        _print_choices(choices, as_json)
        return
    choice = _chosen(choices, wanted)
    state = battle.state
    if wanted.seat is not None and battle.has_secrets:
        _print_known(choice, as_json)
        return
    marks = gunnery_of(system).marks(state, choice.order)
    course = Course((choice.order,), marks[0], wanted.reply)
    print_odds(system, odds_in(system, state, course), as_json)


def _moment(system: AnySystem, log: LoadedLog, wanted: Wanted) -> tuple[Battle[Any], str]:
    """The battle at that step, and the seat that decides there."""
    if log.system.id != system.id:
        raise BadInput(f"{wanted.log} is a battle of {log.system.id}, not of {system.id}.")
    if wanted.seat is not None and wanted.seat not in system.seats:
        raise UnknownName("seat", wanted.seat, system.seats)
    last = len(log.entries)
    step = last if wanted.step is None else wanted.step
    if not 1 <= step <= last:
        raise BadInput(f"The log has steps 1 to {last}, not {step}.")
    del log.entries[step:]
    battle = log.battle()
    waiting = battle.waiting_for()
    if not waiting:
        raise BadInput(f"At step {step} the battle is over: nobody attacks any more.")
    if wanted.seat is not None and wanted.seat not in waiting:
        raise BadInput(f"At step {step} {' and '.join(waiting)} decides, not {wanted.seat}.")
    return battle, wanted.seat or waiting[0]


def _choices(battle: Battle[Any], seat: str) -> list[Choice]:
    """The attacks there are, best first."""
    gunnery, state = gunnery_of(battle.system), battle.state
    found = [
        Choice(order, gunnery.title(state, order), battle.preview(seat, order))
        for order in gunnery.attacks(state, seat)
        if battle.refuse(seat, order) is None
    ]
    if not found:
        raise BadInput(f"{seat} cannot attack at this step.")
    return sorted(found, key=lambda choice: choice.preview.risks - choice.preview.gives)


def _chosen(choices: list[Choice], wanted: Wanted) -> Choice:
    """The attack whose title has everything that was said."""
    unit, _, weapon = (wanted.attacker or "").partition(":")
    words = [word.lower() for word in (unit, weapon, wanted.target or "") if word]
    fitting = [choice for choice in choices if all(word in choice.title.lower() for word in words)]
    if not fitting:
        there = "\n".join(choice.title for choice in choices[:20])
        raise BadInput(f"No attack at this step is called so. There are:\n{there}")
    return fitting[0]


def _print_choices(choices: list[Choice], as_json: bool) -> None:
    if as_json:
        attacks = [{"attack": c.title, "order": c.order, "preview": c.preview} for c in choices]
        print_json({"attacks": attacks}, "odds-attacks")
        return
    table = Table(box=None, padding=(0, 2))
    table.add_column("attack")
    for title in ("hit", "mean damage", "crippled", "destroyed"):
        table.add_column(title, justify="right")
    for choice in choices:
        odds = choice.preview.odds
        cells = ("", "", "", "")
        if odds is not None:
            cells = (
                f"{odds.p_hit:.2%}",
                f"{odds.mean_damage:.3f}",
                f"{odds.p_crippled:.2%}",
                f"{odds.p_destroyed:.2%}",
            )
        table.add_row(Text(choice.title), *cells)
    console.print(table)


def _print_known(choice: Choice, as_json: bool) -> None:
    """An attack as the seat that would make it can judge it."""
    if as_json:
        print_json({"attack": choice.title, "order": choice.order, "preview": choice.preview}, "odds-attack")
        return
    console.print(Text(choice.title, style="bold"))
    print_lines(choice.preview)
    odds = choice.preview.odds
    if odds is not None:
        console.print(Text(f"Hit {percent(odds.p_hit)}, mean damage {odds.mean_damage:.3f}", style="bold"))
        console.print(spread_table("damage", odds.damage))
        console.print(f"crippled {percent(odds.p_crippled)}, destroyed {percent(odds.p_destroyed)}")
