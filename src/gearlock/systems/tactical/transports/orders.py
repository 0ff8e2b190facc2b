"""Orders of transports."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Board(Order, frozen=True, tag="board"):
    """Take a squad aboard, or as many of it as an Action allows."""

    unit: str
    squad: str


class Disembark(Order, frozen=True, tag="disembark"):
    """Let a squad out beside the vehicle, or as many of it as an Action allows."""

    unit: str
    squad: str
    x: int | None = None
    y: int | None = None


class Hitch(Order, frozen=True, tag="hitch"):
    """Take another vehicle in tow."""

    unit: str
    target: str


class Unhitch(Order, frozen=True, tag="unhitch"):
    """Let go of what is towed."""

    unit: str
