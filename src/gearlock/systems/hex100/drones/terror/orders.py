"""The orders against terror drones. They name the unit of the own side that is ridden, not what rides it."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class ShakeOff(Order, frozen=True, tag="shake-off"):
    """Try to be rid of one machine that rides the unit, for an ``attack`` or a ``utility`` action."""

    unit: str
    pay: str = "utility"


class PullOff(Order, frozen=True, tag="pull-off"):
    """Spend an attack action to pull a machine off an adjacent friend."""

    unit: str
    friend: str = ""


class ShootOff(Order, frozen=True, tag="shoot-off"):
    """Shoot at the machines that ride a friend; what misses them may hit the friend.

    `pay` is as in an attack: ``attack``, ``commander`` or ``aux``.
    """

    unit: str
    weapons: tuple[str, ...] = ()
    friend: str = ""
    pay: str = "attack"
