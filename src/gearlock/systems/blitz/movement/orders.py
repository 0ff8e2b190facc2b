"""6: ways to move."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.table.path import Leg


class Move(Order, frozen=True, tag="move"):
    """Go along legs with one movement type. A move may be made in pieces; `last` ends it.

    `cautious` spends all movement on 2 inches without a test; `drop` lets the model fall where the ground ends under
    it, or let go of the wall it hangs on.
    """

    unit: str
    gait: str
    legs: tuple[Leg, ...] = ()
    last: bool = False
    cautious: bool = False
    drop: bool = False


class ExtraTurn(Order, frozen=True, tag="extra-turn"):
    """Spend an action on one more turn in a move; before its first leg this begins the move."""

    unit: str
    gait: str = ""
    angle: int = 0


class Climb(Order, frozen=True, tag="climb"):
    """Climb a piece of vertical terrain, to a place at its face or on its top."""

    unit: str
    gait: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    last: bool = False


class Jump(Order, frozen=True, tag="jump"):
    """A powered jump: straight ahead, or back if negative, over what is low enough."""

    unit: str
    length: int = 0


class ComeFree(Order, frozen=True, tag="come-free"):
    """Try to get an immobilised model moving again."""

    unit: str


class EndMove(Order, frozen=True, tag="end-move"):
    """End the move under way."""

    unit: str
