"""What is decided about damage."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ShakeStun(Order, frozen=True, tag="shake-stun"):
    """Spend an Action to be rid of a Stun counter."""

    unit: str


class StandUp(Order, frozen=True, tag="stand-up"):
    """Spend an Action to stand up after a fall."""

    unit: str


class Quench(Order, frozen=True, tag="quench"):
    """Spend an Action to put out a fire, one's own or that of a model in base contact."""

    unit: str
    target: str = ""
