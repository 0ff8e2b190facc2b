"""Two Jägers that look at each other along a line, and what stands between them."""

from __future__ import annotations

from typing import Any

import msgspec

from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.terrain import Piece
from systems.fieldmanual.tables import piece, put, table

LEFT = 5.5
"""Where the line between the bases begins: red stands half an inch behind it."""


def across(start: float, end: float, top: float, rating: str, kind: str = "area", **more: Any) -> Piece:
    """Terrain across the whole line, from so many inches after red's base to so many."""
    box = (LEFT + start, 2, LEFT + end, 18)
    return piece(kind, box, top, rating=rating, id=f"{rating}-{start:g}-{end:g}", **more)


def facing_off(*pieces: Piece, apart: float = 12, card: str = "jager", **more: Any) -> tuple[State, Unit, Unit]:
    """Red at 5 in, blue with its base so many inches from red's, both on the line y = 10."""
    state = table(*pieces)
    red = put(state, "red-1", "jager", 5, 10, 0)
    blue = put(state, "blue-1", card, 0, 10, 180, **more)
    blue.x = round((LEFT + apart) * 1000) + blue.card.radius
    return state, red, blue


def perked(unit: Unit, **perks: int) -> Unit:
    """The same model with these perks and flaws on its card: underscores stand for spaces."""
    named = {name.replace("_", " "): rating for name, rating in perks.items()}
    unit.card = msgspec.structs.replace(unit.card, perks={**unit.card.perks, **named})
    return unit
