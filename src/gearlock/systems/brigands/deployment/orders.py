"""The orders of deployment."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ChooseSide(Order, frozen=True, tag="choose-side"):
    """Take the deployment zone on one side of the table; the enemy has the one across."""

    side: str


class SetAside(Order, frozen=True, tag="set-aside"):
    """Keep a Combat Group back for a Special Deployment: airdrop, amphibious or flank."""

    group: int
    way: str


class Pathfind(Order, frozen=True, tag="pathfind"):
    """Let a model of a Recon Unit make its free Move; a VTOL says whether it flies."""

    unit: str
    airborne: bool = False


class Deploy(Order, frozen=True, tag="deploy"):
    """Put a model on the table."""

    unit: str
    x: int = 0
    y: int = 0
    facing: int = 0
