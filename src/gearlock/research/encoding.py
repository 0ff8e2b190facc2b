"""What a seat knows and may do, as one array of fixed size: a row of the battle, rows of pieces, rows of actions.

Row 0 is the battle, rows 1 to 32 are pieces (the own ones first, then those of enemies, both in the order in which the
seat is told of them), rows 33 to 160 are the actions. All numbers lie between -1 and 1; what is not there is 0. Only
what the seat's view tells goes in: a blip has a place and nothing else. docs/research.md lists the columns.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.view import Piece, View
from gearlock.research.actions import MOST, Action

PIECES = 32
ACTIONS = MOST
ROWS = 1 + PIECES + ACTIONS
COLUMNS = 24
KINDS = ("pick", "target", "path", "place", "facing", "amount")
NAMES = 8
"""Columns that tell orders apart by a hash of their name."""
Array = NDArray[np.float32]


def encode(view: View, seat: str, actions: list[Action]) -> Array:
    """The observation of a seat."""
    width, height = float(max(1, view.table.width)), float(max(1, view.table.height))
    shown = [piece for piece in view.pieces if piece.side == seat]
    shown += [piece for piece in view.pieces if piece.side != seat]
    places = {piece.id: (_within(piece.x / width), _within(piece.y / height)) for piece in shown}
    rows = [_battle(view, seat, len(actions))]
    rows += [_piece(piece, seat, view, places[piece.id]) for piece in shown[:PIECES]]
    found = np.zeros((ROWS, COLUMNS), dtype=np.float32)
    found[: len(rows)] = rows
    if actions:
        found[1 + PIECES : 1 + PIECES + len(actions)] = [_action(action, places) for action in actions]
    return found


def mask_of(actions: list[Action]) -> NDArray[np.int8]:
    """Which actions there are."""
    found = np.zeros(ACTIONS, dtype=np.int8)
    found[: len(actions)] = 1
    return found


def _within(number: float) -> float:
    return max(-1.0, min(1.0, number))


def _battle(view: View, seat: str, actions: int) -> list[float]:
    """Round, score, how the table is measured, and a hash of what is asked."""
    own = float(view.score.get(seat, 0))
    others = float(sum(count for name, count in view.score.items() if name != seat))
    asked = next((ask.kind for ask in view.asks if ask.seat == seat), "")
    row = [
        1.0, min(1.0, view.round / max(1, view.rounds or 20)), own / (abs(own) + 10), others / (abs(others) + 10),
        float(view.table.kind == "hexes"), float(view.table.light == "night"), float(bool(asked)), actions / ACTIONS,
    ]  # fmt: skip
    return row + _name(asked) + _name(view.phase)


def _piece(piece: Piece, seat: str, view: View, place: tuple[float, float]) -> list[float]:
    """Whose it is, where it stands, what is known of it, and how much of it is left."""
    angle = piece.facing * pi / 1800
    seen = piece.known == "seen"
    left = [_within(track.now / track.full) for track in piece.tracks[:6] if track.full > 0]
    share = sum(left) / len(left) if left else 0.0
    row = [
        1.0, float(piece.side == seat), float(piece.side != seat), place[0], place[1], _within(piece.z / 10000),
        cos(angle) if seen else 0.0, sin(angle) if seen else 0.0, float(seen), float(piece.known == "identified"),
        float(piece.known == "blip"), float(piece.status == "destroyed"), float(piece.ready),
        float(piece.id == view.active), share, min(1.0, len(piece.tokens) / 8), min(1.0, piece.radius / 5000),
        min(1.0, piece.height / 10000),
    ]  # fmt: skip
    return [*row, *left, *[0.0] * (6 - len(left))]


def _action(action: Action, places: dict[str, tuple[float, float]]) -> list[float]:
    """Its kind, the way it is completed, who acts, on whom, and a hash of the order's name."""
    option, order = action.option, action.option.order
    kind = type(option).__struct_config__.tag
    actor = places.get(getattr(order, "unit", ""), (0.0, 0.0))
    target = places.get(getattr(option, "unit", "") if kind == "target" else _target_of(order), (0.0, 0.0))
    row = [1.0, float(isinstance(order, Decline)), *[float(kind == name) for name in KINDS]]
    row += [float(action.way == way) for way in range(4)]
    return [*row, *actor, *target, *_name(type(order).__name__)]


def _target_of(order: Order) -> str:
    found: Any = getattr(order, "target", "")
    return found if isinstance(found, str) else ""


_names: dict[str, list[float]] = {}


def _name(word: str) -> list[float]:
    """A word as a row of zeros and ones that is the same in every process."""
    known = _names.get(word)
    if known is None:
        bits = crc32(word.encode()) if word else 0
        known = _names[word] = [float(bits >> bit & 1) for bit in range(NAMES)]
    return known
