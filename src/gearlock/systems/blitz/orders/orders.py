"""15.4 to 15.6: what commanders order."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class GiveOrder(Order, frozen=True, tag="give-order"):
    """Give one of the five orders of 15.5; coordinated fire names a target.

    `comms` adds a free comms test to include models out of formation. `models` are those who take it up; all who may,
    if nobody is named.
    """

    unit: str
    command: str
    target: str = ""
    comms: bool = False
    models: tuple[str, ...] = ()


class Include(Order, frozen=True, tag="include"):
    """A model out of formation that the comms test brings into the order."""

    unit: str
    model: str


class PassPoints(Order, frozen=True, tag="pass-points"):
    """The Commanding Officer passes command points to a Combat Group Leader."""

    unit: str
    to: str
    points: int = 1
