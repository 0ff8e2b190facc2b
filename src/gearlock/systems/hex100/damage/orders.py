"""What is decided when armour is struck."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class SpendCharges(Order, frozen=True, tag="spend-charges"):
    """Spend charges of reactive armour, one for each hit it lowers by so many points of damage."""

    unit: str
    charges: int = 1
    saved: int = 0
