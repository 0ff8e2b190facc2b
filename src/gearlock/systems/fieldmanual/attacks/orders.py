"""What is decided about ranged attacks."""

from __future__ import annotations

from gearlock.kernel.orders import Order

DIRECT, INDIRECT, THROWN, PLACED, SELF = "direct", "indirect", "thrown", "placed", "self"
WAYS = (DIRECT, INDIRECT, THROWN, PLACED, SELF)
LOBBED = (INDIRECT, THROWN)
"""Ways that roll against a Threshold and may go astray."""


class Attack(Order, frozen=True, tag="attack"):
    """A ranged attack with one weapon, or with all that are linked to it."""

    unit: str
    weapon: str
    target: str = ""
    spray: int = 0
    burst: int = 0
    extra: int = 0
    """Actions spent on further dice."""
    x: int | None = None
    """The point of a Spray, or where a weapon is placed; without one the middle of the target, or of itself."""
    y: int | None = None
    way: str = DIRECT
    linked: bool = False
    observer: str = ""
    """Whose Forward Observation an indirect attack uses; empty for the best there is."""


class Reload(Order, frozen=True, tag="reload"):
    """Spend an Action to remove an Out of Ammo counter."""

    unit: str
    weapon: str


class FireCharges(Order, frozen=True, tag="fire-charges"):
    """Fire AP Charges at infantry that came near."""

    unit: str
    target: str
