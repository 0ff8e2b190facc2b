"""The orders of drones, transports and fortifications."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Embark(Order, frozen=True, tag="embark"):
    """Get into a transport at the end of a Move."""

    unit: str
    carrier: str


class Disembark(Order, frozen=True, tag="disembark"):
    """Set a passenger down beside the transport."""

    unit: str
    passenger: str
    x: int = 0
    y: int = 0
    facing: int = 0


class BailOut(Order, frozen=True, tag="bail-out"):
    """Get out of a transport that was destroyed."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
