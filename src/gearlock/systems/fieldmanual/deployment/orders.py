"""Steps 3 and 6: what is decided before the first round, and when reserves arrive."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take a deployment zone or home edge and place the first Combat Group; with an empty side the opponent does."""

    side: str = ""


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table, at a speed and in a Movement Mode; an empty mode is the first of its card."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
    band: str = "combat"
    mode: str = ""
