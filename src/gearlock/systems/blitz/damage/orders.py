"""9: what is decided about damage."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class DamageControl(Order, frozen=True, tag="damage-control"):
    """Fight persistent damage, one's own or that of the model named; this kind first."""

    unit: str
    kind: str = ""
    target: str = ""


class Douse(Order, frozen=True, tag="douse"):
    """Where one more success of damage control goes: to this kind of token instead of the one fought so far."""

    unit: str
    kind: str = ""


class MeetTrouble(Order, frozen=True, tag="in-trouble"):
    """We're in Trouble: an action for a PILOT roll that lowers the margin of a hit; none under Incoming Fire."""

    unit: str
    incoming: bool = False
