"""`gearlock luck`: what each side of a kept battle rolled against what was to be expected, and how likely that was."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from gearlock.cli.fitting import Table
from gearlock.cli.screen import console, print_json
from gearlock.kernel.errors import BadFile, BadInput, Finding, UnknownName
from gearlock.kernel.log import read_log
from gearlock.lab.luck import Luck, Sum, luck_of_log


def luck(
    file: Annotated[Path, typer.Argument(help="A battle log.")],
    seat: Annotated[str | None, typer.Option(help="Tell of this seat only.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Tell how lucky each side was: expected, rolled, and the exact chance of rolling that much or more."""
    log = read_log(file)
    if seat is not None and seat not in log.system.seats:
        raise UnknownName("seat", seat, log.system.seats)
    try:
        found = luck_of_log(log)
    except BadInput as error:
        raise BadFile([Finding(str(file), 0, str(error))]) from error
    if seat is not None:
        found = msgspec.structs.replace(found, sides=tuple(side for side in found.sides if side.seat == seat))
    if as_json:
        print_json(found, "luck")
    elif not found.unit:
        console.print(f"{log.system.name} does not measure luck.", markup=False)
    elif not any(side.whole.throws for side in found.sides):
        console.print(f"No dice that count as luck were rolled. {found.about}", markup=False)
    else:
        print_luck(found)


def print_luck(found: Luck, kinds: bool = True) -> None:
    """A line for each side, with one for each kind of throw below it, and what it is that is added up."""
    if not any(side.whole.throws for side in found.sides):
        return
    table = Table(box=None, padding=(0, 2), title=f"Luck, in {found.unit}", title_justify="left", title_style="bold")
    for title in ("", "throws", "expected", "rolled", "that or more", ""):
        table.add_column(title, justify="right" if title else "left", no_wrap=True)
    for side in found.sides:
        table.add_row(side.seat, *_cells(side.whole), side.word, style="bold" if kinds else "")
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
