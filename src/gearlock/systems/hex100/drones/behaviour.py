"""What a mode is: whom or what it names, and how the drone uses its actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex

POINT, ALLY, ENEMY, NOTHING = "point", "ally", "enemy", ""
"""What a mode names."""


class Named(NamedTuple):
    """What a command names: a hex, or a unit by its true id."""

    point: Hex | None = None
    charge: str = ""


class Mode(NamedTuple):
    """One mode of a kind of drone."""

    name: str
    rule: str
    names: str
    """``POINT``, ``ALLY``, ``ENEMY`` or ``NOTHING``."""
    act: Callable[[Ctx[State], str], Script[None]]
    """The drone's whole turn: a script that spends its actions."""
    about: str
    """In a player's words."""
    starting: bool = True
    """Whether a drone may be in this mode when the battle begins."""


def named_by(drone: Unit) -> Named:
    """What a drone's present mode names."""
    return Named(drone.point, drone.charge)
