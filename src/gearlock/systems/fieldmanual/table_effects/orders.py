"""Answers about table effects."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class TaintGround(Order, frozen=True, tag="taint-ground"):
    """Say where corrosive white sand lies: a piece of terrain, or open ground around a point."""

    piece: str = ""
    x: int | None = None
    y: int | None = None
