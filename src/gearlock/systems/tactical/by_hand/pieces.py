"""Terrain of a position: pieces by the kinds of map files, or by the book's types of terrain."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.tactical.line_of_sight.terrain import (
    ALIASES,
    BUILT,
    DENSE_WALL,
    KIND_OF,
    TYPES,
    WALL,
    type_called,
)
from gearlock.table.terrain import KINDS

GOING: Final = "going"
NAMES: Final = tuple(dict.fromkeys((*TYPES, *ALIASES)))
HEIGHTS: Final = {**dict.fromkeys(BUILT, Decimal(1)), **dict.fromkeys((WALL, DENSE_WALL), Decimal("0.3"))}
"""How high in inches is what stands on the ground, unless a height is said: a level; walls 3 m at skirmish scale."""


@heeds("tactical.2.4", "tactical.2.6.5-terrain-costs", "tactical.3.8.1-terrain")
def spelled(sheet: Sheet, table: Table) -> Mapping[str, Any]:
    """The keys of a map file for a piece; its kind may be a type of terrain: "sand", "woods", "dense urban"."""
    kind, props = table.keys.get("kind"), table.keys.get("props", {})
    going = props.get(GOING) if isinstance(props, Mapping) else None
    if isinstance(going, str) and not type_called(going):
        sheet.wrong(table, "props", str(UnknownName("type of terrain", going, NAMES)))
    if not isinstance(kind, str) or kind in KINDS or not isinstance(props, Mapping):
        return table.keys
    called = type_called(kind)
    if not called:
        sheet.wrong(table, "kind", str(UnknownName("kind or type of terrain", kind, dict.fromkeys((*KINDS, *NAMES)))))
        return {**table.keys, "kind": "area"}
    if isinstance(going, str) and type_called(going) not in ("", called):
        sheet.wrong(table, "props", f"it is said to be {called} and {type_called(going)}: one type of terrain")
    named = {"kind": KIND_OF[called], "props": {**props, GOING: called}}
    high = {} if "top" in table.keys or called not in HEIGHTS else {"top": HEIGHTS[called] + _base(table)}
    return {**table.keys, **named, **high}


def _base(table: Table) -> Decimal:
    base = table.keys.get("base", 0)
    return Decimal(base) if isinstance(base, int | Decimal) and not isinstance(base, bool) else Decimal(0)
