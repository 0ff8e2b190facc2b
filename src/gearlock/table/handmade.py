"""Positions on an inch table: the ground under them, and where and which way their models stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from gearlock.kernel.bounds import LEAST_INCHES, MOST_INCHES
from gearlock.kernel.errors import BadFile, BadInput
from gearlock.kernel.files import is_file_name
from gearlock.kernel.sheets import Sheet, Table
from gearlock.table.maps import RATINGS, as_mils, ground_faults, ground_of, load_map, read_map
from gearlock.table.measure import FULL_TURN, INCH
from gearlock.table.terrain import Ground

USUAL = "48x48"
COMPASS = ("east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast")
EIGHTH = FULL_TURN // len(COMPASS)


def as_said(table: Table) -> Mapping[str, Any]:
    """A piece whose keys are those of map files."""
    return table.keys


def read_ground(
    sheet: Sheet,
    named: Callable[[str], Ground],
    ratings: Collection[str] = RATINGS,
    spelled: Callable[[Table], Mapping[str, Any]] = as_said,
    usual: str = USUAL,
) -> Ground:
    """The table of a position: `map` is its size, a map by name or file, or the text of one; pieces come on top.

    `named` gives the system's own maps and raises UnknownName; `ratings` are those its terrain may have.
    `spelled` gives the keys of map files for a piece that may be said in words of the system.
    """
    try:
        base = _map(sheet, sheet.word(sheet.head, "map", usual), named, ratings)
    except BadFile as error:
        sheet.findings += error.findings
        base = Ground(48 * INCH, 48 * INCH)
    except BadInput as error:
        sheet.wrong(sheet.head, "map", f"{error} A size is written {USUAL}.")
        base = Ground(48 * INCH, 48 * INCH)
    try:
        return _with_pieces(sheet, base, ratings, spelled)
    except BadFile as error:
        for finding in error.findings:
            sheet.find(finding.line if sheet.places.line("piece") else 0, finding.message)
        return base


def _map(sheet: Sheet, text: str, named: Callable[[str], Ground], ratings: Collection[str]) -> Ground:
    if "\n" in text:
        return read_map(text, f"{sheet.file}, its map", ratings)
    bare = bare_ground(text)
    if bare is not None:
        return bare
    return load_map(Path(text), ratings) if is_file_name(text) else named(text)


def bare_ground(text: str) -> Ground | None:
    """An empty table of a size such as 48x48; None for what is no size. Raises BadInput for one too small or large."""
    size = re.fullmatch(r"(\d{1,3})x(\d{1,3})", text)
    if size is None:
        return None
    sides = [int(side) for side in size.groups()]
    if not all(LEAST_INCHES <= side <= MOST_INCHES for side in sides):
        raise BadInput(f"A side of the table is {LEAST_INCHES} to {MOST_INCHES} in, not {text}.")
    return Ground(sides[0] * INCH, sides[1] * INCH)


def _with_pieces(
    sheet: Sheet, base: Ground, ratings: Collection[str], spelled: Callable[[Table], Mapping[str, Any]]
) -> Ground:
    """A ground with the pieces of the position on it; each has a name and an id of its own, said or not."""
    tables = [
        {"id": f"{table.keys.get('kind')}-{table.number + 1}", "name": table.keys.get("kind"), **spelled(table)}
        for table in sheet.tables("piece")
    ]
    if not tables:
        return base
    sides = {"width": Decimal(base.width) / INCH, "height": Decimal(base.height) / INCH}
    added = ground_of({"name": "a position", **sides, "piece": tables}, sheet.places, sheet.file, ratings).pieces
    ground = base.of(*base.pieces, *added)
    taken = {piece.id for piece in base.pieces}
    for table, piece in zip(sheet.tables("piece"), added, strict=True):
        if piece.id in taken:
            sheet.wrong(table, "id", f"the map has a piece '{piece.id}' already")
    for fault in ground_faults(ground):
        sheet.wrong(sheet.head, "map", fault)
    return ground


def read_place(sheet: Sheet, table: Table) -> tuple[int, int, int | None] | None:
    """`at = [x, y]` in inches, with a height if the feet are not to stand where the ground is; None for nowhere."""
    said = table.keys.get("at")
    lengths = [as_mils(each) for each in said] if isinstance(said, list) else []
    if "at" not in table.keys:
        return None
    if len(lengths) not in (2, 3) or None in lengths:
        sheet.wrong(table, "at", "'at' is [x, y] in inches from the south-west corner, or [x, y, height of its feet]")
        return None
    x, y, *height = [each for each in lengths if each is not None]
    return x, y, height[0] if height else None


def read_facing(sheet: Sheet, table: Table, usual: int) -> int:
    """`facing`: a point of the compass, or degrees counter-clockwise from east."""
    said = table.keys.get("facing")
    if "facing" not in table.keys:
        return usual
    if isinstance(said, str) and said.lower() in COMPASS:
        return COMPASS.index(said.lower()) * EIGHTH
    degrees = Decimal(said) if isinstance(said, int | Decimal) and not isinstance(said, bool) else Decimal("NaN")
    tenths = degrees * 10 if degrees.is_finite() and 0 <= degrees < FULL_TURN else None
    if tenths is None or tenths != tenths.to_integral_value() or tenths >= FULL_TURN:
        words = f"{', '.join(COMPASS)}, or degrees from 0 (east) counter-clockwise to 359.9"
        sheet.wrong(table, "facing", f"'facing' is {words}")
        return usual
    return int(tenths)


def read_pose(sheet: Sheet, table: Table, ahead: int) -> tuple[tuple[int, int, int | None] | None, int]:
    """Where a model stands and which way it faces, `ahead` if nothing is said."""
    return read_place(sheet, table), read_facing(sheet, table, ahead)
