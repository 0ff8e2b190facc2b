"""18.3b: what terrain withstands, by its rating and its volume, and what becomes of it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.changed import ruined
from gearlock.systems.blitz.cards import NA, ModelCard
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.weapons import weapons_table
from gearlock.table.measure import INCH
from gearlock.table.polygon import doubled_area
from gearlock.table.terrain import Ground, Piece

ARMOR, HARDENED = 6, 9
STRUCTURE = "Structure"
_LINES: dict[str, tuple[Piece, Model]] = {}


@rule("blitz.18.3b")
def damage_capacity(piece: Piece) -> int:
    """One point for every two cubic inches of light or medium terrain, two of heavy, rounded up."""
    doubled = abs(doubled_area(piece.outline)) * (piece.top - piece.base)
    each = 2 * INCH**3 if piece.rating == "heavy" else 4 * INCH**3
    return -(-doubled // each)


@heeds("blitz.18.3b")
def armor_of(piece: Piece) -> int:
    """Heavy terrain is harder."""
    return HARDENED if piece.rating == "heavy" else ARMOR


@heeds("blitz.18.3b")
def can_be_damaged(piece: Piece) -> bool:
    """Whether a piece can be attacked: things and buildings that rise from the ground, never areas."""
    return piece.kind in ("instance", "building") and piece.top > piece.base


@heeds("blitz.18.3b")
def points_left(state: State, piece: Piece) -> int:
    """Damage points a piece has left."""
    return state.damaged.get(piece.id, damage_capacity(piece))


@heeds("blitz.18.3b", "blitz.2.13-fortification")
def line_of(piece: Piece) -> Model:
    """A piece as a target: no skills, and no fear of blasts."""
    known = _LINES.get(piece.id)
    if known is None or known[0] != piece:
        known = _LINES[piece.id] = (piece, _made(piece))
    return known[1]


def _made(piece: Piece) -> Model:
    points = damage_capacity(piece)
    card = ModelCard(
        piece.id, piece.name, "", "", False, 0, (), 0, "", armor_of(piece), points, 0, 0, NA, NA, NA, (),
        ("Resist: Blast",), STRUCTURE,
    )  # fmt: skip
    line = Model(card, weapons_table())
    line.radius, line.height, line.low = 0, piece.top - piece.base, piece.top - piece.base
    return line


@heeds("blitz.18.3b")
def collapsed(ground: Ground, name: str) -> Ground:
    """The ground after a piece was destroyed: difficult terrain of half its height."""
    piece = ground.piece(name)
    return ruined(ground, name, piece.base + (piece.top - piece.base) // 2, piece.rating)
