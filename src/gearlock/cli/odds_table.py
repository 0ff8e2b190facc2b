"""Odds over several values of a condition: a table on the screen, CSV, or a plot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from rich.text import Text

from gearlock.cli import fitting
from gearlock.cli.screen import console, percent, print_json, remark
from gearlock.kernel.errors import BadInput, UnknownName
from gearlock.lab.export import cannot_write, write_csv
from gearlock.lab.plots import svg_of
from gearlock.lab.sweep_plot import sweep_plot
from gearlock.lab.sweeps import MEASURES, Cell, Sweep, rows_of

WORDS = {"damage": "mean_damage", "hit": "hit", "crippled": "crippled", "destroyed": "destroyed"}
"""What --show takes, and what it means."""
WIDEST = 12
"""Columns on the screen at most; more of them are rows."""


class Table(NamedTuple):
    """What is wanted of a table."""

    show: str = "damage"
    csv: Path | None = None
    svg: Path | None = None


def print_sweep(found: Sweep, wanted: Table, as_json: bool) -> None:
    """The table on the screen, and in the files that were asked for."""
    if wanted.show not in WORDS:
        raise UnknownName("column", wanted.show, WORDS)
    if wanted.svg is not None and not found.axes:
        raise BadInput("A plot needs several values of a condition, such as --range 3..30.")
    if wanted.csv is not None:
        write_csv(wanted.csv, rows_of(found))
        remark(f"wrote {wanted.csv}")
    if wanted.svg is not None:
        try:
            wanted.svg.write_text(svg_of(sweep_plot(found, WORDS[wanted.show])), encoding="utf-8")
        except OSError as error:
            raise cannot_write(wanted.svg, error) from error
        remark(f"wrote {wanted.svg}")
    if as_json:
        print_json(found, "odds-table")
    else:
        _print_table(found, WORDS[wanted.show])


def _print_table(found: Sweep, measure: str) -> None:
    given = "".join(f"; {name} {value}" for name, value in found.given)
    crosswise = len(found.axes) == 2 and len(found.axes[1][1]) <= WIDEST
    what = f"; {MEASURES[measure]}" if crosswise else ""
    console.print(
        Text(f"{found.system}: {found.attacker} at {found.target}{given}{what}", style="bold"), soft_wrap=True
    )
    console.print(_crosswise(found, measure) if crosswise else _rows(found))
    for said in dict.fromkeys(cell.refused for cell in found.cells if cell.refused and len(found.cells) < 40):
        console.print(Text(f"-: {said}", style="dim"), soft_wrap=True)


def _crosswise(found: Sweep, measure: str) -> fitting.Table:
    """The first condition down, the second across."""
    (down, rows), (across, columns) = found.axes
    table = fitting.Table(box=None, padding=(0, 2))
    for title in (down, *(f"{across} {value}" for value in columns)):
        table.add_column(title, justify="right")
    cells: Mapping[tuple[str, ...], Cell] = {tuple(v for _, v in cell.given): cell for cell in found.cells}
    for row in rows:
        table.add_row(Text(row), *(_figure(cells[row, column], measure) for column in columns))
    return table


def _rows(found: Sweep) -> fitting.Table:
    """A line for each situation, with everything that is told of it."""
    table = fitting.Table(box=None, padding=(0, 2))
    for title in (*(name for name, _ in found.axes), "hit", "mean damage", "crippled", "destroyed"):
        table.add_column(title, justify="right")
    for cell in found.cells:
        figures = (_figure(cell, name) for name in ("hit", "mean_damage", "crippled", "destroyed"))
        table.add_row(*(Text(value) for _, value in cell.given), *figures)
    return table


def _figure(cell: Cell, measure: str) -> str:
    if cell.refused:
        return "-"
    value: float = getattr(cell, measure)
    return f"{value:.3f}" if measure == "mean_damage" else percent(value)
