"""`gearlock luck`: what each side of a kept battle rolled against what was to be expected, and how likely that was."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table

from gearlock.cli.screen import console, print_json
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.log import LoadedLog, read_log
from gearlock.lab.luck import Luck, Sum, luck_of


def luck(
    file: Annotated[Path, typer.Argument(help="A battle log.")],
    seat: Annotated[str | None, typer.Option(help="Tell of this seat only.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell how lucky each side was: expected, rolled, and the exact chance of rolling that much or more."""
    log = read_log(file)
    if seat is not None and seat not in log.system.seats:
        raise UnknownName("seat", seat, log.system.seats)
    if log.end is None and log.system.hidden:
        raise BadInput(
            f"{file}: this battle goes on, and its dice would tell secrets; its luck is told when it is over."
        )
    found = _luck_of_log(file, log)
    if seat is not None:
        found = msgspec.structs.replace(found, sides=tuple(side for side in found.sides if side.seat == seat))
    if as_json:
        print_json(found)
    else:
        print_luck(found)


def _luck_of_log(file: Path, log: LoadedLog) -> Luck:
    """The log keeps faces; what they were rolled for the rules say again, if they are still the same."""
    try:
        battle = log.battle()
    except Exception as error:  # rules that have changed may fall over an old log in any way
        message = f"the rules have changed since; what its dice were rolled for cannot be told any more ({error})"
        raise BadFile([Finding(str(file), 0, message)]) from error
    return luck_of(log.system, battle.thrown)


def print_luck(found: Luck, kinds: bool = True) -> None:
    """A line for each side, with one for each kind of throw below it, and what it is that is added up."""
    if not any(side.whole.throws for side in found.sides):
        return
    table = Table(box=None, padding=(0, 2), title=f"Luck, in {found.unit}", title_justify="left", title_style="bold")
    for title in ("", "throws", "expected", "rolled", "that or more", ""):
        table.add_column(title, justify="right" if title else "left", no_wrap=True)
    for side in found.sides:
        table.add_row(side.seat, *_cells(side.whole), verdict(side.whole), style="bold" if kinds else "")
        for kind in side.kinds if kinds else ():
            table.add_row(f"  {kind.what}", *_cells(kind), "")
    console.print(table)
    if kinds:
        console.print(found.about, markup=False, style="dim")
        if found.others:
            rest = ", ".join(f"{purpose} {count}" for purpose, count in found.others.items())
            console.print(f"Other throws: {rest}.", markup=False, style="dim")


def _cells(part: Sum) -> tuple[str, str, str, str]:
    chance = f"{part.at_least:.1%}" if part.at_least >= 0.001 else f"1 in {1 / part.at_least:,.0f}"
    return str(part.throws), f"{part.expected:.1f}", str(part.rolled), chance


def verdict(part: Sum) -> str:
    """The luck of a side in a word: rare is what happens to one side in twenty, or in a hundred."""
    for limit, word in ((0.01, "very "), (0.05, "")):
        if part.at_least <= limit:
            return f"{word}lucky"
        if part.at_most <= limit:
            return f"{word}unlucky"
    return "as dice are"
