"""18.1 and 18.2: ways to keep one's head down."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Hide(Order, frozen=True, tag="hide"):
    """Hide at the cover one stands at."""

    unit: str


class GoHullDown(Order, frozen=True, tag="go-hull-down"):
    """Go hull down behind the cover one stands at, or behind a shield."""

    unit: str
