"""Orders of Melee Combat."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Strike(Order, frozen=True, tag="strike"):
    """A standard Melee Attack; also the answer to the offer of a Free Strike."""

    unit: str
    weapon: str
    target: str


class StunInstead(Order, frozen=True, tag="stun-instead"):
    """Stun the target of a blow instead of damaging it."""

    unit: str
    target: str


class Grapple(Order, frozen=True, tag="grapple"):
    """Keep an enemy in base contact from using one of its weapons."""

    unit: str
    target: str
    weapon: str
