"""Orders of passengers and their transports."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Embark(Order, frozen=True, tag="embark"):
    """Get into a transport, or as infantry into a building or bunker: `carrier` is a model or a piece of terrain."""

    unit: str
    carrier: str


class Disembark(Order, frozen=True, tag="disembark"):
    """A transport sets a passenger down in contact with it; the other bases of a squad stand beside the first."""

    unit: str
    passenger: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


class GetOut(Order, frozen=True, tag="get-out"):
    """Leave the building or bunker one is in, or the transport that was just killed."""

    unit: str
    x: int | None = None
    y: int | None = None
    facing: int = 0


class StepOff(Order, frozen=True, tag="step-off"):
    """Spend the Action that lets a model move in the round in which it got out."""

    unit: str
