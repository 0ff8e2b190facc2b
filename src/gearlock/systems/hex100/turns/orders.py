"""What is decided in the sequence of play. Enemies are named by contact in orders, as the ordering seat knows them."""

from __future__ import annotations

from gearlock.kernel.orders import Finish, Order


class Focus(Order, frozen=True, tag="focus"):
    """Declare what a mech concentrates on this turn; an empty focus keeps it on nothing."""

    unit: str
    focus: str = ""


class Activate(Order, frozen=True, tag="activate"):
    """Begin a unit's turn."""

    unit: str


class ChangeAmmo(Order, frozen=True, tag="change-ammo"):
    """Load another ammunition."""

    unit: str
    weapon: str = ""
    mode: str = ""


class LookAround(Order, frozen=True, tag="look-around"):
    """The commander looks out: four hexes more vision."""

    unit: str


class HandsOn(Order, frozen=True, tag="hands-on"):
    """The commander lends a hand: one more utility action."""

    unit: str


class EndTurn(Finish, frozen=True, tag="end-turn"):
    """Finish a unit's turn."""

    unit: str
