"""Orders of Ramming."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Ram(Order, frozen=True, tag="ram"):
    """Smash into an enemy in base contact."""

    unit: str
    target: str


class CountAsRam(Order, frozen=True, tag="count-as-ram"):
    """After an Unintentional Impact: let the roll that was won count as a Ram of one's own."""

    unit: str
    target: str
