"""What is decided about attacks."""

from __future__ import annotations

from gearlock.kernel.orders import Order

DIRECT, INDIRECT = "direct", "indirect"


class Attack(Order, frozen=True, tag="attack"):
    """A ranged attack with one weapon, or with all that are linked to it, at one unit or walked over several."""

    unit: str
    weapon: str
    target: str = ""
    rof: int = 0
    """How much of its Rate of Fire is used."""
    way: str = DIRECT
    called: str = ""
    """The system that a called shot is meant for, or the tiny thing that a precision shot is."""
    fragments: bool = False
    linked: bool = False
    careful: bool = False
    """Careful fire: two Actions for one attack with five times the range."""
    observer: str = ""
    """Who observes for indirect fire."""
    others: tuple[str, ...] = ()
    """Further targets that the fire is walked over; each takes a point of ROF off the damage of all."""


class HoldFire(Order, frozen=True, tag="hold-fire"):
    """Let the enemy unit go on with its move without Snap Fire."""

    unit: str = ""


class Observe(Order, frozen=True, tag="observe"):
    """Observe an enemy for the indirect fire of friends, until the round is over: an Action."""

    unit: str
    target: str


class Designate(Order, frozen=True, tag="designate"):
    """Mark an enemy for Guided weapons with a Target Designator, until the round is over: an Action."""

    unit: str
    target: str


class ChangeClip(Order, frozen=True, tag="change-clip"):
    """Put a new clip into a weapon: an Action."""

    unit: str
    weapon: str
