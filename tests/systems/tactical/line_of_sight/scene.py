"""Two Hunters that look at each other along a line, and what lies between them."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.table.terrain import Piece
from systems.tactical.tables import HUNTER, piece, put, table

LEFT = 10.0
"""Where red stands, on the line y = 10."""


def strip(going: str, start: float, end: float, **more: Any) -> Piece:
    """Terrain across the whole line, from so many inches after red to so many."""
    box = (LEFT + start, 2.0, LEFT + end, 18.0)
    props = {"going": going}
    return piece(
        more.pop("kind", "area"), box, more.pop("top", 0), id=f"{going}-{start:g}-{end:g}", props=props, **more
    )


def ridge(start: float, end: float, top: float = 1, **more: Any) -> Piece:
    """High ground across the line."""
    box = (LEFT + start, 2.0, LEFT + end, 18.0)
    return piece("hill", box, top, footing=True, id=f"ridge-{start:g}-{end:g}", **more)


def facing_off(*pieces: Piece, apart: float = 12, skirmish: bool = False, **switches: str) -> tuple[State, Unit, Unit]:
    """Red looks east at blue, so many inches away; blue looks west."""
    state = table(*pieces, size=(120, 48), **switches)
    if skirmish:
        state.scale = SKIRMISH_SCALE
    red = put(state, "red-1", HUNTER, LEFT, 10, 0)
    blue = put(state, "blue-1", HUNTER, LEFT + apart, 10, 180)
    for unit in (red, blue):
        unit.z = state.ground.elevation(unit.x, unit.y)
    return state, red, blue


def fitted(
    unit: Unit, flaws: dict[str, int] | None = None, details: dict[str, str] | None = None, **perks: int
) -> Unit:
    """The same unit with these perks on its card: underscores stand for spaces."""
    named = {name.replace("_", " "): rating for name, rating in perks.items()}
    aux = tuple(name for name in named if name in ("ECM", "ECCM", "Searchlight", "Smoke Launchers"))
    unit.card = msgspec.structs.replace(
        unit.card, perks={**unit.card.perks, **named}, flaws={**unit.card.flaws, **(flaws or {})}, aux=aux,
        details={**unit.card.details, **(details or {})},
    )  # fmt: skip
    return unit


def changed(unit: Unit, **entries: Any) -> Unit:
    """The same unit with other entries of its card."""
    unit.card = msgspec.structs.replace(unit.card, **entries)
    return unit
