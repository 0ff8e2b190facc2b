"""Ammunition and the commander's helping hand."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChangeAmmo(Order, frozen=True, tag="change-ammo"):
    """Load another ammunition."""

    unit: str
    weapon: str = ""
    mode: str = ""


class HandsOn(Order, frozen=True, tag="hands-on"):
    """The commander lends a hand: one more utility action."""

    unit: str
