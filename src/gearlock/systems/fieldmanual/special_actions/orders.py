"""Orders of Special Actions."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Coordinate(Order, frozen=True, tag="coordinate"):
    """Nominate a target for the Combat Group of a leader to concentrate fire on."""

    unit: str
    target: str


class OffsetPenalty(Order, frozen=True, tag="offset-penalty"):
    """We're In Trouble: spend Actions to make a negative Defense modifier better, a point for each."""

    unit: str
    actions: int = 1


class GoHullDown(Order, frozen=True, tag="go-hull-down"):
    """Go Hull Down in or behind the terrain one touches."""

    unit: str


class Hide(Order, frozen=True, tag="hide"):
    """Hide in or behind the terrain one touches."""

    unit: str
