"""Orders of Electronic Warfare."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Jam(Order, frozen=True, tag="jam"):
    """Use ECM against a Comm Event or an Active Lock; helpers with ECM work in concert, a die for each."""

    unit: str
    helpers: tuple[str, ...] = ()


class Counter(Order, frozen=True, tag="counter"):
    """Use ECCM to aid a friend against ECM."""

    unit: str


class Home(Order, frozen=True, tag="home"):
    """Use EW Homing on a model that has just made a roll with Comm."""

    unit: str
    target: str
