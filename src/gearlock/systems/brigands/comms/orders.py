"""8.2c: Comms Boost."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Boost(Order, frozen=True, tag="boost"):
    """Add one's Comms to that of a friend who uses Comms."""

    unit: str
    origin: str
