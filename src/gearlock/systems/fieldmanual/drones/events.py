"""What becomes of drones."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.paying import pay
from gearlock.systems.fieldmanual.state import DOCKED, GONE, OUT, State

PLACED_MARK = "drone:"
"""Before the id of a drone in a mark of its owner's activation: it has been placed."""


class DronePlaced(Event, frozen=True, tag="drone-placed"):
    """A drone is out, at this spot."""

    unit: str
    drone: str
    x: int
    y: int
    z: int

    @heeds("fieldmanual.perk-drone")
    def change(self, state: State) -> None:
        drone = state.units[self.drone]
        drone.status, drone.carrier = OUT, ""
        drone.x, drone.y, drone.z = self.x, self.y, self.z
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.marks.append(PLACED_MARK + self.drone)


class DroneDocked(Event, frozen=True, tag="drone-docked"):
    """A model spent an Action to dock its drone."""

    unit: str
    drone: str
    plain = True

    @heeds("fieldmanual.perk-drone")
    def change(self, state: State) -> None:
        drone = state.units[self.drone]
        pay(state, state.units[self.unit])
        drone.status, drone.carrier = DOCKED, self.unit


class DroneDirected(Event, frozen=True, tag="drone-directed"):
    """A model spent an Action to have its Demo Drone use its charge."""

    unit: str
    drone: str
    lay: bool

    @heeds("fieldmanual.perk-drone-demo")
    def change(self, state: State) -> None:
        pay(state, state.units[self.unit])


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone is no more: its owner is lost, or its charge is used."""

    drone: str
    why: str

    @heeds("fieldmanual.perk-drone", "fieldmanual.perk-drone-demo")
    def change(self, state: State) -> None:
        drone = state.units[self.drone]
        drone.status, drone.carrier = GONE, ""
