"""What is decided about attacks."""

from __future__ import annotations

from gearlock.kernel.orders import Order

DIRECT, INDIRECT = "direct", "indirect"


class Attack(Order, frozen=True, tag="attack"):
    """A ranged attack with one weapon, or with all that are linked to it, at one unit."""

    unit: str
    weapon: str
    target: str = ""
    rof: int = 0
    """How much of its Rate of Fire is used."""
    way: str = DIRECT
    called: str = ""
    """The system that a called shot is meant for."""
    fragments: bool = False
    linked: bool = False
    careful: bool = False
    """Careful fire: two Actions for one attack with five times the range."""
    observer: str = ""
    """Who observes for indirect fire."""


class HoldFire(Order, frozen=True, tag="hold-fire"):
    """Let the enemy unit go on with its move without Snap Fire."""

    unit: str = ""
