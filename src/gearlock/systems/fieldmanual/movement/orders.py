"""Orders of movement."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.table.path import Path


class Move(Order, frozen=True, tag="move"):
    """Go along legs of a turn and an advance. A model may move in pieces, with Actions in between.

    `figure` is the base of a Combined Model that moves. With `aside` a model that may go any way keeps its facing: the
    turn of each leg is the direction it goes, seen from its front.
    """

    unit: str
    legs: Path = ()
    figure: str = ""
    aside: bool = False


class Decelerate(Order, frozen=True, tag="decelerate"):
    """Take a Stun counter, drop one Speed Band and turn by up to 60 degrees."""

    unit: str
    angle: int = 0


class QuickTurn(Order, frozen=True, tag="quick-turn"):
    """Take a Stun counter and turn by up to 120 degrees."""

    unit: str
    angle: int = 0


class Climb(Order, frozen=True, tag="climb"):
    """Climb a cliff, up, down or along it, to a place at its face or on its top."""

    unit: str
    piece: str
    x: int = 0
    y: int = 0
    z: int = 0
    figure: str = ""


class Jump(Order, frozen=True, tag="jump"):
    """Jump straight ahead on Jump Jets, over what is low enough."""

    unit: str
    length: int = 0
    figure: str = ""
