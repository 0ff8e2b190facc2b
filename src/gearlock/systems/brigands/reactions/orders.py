"""6: Standby, Overwatch and Snap Fire."""

from __future__ import annotations

from gearlock.kernel.orders import Keep, Order


class SnapFire(Order, frozen=True, tag="snap-fire"):
    """Answer the Active model with an attack on it, or on the model that helps it where `target` names one."""

    unit: str
    weapon: str
    category: str
    tall: bool = False
    target: str = ""


class Standby(Keep, frozen=True, tag="standby"):
    """End the activation and keep the remaining Actions as Standby tokens."""

    unit: str


class Overwatch(Keep, frozen=True, tag="overwatch"):
    """End a Braced model's activation and keep the remaining Actions as Overwatch tokens."""

    unit: str
