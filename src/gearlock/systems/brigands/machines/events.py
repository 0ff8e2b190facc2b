"""What may happen in vehicles of several parts, recovery and VTOLs."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.paying import pay
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


class Repaired(Event, frozen=True, tag="repaired"):
    """A Recovery model took a point of damage and the tokens off another, and what that one has now."""

    unit: str
    target: str
    hull: int
    structure: int
    cost: str

    @rule("brigands.9.6a")
    def change(self, state: State) -> None:
        """Haywire and Corrosion go with the damage; nobody repairs it again this Round."""
        unit = state.units[self.target]
        pay(state.units[self.unit], self.cost)
        unit.hull, unit.structure, unit.mended = self.hull, self.structure, True
        unit.haywire = unit.corroded = False


class PatchedUp(Event, frozen=True, tag="patched-up"):
    """A Medic took a point of damage off Infantry, and what that has now."""

    unit: str
    target: str
    hull: int
    structure: int

    def change(self, state: State) -> None:
        target = state.units[self.target]
        state.units[self.unit].tended = True
        target.hull, target.structure = self.hull, self.structure


def _rise(state: State, event: TookOff | Flew) -> None:
    unit = state.units[event.unit]
    unit.airborne, unit.z = True, event.z
