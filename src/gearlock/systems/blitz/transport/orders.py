"""18.5: transport."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Embark(Order, frozen=True, tag="embark"):
    """Get into a transport or a fortification at the end of a move."""

    unit: str
    carrier: str


class Disembark(Order, frozen=True, tag="disembark"):
    """Set a passenger of the active transport down."""

    unit: str
    passenger: str
    x: int = 0
    y: int = 0
    facing: int = 0


class GetOut(Order, frozen=True, tag="get-out"):
    """Leave the fortification or building one is in; also the way out of a transport that is destroyed."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class EnterBuilding(Order, frozen=True, tag="enter-building"):
    """Infantry goes into a building it touches."""

    unit: str
    piece: str
