"""6: Standby, Overwatch and Snap Fire."""

from __future__ import annotations

from gearlock.kernel.orders import Keep


class Standby(Keep, frozen=True, tag="standby"):
    """End the activation and keep the remaining Actions as Standby tokens."""

    unit: str


class Overwatch(Keep, frozen=True, tag="overwatch"):
    """End a Braced model's activation and keep the remaining Actions as Overwatch tokens."""

    unit: str
