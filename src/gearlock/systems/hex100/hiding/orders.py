"""The orders of stealth and the sensors against it."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Search(Order, frozen=True, tag="search"):
    """Put a device to work until the unit's next phase: its ``optics`` or its ``sensors``."""

    unit: str
    device: str = ""
