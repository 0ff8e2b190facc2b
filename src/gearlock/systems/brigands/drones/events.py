"""9.2: drones come, go and give way."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import FIELDED, GONE, RIDING, State


class DronePlaced(Event, frozen=True, tag="drone-placed"):
    """A drone was put down near its Controlling model."""

    unit: str
    x: int
    y: int
    z: int
    facing: int

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.x, drone.y, drone.z, drone.facing = self.x, self.y, self.z, self.facing
        drone.status, drone.carrier, drone.shell = FIELDED, "", None


class DronePushed(Event, frozen=True, tag="drone-pushed"):
    """A drone moved out of the way of a model that came to stand where it was."""

    unit: str
    x: int
    y: int
    z: int

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.x, drone.y, drone.z = self.x, self.y, self.z


class DroneRecalled(Event, frozen=True, tag="drone-recalled"):
    """There is no place for a drone, so it is with its Controlling model until there is."""

    unit: str

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.status, drone.carrier, drone.shell = RIDING, drone.controller, None


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone was destroyed together with its Controlling model."""

    unit: str

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.status, drone.hull, drone.structure, drone.actions = GONE, 0, 0, 0
        drone.carrier, drone.shell = "", None
