"""9.2: drones are placed."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class PlaceDrone(Order, frozen=True, tag="place-drone"):
    """Put a drone somewhere near its Controlling model."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
