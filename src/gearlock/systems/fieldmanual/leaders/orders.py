"""What is decided about leaders."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Appoint(Order, frozen=True, tag="appoint"):
    """Name the model that commands the army, or leads a Sub-squad, from now on."""

    unit: str
