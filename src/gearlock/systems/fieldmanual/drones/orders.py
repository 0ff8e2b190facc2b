"""Orders of drones."""

from __future__ import annotations

from gearlock.kernel.orders import Order


class PlaceDrone(Order, frozen=True, tag="place-drone"):
    """Put a drone somewhere near its owner after the owner's movement; a docked one is undocked for it."""

    unit: str
    drone: str
    x: int = 0
    y: int = 0


class DockDrone(Order, frozen=True, tag="dock-drone"):
    """Spend an Action to dock a drone that touches its owner."""

    unit: str
    drone: str


class SetOffDrone(Order, frozen=True, tag="set-off-drone"):
    """Spend an Action to have a Demo Drone set its charge off, or lay it down for the Miscellaneous phase."""

    unit: str
    drone: str
    lay: bool = False
