"""12: special melee attacks."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class BruteForce(Order, frozen=True, tag="brute-force"):
    """Push whoever stands in base contact straight ahead; `gait` is the movement it is made with."""

    unit: str
    gait: str = ""


class Shove(Order, frozen=True, tag="shove"):
    """Say how far a push goes that was won, in mils."""

    unit: str
    mils: int = 0


class Ram(Order, frozen=True, tag="ram"):
    """Run into a model with one's whole weight."""

    unit: str
    target: str


class Crush(Order, frozen=True, tag="crush"):
    """Roll over infantry in base contact."""

    unit: str
    target: str
