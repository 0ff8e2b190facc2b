"""Orders of chapter 4.1: what is decided before a generated battle, and what is done about objects in it."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class Bid(Order, frozen=True, tag="bid"):
    """Offer to fight with so little Threat Value."""

    tv: int


class Prioritise(Order, frozen=True, tag="prioritise"):
    """Split the Priority Points in secret."""

    scouting: int = 0
    troops: int = 0
    support: int = 0


class TakeRight(Order, frozen=True, tag="take-right"):
    """With a minor advantage of scouting: set up the field, or choose the home edge."""

    right: str


class SetField(Order, frozen=True, tag="set-field"):
    """Say along which pair of edges the battle is fought."""

    axis: str


class ChooseEdge(Order, frozen=True, tag="choose-edge"):
    """Choose one's home edge of that pair."""

    edge: str


class LeaveBehind(Order, frozen=True, tag="leave-behind"):
    """A unit stays at home, since the side may not field so much."""

    unit: str


class TakeObject(Order, frozen=True, tag="take-object"):
    """Pick up the object of a side that lies within reach."""

    unit: str
    owner: str


class WreckObject(Order, frozen=True, tag="wreck-object"):
    """Destroy the object of a side that lies within reach."""

    unit: str
    owner: str


class LeaveTable(Order, frozen=True, tag="leave-table"):
    """Go off the table by the edge the unit stands at."""

    unit: str
    edge: str
