"""Locks, resistance, scanners and the commander who looks around."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class LockOn(Order, frozen=True, tag="lock-on"):
    """Lock on to an enemy; a lock on another is given up first."""

    unit: str
    target: str = ""


class Resist(Order, frozen=True, tag="resist"):
    """Oppose jams, hacks and locks with the e-war rating until the next own phase."""

    unit: str


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


class LookAround(Order, frozen=True, tag="look-around"):
    """The commander looks out: four hexes more vision."""

    unit: str
