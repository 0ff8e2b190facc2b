"""What is decided about structures."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Demolish(Order, frozen=True, tag="demolish"):
    """Attack the part of a structure at a point: a building, an inch of road, bridge or wall, a square inch of town."""

    unit: str
    weapon: str
    x: int | None = None
    y: int | None = None
    rof: int = 0
    """How much of its Rate of Fire is used."""


class Saturate(Order, frozen=True, tag="saturate"):
    """Fill a zone around a point with fire for the rest of the round; at skirmish scale a strip that lies one way."""

    unit: str
    weapon: str
    x: int | None = None
    y: int | None = None
    facing: int = 0
