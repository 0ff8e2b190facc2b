"""18.7: orders of those who help."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Recover(Order, frozen=True, tag="recover"):
    """Pull a friend free that is immobilised."""

    unit: str
    target: str


class Embolden(Order, frozen=True, tag="embolden"):
    """Name who takes heart: the commander who gains a point for a medic, the model that follows an example."""

    target: str
