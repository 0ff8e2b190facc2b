"""Orders of the combat round."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Declare(Order, frozen=True, tag="declare"):
    """Declare extra Actions or evasive maneuvers of a unit for this round."""

    unit: str
    extra: int = 0
    evade: bool = False


class EndDeclaring(Order, frozen=True, tag="end-declaring"):
    """Declare nothing more this round."""


class ChooseFirst(Order, frozen=True, tag="choose-first"):
    """Say which side activates a combat group first."""

    seat: str


class Activate(Order, frozen=True, tag="activate"):
    """Activate a unit and announce how fast it will go at most this round."""

    unit: str
    pace: str = "combat"


class PassGroup(Order, frozen=True, tag="pass-group"):
    """What is left of the combat group lets its turn pass."""


class Settle(Order, frozen=True, tag="settle"):
    """Commit the unit being activated to a lower speed for the rest of the round."""

    unit: str
    pace: str


class EndActivation(Order, frozen=True, tag="end-activation"):
    """The unit has moved and acted."""

    unit: str
