"""9.7: models take off, fly and land."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import State


class TookOff(Event, frozen=True, tag="took-off"):
    """A model is Airborne now, its foot at this elevation."""

    unit: str
    z: int

    def change(self, state: State) -> None:
        _rise(state, self)


class Flew(Event, frozen=True, tag="flew"):
    """An Airborne model found itself at another elevation, because what lies below it has changed."""

    unit: str
    z: int

    def change(self, state: State) -> None:
        _rise(state, self)


class Landed(Event, frozen=True, tag="landed"):
    """A model is Airborne no more and stands, or lies, there."""

    unit: str
    x: int
    y: int
    z: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.airborne, unit.x, unit.y, unit.z = False, self.x, self.y, self.z
        unit.aside = ""


def _rise(state: State, event: TookOff | Flew) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.z = True, event.z
