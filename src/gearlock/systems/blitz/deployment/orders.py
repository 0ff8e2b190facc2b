"""3.0b: what is decided before the first round."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take a deployment zone and deploy first, or hand both choices to the opponent with an empty side."""

    side: str = ""


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0


class DeployAboard(Order, frozen=True, tag="deploy-aboard"):
    """Begin the battle aboard a transport or in a fortification that stands already."""

    unit: str
    carrier: str
