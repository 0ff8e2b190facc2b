"""The orders that objectives bring."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Leave(Order, frozen=True, tag="leave"):
    """Spend a move action to leave the map by the zone the unit stands in."""

    unit: str


class ScanSite(Order, frozen=True, tag="scan-site"):
    """Spend a utility action to scan what stands in a hex."""

    unit: str
    q: int = 0
    r: int = 0


class HackSite(Order, frozen=True, tag="hack-site"):
    """Spend a utility action and a piece of ECM equipment to hack what stands in a hex."""

    unit: str
    q: int = 0
    r: int = 0
