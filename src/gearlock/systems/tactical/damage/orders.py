"""What is decided about damage."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class HarmSystem(Order, frozen=True, tag="harm-system"):
    """Let damage strike this one of several systems it could."""

    unit: str
    system: str


class ShieldWeapons(Order, frozen=True, tag="shield-weapons"):
    """Let the shields of the weapons take a hit on them, and be lost."""

    unit: str
