"""What is decided about Victory Points in a battle."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class CancelDamage(Order, frozen=True, tag="cancel-damage"):
    """Pay for a damage result that a vehicle has just suffered: it does not count."""

    unit: str


class BuyCondition(Order, frozen=True, tag="buy-condition"):
    """Pay for fog, night, rain or heavy rain in the round that begins."""

    condition: str
