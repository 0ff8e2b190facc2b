"""9: what is decided about damage."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class DamageControl(Order, frozen=True, tag="damage-control"):
    """Fight persistent damage, one's own or that of the model named; this kind first."""

    unit: str
    kind: str = ""
    target: str = ""


class MeetTrouble(Order, frozen=True, tag="in-trouble"):
    """We're in Trouble: an action for a PILOT roll that lowers the margin of a hit; none under Incoming Fire."""

    unit: str
    incoming: bool = False


class Inspire(Order, frozen=True, tag="inspire"):
    """Lead by example: a skill point for a friend."""

    unit: str
    model: str
