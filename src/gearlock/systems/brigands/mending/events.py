"""What may happen in vehicles of several parts, recovery and VTOLs."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


class Repaired(Event, frozen=True, tag="repaired"):
    """A Recovery model took a point of damage and the tokens off another, and what that one has now."""

    unit: str
    target: str
    hull: int
    structure: int
    cost: str

    @heeds("brigands.9.6a")
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
