"""2 and 3: ways to move, and attacks on buildings."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.table.path import Leg


class Move(Order, frozen=True, tag="move"):
    """Go along legs with one movement type; `last` ends this Move, otherwise it may go on after an Action.

    `drop` lets the model fall where the ground ends under it, or let go of the face it hangs on.
    """

    unit: str
    gait: str
    legs: tuple[Leg, ...] = ()
    last: bool = True
    drop: bool = False


class Climb(Order, frozen=True, tag="climb"):
    """Climb a piece of vertical terrain, to a place at its face or on its top."""

    unit: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    gait: str = "C"
    last: bool = True


class Jump(Order, frozen=True, tag="jump"):
    """A Jetpack Move: one Turn, then straight on over what is low enough (backward is negative)."""

    unit: str
    angle: int = 0
    length: int = 0


class Slide(Order, frozen=True, tag="slide"):
    """Shift sideways on Thrusters in the middle of a Move; left is positive."""

    unit: str
    length: int = 0


class ChangeFloor(Order, frozen=True, tag="change-floor"):
    """Go to another floor of the building one is in, counted from 0; the one above the last is the roof."""

    unit: str
    gait: str
    floor: int = 0


class EndMove(Order, frozen=True, tag="end-move"):
    """End a Move that was interrupted for an Action."""

    unit: str


class Turn(Order, frozen=True, tag="turn"):
    """Turn a Braced model once."""

    unit: str
    angle: int = 0
