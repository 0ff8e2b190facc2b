"""What is decided about support."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class BuySupport(Order, frozen=True, tag="buy-support"):
    """Buy an aircraft with a crew, salvos of a size, rerolls, or a look at something the enemy keeps secret."""

    what: str
    level: int = 2
    count: int = 1


class NameSpotter(Order, frozen=True, tag="name-spotter"):
    """Name the one unit that may call for artillery."""

    unit: str


class CallBarrage(Order, frozen=True, tag="call-barrage"):
    """Call for a salvo at a point."""

    unit: str
    salvo: str
    x: int | None = None
    y: int | None = None


class Fly(Order, frozen=True, tag="fly"):
    """Send an aircraft straight across the table, through a point and in a direction."""

    plane: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


class Strafe(Order, frozen=True, tag="strafe"):
    """Attack a target in the corridor of a run; the rest only says what of, for the odds."""

    target: str
    kind: str = ""
    level: int = 2
    facing: int = 0


class Intercept(Order, frozen=True, tag="intercept"):
    """Send an aircraft against the enemy's that is coming in; the rest only says what they are, for the odds."""

    plane: str
    kind: str = ""
    prey: str = ""
