"""3.8.1: Urban terrain at 10 m an inch: no ground that one drives through, but houses, with streets between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import is_solid
from gearlock.systems.tactical.line_of_sight.standing import type_at
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, LEVEL, type_of
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

HOUSE, STREET = 3 * INCH, 3 * INCH
NAMES: Final = {"urban": "House", "dense urban": "Block"}


def is_town(piece: Piece) -> bool:
    """Whether a piece is Urban terrain by area, as the tactical scale knows it."""
    return piece.kind == "area" and type_of(piece) in BUILT


@heeds("tactical.3.8.1-buildings")
def as_houses(ground: Ground) -> Ground:
    """Every piece of Urban terrain as the one building that it is at skirmish scale."""
    return ground.of(*(_house(piece) if is_town(piece) else piece for piece in ground.pieces))


def _house(piece: Piece) -> Piece:
    top = piece.top if piece.top > piece.base else piece.base + LEVEL
    props: dict[str, int | str] = {**piece.props, "going": type_of(piece)}
    return msgspec.structs.replace(piece, kind="building", rating="", top=top, props=props)


@heeds("tactical.3.8.1-buildings", "tactical.4.1.2-battlefield-urban")
def with_streets(ground: Ground) -> Ground:
    """Towns as rows of houses 3 in wide with as much room between them; roads, clearings and hills stay free."""
    towns = [piece for piece in ground.pieces if is_town(piece)]
    kept = [piece for piece in ground.pieces if not is_town(piece)]
    return ground.of(*kept, *_houses(ground)) if towns else ground


def _houses(ground: Ground) -> Iterator[Piece]:
    step = HOUSE + STREET
    for x in range(STREET // 2, ground.width - HOUSE, step):
        for y in range(STREET // 2, ground.height - HOUSE, step):
            if _is_built_up(ground, x, y):
                kind = type_at(ground, x + HOUSE // 2, y + HOUSE // 2)
                name, box = f"house-{x // INCH}-{y // INCH}", rectangle(x, y, x + HOUSE, y + HOUSE)
                yield Piece(name, NAMES[kind], "building", box, LEVEL, props={"going": kind})


def _is_built_up(ground: Ground, x: int, y: int) -> bool:
    """Whether a house stands at a place: Urban terrain on every inch of it, and nothing solid."""
    spots = [(x + east, y + north) for east in range(0, HOUSE + 1, INCH) for north in range(0, HOUSE + 1, INCH)]
    solid = any(is_solid(piece) for spot in spots for piece in ground.pieces_at(*spot))
    return not solid and all(type_at(ground, *spot) in BUILT for spot in spots)
