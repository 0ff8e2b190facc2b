"""What may happen in drones, transports and fortifications."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import FIELDED, RIDING, State, Unit


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
