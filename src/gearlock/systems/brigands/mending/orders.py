"""The orders of vehicles of several parts, recovery and VTOLs."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Repair(Order, frozen=True, tag="repair"):
    """Spend an Action on a friend in base contact: a damage point, and its Haywire and Corrosion tokens."""

    unit: str
    target: str


class PatchUp(Order, frozen=True, tag="patch-up"):
    """Take a point of damage off friendly Infantry nearby or aboard, for nothing."""

    unit: str
    target: str
