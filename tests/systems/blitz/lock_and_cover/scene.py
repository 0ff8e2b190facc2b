"""Tables laid out for looks: models by card on a ground of plain pieces, all in inches."""

from __future__ import annotations

import msgspec

from gearlock.systems.blitz.models import model_cards, ready
from gearlock.systems.blitz.state import FIELDED, State, Unit
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

EAST, NORTH, WEST, SOUTH = 0, 900, 1800, 2700
GEAR, STRIDER, SQUAD = "hunter", "mammoth", "north-infantry-squad"
BASE = 0.5
"""Half the base of a Gear, in inches."""


def mil(inches: float) -> int:
    return round(inches * 1000)


def piece(kind: str, rating: str, x0: float, y0: float, x1: float, y1: float, top: float, **more: object) -> Piece:
    outline = rectangle(mil(x0), mil(y0), mil(x1), mil(y1))
    fields: dict[str, object] = {"id": f"{kind}-{x0}-{y0}", "name": kind, **more}
    return Piece(kind=kind, outline=outline, top=mil(top), rating=rating, **fields)  # type: ignore[arg-type]


def wall(rating: str, x0: float, x1: float, top: float, y0: float = 10.0, y1: float = 30.0, **more: object) -> Piece:
    """Something upright across the way from west to east along y = 20."""
    return piece("instance", rating, x0, y0, x1, y1, top, **more)


def wood(rating: str, x0: float, x1: float, top: float, y0: float = 10.0, y1: float = 30.0, **more: object) -> Piece:
    """Area terrain across the same way."""
    return piece("area", rating, x0, y0, x1, y1, top, **more)


def model(id: str, seat: str, x: float, y: float = 20.0, card: str = GEAR, **changes: object) -> Unit:
    """A model in play. What the card prints may be changed: type="Gear (Hover)", traits=(...)."""
    printed = model_cards()[card]
    entries = {name: value for name, value in changes.items() if name in printed.__struct_fields__}
    line = ready(msgspec.structs.replace(printed, **entries))
    unit = Unit(id, seat, line.name, line, status=FIELDED, x=mil(x), y=mil(y), hull=line.hull, structure=line.structure)
    for name, value in changes.items():
        if name not in entries:
            setattr(unit, name, value)
    return unit


def table(*things: Piece | Unit, **settings: object) -> State:
    """A table 48 in wide and high with these pieces and models on it."""
    pieces = tuple(thing for thing in things if isinstance(thing, Piece))
    units = {thing.id: thing for thing in things if isinstance(thing, Unit)}
    state = State(Ground(48_000, 48_000, pieces), units)
    for name, value in settings.items():
        setattr(state, name, value)
    return state


def pair(*things: Piece | Unit, at: float = 10.0, to: float = 20.0, **settings: object) -> tuple[State, Unit, Unit]:
    """A Gear that looks east at an enemy Gear, with these things on the table; places are those of their middles."""
    red, blue = model("red", "red", at), model("blue", "blue", to)
    return table(red, blue, *things, **settings), red, blue
