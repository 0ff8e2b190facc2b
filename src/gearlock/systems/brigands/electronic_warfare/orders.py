"""The orders of electronic warfare."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Jam(Order, frozen=True, tag="jam"):
    """Contest an enemy's Comms with Active ECM."""

    unit: str
    origin: str


class DetailedScan(Order, frozen=True, tag="detailed-scan"):
    """Spend an Action on a close look at an enemy with sensors and Comms."""

    unit: str
    target: str
    sharer: str = ""


class Scramble(Order, frozen=True, tag="scramble"):
    """Spend an Action on throwing an enemy's electronics into disorder."""

    unit: str
    target: str
    sharer: str = ""


class Unscramble(Order, frozen=True, tag="unscramble"):
    """Spend an Action on taking a Haywire token off a friend, or off oneself."""

    unit: str
    target: str


class RaiseDefense(Order, frozen=True, tag="raise-defense"):
    """Spend an Action on ECM Defense for oneself and the friends around."""

    unit: str


class DisableDefense(Order, frozen=True, tag="disable-defense"):
    """Spend an Action on breaking an enemy's ECM Defense."""

    unit: str
    target: str
    sharer: str = ""
