"""The orders of interceptors, smoke and mines."""

from __future__ import annotations

from gearlock.kernel.orders import Order

ROUNDS = ("smoke", "mines")
"""What a utility launcher fires."""


class Ward(Order, frozen=True, tag="ward"):
    """Turn a gun against incoming shots, in defence mode or aegis mode; two linked ones under fire control."""

    unit: str
    weapons: tuple[str, ...] = ()


class LaySmoke(Order, frozen=True, tag="lay-smoke"):
    """Fill all adjacent hexes with dense smoke from a launcher."""

    unit: str
    launcher: str = ""


class Launch(Order, frozen=True, tag="launch"):
    """Fire a utility launcher at a hex: ``smoke``, or ``mines`` there and on two neighbours, named by hexside."""

    unit: str
    launcher: str = ""
    load: str = "smoke"
    q: int = 0
    r: int = 0
    first: int = 0
    second: int = 3


class SwitchRounds(Order, frozen=True, tag="switch-rounds"):
    """Make a utility launcher ready for its other kind of round."""

    unit: str
    launcher: str = ""


class Intercept(Order, frozen=True, tag="intercept"):
    """Stop so many of the shots that are on their way."""

    unit: str
    shots: int = 1
