"""The orders of stealth and the sensors against it."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Search(Order, frozen=True, tag="search"):
    """Put a device to work until the unit's next phase: ``optics``, ``sensors``, or ``stratus`` for an active scan."""

    unit: str
    device: str = ""


class MarkTarget(Order, frozen=True, tag="mark-target"):
    """Lock an enemy with a target marker, for a utility or an attack action."""

    unit: str
    target: str = ""
    pay: str = "utility"


class MarkHex(Order, frozen=True, tag="mark-hex"):
    """Lock an empty hex with a target marker, for a utility or an attack action."""

    unit: str
    q: int = 0
    r: int = 0
    pay: str = "utility"


class ActiveLock(Order, frozen=True, tag="active-lock"):
    """Lock on with a Stratus Sensor System: nothing resists that, and it makes a beacon of the unit."""

    unit: str
    target: str = ""
