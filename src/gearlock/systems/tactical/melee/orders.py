"""What is decided about melee."""

from __future__ import annotations

from gearlock.kernel.orders import Order

PUNCH, KICK = "punch", "kick"


class Strike(Order, frozen=True, tag="strike"):
    """A physical attack on a unit in base contact: a punch, a kick or stomp, or a hand-held weapon by its mount."""

    unit: str
    target: str
    how: str = PUNCH
    dm: int = 0
    """A punch may be pulled: a Damage Multiplier below the arm's; 0 for all of it."""


class Throw(Order, frozen=True, tag="throw"):
    """Throw a grenade at a unit."""

    unit: str
    weapon: str
    target: str
