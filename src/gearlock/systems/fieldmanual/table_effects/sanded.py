"""White sand in the ground: the pieces it lies in, and circles of open ground, are Dangerous terrain."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from gearlock.kernel.rulebook import rule
from gearlock.table.measure import FULL_TURN, INCH, advance
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground, Piece

SAND: Final = "white sand"
"""The switch that says where it lies: ids of pieces, and points as x,y, with bars between."""
BETWEEN: Final = "|"
RADIUS: Final = 3 * INCH
CORNERS: Final = 24


def circle(x: int, y: int) -> Outline:
    """Open ground 6 in across."""
    return tuple(advance(x, y, corner * FULL_TURN // CORNERS, RADIUS) for corner in range(CORNERS))


@lru_cache(maxsize=16)
@rule("fieldmanual.event-white-sand")
def sanded(ground: Ground, words: str) -> Ground:
    """A ground with white sand in these places: Dangerous beside whatever else they are."""
    known = {piece.id: piece for piece in ground.pieces}
    return ground.changed(*(_tainted(known, word) for word in words.split(BETWEEN) if word))


def _tainted(known: dict[str, Piece], word: str) -> Piece:
    piece = known.get(word)
    if piece is None:
        x, _, y = word.partition(",")
        return Piece(f"sand-{word}", "White sand", "area", circle(int(x), int(y)), props={"going": "open dangerous"})
    going = f"{piece.props.get('going', '')} dangerous".strip()
    return msgspec.structs.replace(piece, props={**piece.props, "going": _with_type(piece, going)})


def _with_type(piece: Piece, going: str) -> str:
    """An area that says nothing of itself is rough, dense or very-rough by its rating, and stays so."""
    if piece.kind != "area" or piece.props.get("going"):
        return going
    return f"{ {'medium': 'dense', 'heavy': 'very-rough', 'solid': 'very-rough'}.get(piece.rating, 'rough') } {going}"
