"""What is decided before the first round."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.orders import Order


class Appoint(Order, frozen=True, tag="appoint"):
    """Name the Commander and the Second in Command; nobody else needs to know."""

    commander: str
    second: str = ""


class DeployFirst(Order, frozen=True, tag="deploy-first"):
    """Say which side places its first combat group."""

    seat: str


class DeployAboard(Order, frozen=True, tag="deploy-aboard"):
    """Let a squad begin the battle aboard a transport that stands on the table."""

    unit: str
    carrier: str


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a unit on the table, at a declared speed and in a movement system; an empty mode is the first of its card."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
    speed: str = "combat"
    mode: str = ""
    hidden: ClassVar[bool] = False


class Hide(Deploy, frozen=True, tag="hide"):
    """Only note on paper where a unit is, anywhere in one's own half: for who has won a total ambush."""

    hidden: ClassVar[bool] = True
