"""Orders of movement."""

from __future__ import annotations

from gearlock.kernel.orders import Order
from gearlock.table.path import Path


class Move(Order, frozen=True, tag="move"):
    """Go along legs of a turn and an advance; backward advances are negative. A unit may move in pieces."""

    unit: str
    legs: Path = ()


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
