"""What may happen in drones, transports and fortifications."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import FIELDED, GONE, RIDING, State, Unit


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


class Embarked(Event, frozen=True, tag="embarked"):
    """A model and its drones are aboard. In a Fortification they stay on the battlefield, in its Silhouette."""

    unit: str
    carrier: str
    drones: tuple[str, ...] = ()
    shell: tuple[int, int] | None = None

    def change(self, state: State) -> None:
        unit, carrier = state.units[self.unit], state.units[self.carrier]
        for passenger in (unit, *(state.units[drone] for drone in self.drones)):
            passenger.carrier, passenger.shell = carrier.id, self.shell
            passenger.x, passenger.y, passenger.z = carrier.x, carrier.y, carrier.z
            passenger.hanging = passenger.inside = ""
            passenger.status = RIDING if self.shell is None else FIELDED
        if self.shell is None:
            _leave_battlefield(state, unit)


class Disembarked(Event, frozen=True, tag="disembarked"):
    """A model left its transport; after the transport was destroyed it takes Marginal Hits for it."""

    unit: str
    carrier: str
    x: int
    y: int
    z: int
    facing: int
    inside: str = ""
    hits: int = 0

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.z, unit.facing, unit.inside = self.x, self.y, self.z, self.facing, self.inside
        unit.status, unit.carrier, unit.shell = FIELDED, "", None
        for drone in state.drones(unit.id):
            drone.status, drone.carrier, drone.shell = RIDING, unit.id, None


def _leave_battlefield(state: State, unit: Unit) -> None:
    """Aboard a vehicle nobody does anything: the activation is over, and what was kept for reactions is lost."""
    unit.actions = unit.standby = unit.overwatch = 0
    unit.posture, unit.tall = "", False
    unit.activated = True
    if state.activation is not None and state.activation.unit == unit.id:
        state.activation = None
