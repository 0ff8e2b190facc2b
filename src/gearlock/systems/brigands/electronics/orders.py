"""The orders of electronic warfare."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Jam(Order, frozen=True, tag="jam"):
    """Contest an enemy's Comms with Active ECM."""

    unit: str
    origin: str


class Boost(Order, frozen=True, tag="boost"):
    """Add one's Comms to that of a friend who uses Comms."""

    unit: str
    origin: str


ELECTRONICS_ORDERS: tuple[type[Order], ...] = (Jam, Boost)
