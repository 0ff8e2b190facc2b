"""What is decided about Victory Points in a battle."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class CancelDamage(Order, frozen=True, tag="cancel-damage"):
    """Pay for a damage result that a vehicle has just suffered: it does not count."""

    unit: str
    level: str = ""
    """The result it is about, for whoever weighs it; there is only the one that is asked about."""


class BuyCondition(Order, frozen=True, tag="buy-condition"):
    """Pay for fog, night, rain or heavy rain in the round that begins."""

    condition: str


class BuySalvo(Order, frozen=True, tag="buy-salvo"):
    """Pay for a salvo of artillery."""

    salvo: str


class BuyCover(Order, frozen=True, tag="buy-cover"):
    """Pay for ECM or ECCM over the whole table in the round that begins."""

    system: str
    rating: int = 1


class BuyPriority(Order, frozen=True, tag="buy-priority"):
    """Pay for another Priority Point."""


class BuyClip(Order, frozen=True, tag="buy-clip"):
    """Pay for a spare clip that reaches a unit in the next round."""

    unit: str
    weapon: str


class BuyReinforcement(Order, frozen=True, tag="buy-reinforcement"):
    """Pay for a unit that arrives at the home edge in the next round."""

    card: str
