"""What is decided about fires."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class SetFire(Order, frozen=True, tag="set-fire"):
    """Fire an incendiary weapon into a square inch of ground, to set it alight; no attack is rolled."""

    unit: str
    weapon: str
    x: int | None = None
    y: int | None = None
    rof: int = 0
    """How much of its Rate of Fire is used: it adds to the Intensity."""
