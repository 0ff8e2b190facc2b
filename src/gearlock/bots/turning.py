"""Turning on the spot: where it costs nothing, a turn may promise for ever, and no bot may follow it for ever."""

from __future__ import annotations

import msgspec

from gearlock.kernel.orders import Order
from gearlock.kernel.view import View

TURNS = 6
"""Turns on the spot that a bot makes in a row: as many as bring anybody all the way round, hexside by hexside."""


def turned_on_the_spot(order: Order | None, ends: tuple[int, int, int] | None, view: View) -> str:
    """The piece that an order only turns where it stands; empty if it does anything else."""
    name = getattr(order, "unit", "")
    if ends is None or not name:
        return ""
    stands = next((piece for piece in view.pieces if piece.id == name), None)
    turns = stands is not None and (stands.x, stands.y) == ends[:2] and stands.facing != ends[2]
    return name if turns else ""


class Turned(msgspec.Struct, frozen=True):
    """How often in a row a bot has turned the same piece on the spot: part of what it keeps in mind."""

    name: str = ""
    times: int = 0

    def is_enough(self, name: str) -> bool:
        """Whether this piece was turned all the way round already."""
        return bool(name) and name == self.name and self.times >= TURNS

    def after(self, name: str) -> Turned:
        """Then this piece was turned on the spot; none, if something else was done."""
        return Turned(name, self.times + 1 if name == self.name else 1) if name else Turned()
