"""The orders of drones. A mode names a hex, a unit of the own side by its id, an enemy by contact, or nothing."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class FieldDrone(Order, frozen=True, tag="field-drone"):
    """Place a drone beside the unit that brings it, before the battle; its mode names its own hex or that unit."""

    unit: str
    mode: str = ""
    q: int = 0
    r: int = 0
    facing: int = 0


class Command(Order, frozen=True):
    """Base of the orders that set a drone's mode."""

    unit: str
    drone: str = ""
    mode: str = ""
    q: int = 0
    r: int = 0
    target: str = ""


class SetMode(Command, frozen=True, tag="set-mode"):
    """Switch a drone on the map to a mode."""


class Undock(Command, frozen=True, tag="undock"):
    """Let a docked drone out into an adjacent hex, in this mode."""


class Reactivate(Order, frozen=True, tag="reactivate"):
    """Start an adjacent drone of the own side again that EMP has shut down."""

    unit: str
    drone: str = ""


class TurnDrone(Command, frozen=True, tag="turn-drone"):
    """Set the mode of a drone, a contact, that this unit has just hacked."""
