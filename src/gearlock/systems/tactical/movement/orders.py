"""Orders of movement."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.table.path import Path


class Move(Order, frozen=True, tag="move"):
    """Go along legs of a turn and an advance; backward advances are negative. A unit may move in pieces."""

    unit: str
    legs: Path = ()
    daring: bool = False
    """Force the way through heavy ground at its normal price, in spite of Poor Off-Road Ability."""


class Climb(Order, frozen=True, tag="climb"):
    """Climb an inch of a cliff, up or down; it takes the whole move."""

    unit: str
    piece: str
    up: bool = True


class Jump(Order, frozen=True, tag="jump"):
    """Leap so many inches straight ahead with Jump Jets."""

    unit: str
    inches: int


class TakeCover(Order, frozen=True, tag="take-cover"):
    """Go hull-down in the terrain one is in or at the edge of a level, or hide there completely."""

    unit: str
    terrain: str
    whole: bool = False


class TakeMovementHit(Order, frozen=True, tag="take-movement-hit"):
    """Let the movement system take damage rather than be stuck."""

    unit: str


class SwitchMode(Order, frozen=True, tag="switch-mode"):
    """Change over to another movement system."""

    unit: str
    mode: str


class ShiftSpeed(Order, frozen=True, tag="shift-speed"):
    """Declare, right after moving, the shift to Top or back to Combat Speed for the next round."""

    unit: str
    to: str


class Ram(Order, frozen=True, tag="ram"):
    """Turn towards an enemy and drive straight into it: an Action."""

    unit: str
    target: str
