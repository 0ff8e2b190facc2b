"""3.2b: what an attack does to a building."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.buildings.plan import collapsed
from gearlock.systems.brigands.state import State


class BuildingDamaged(Event, frozen=True, tag="building-damaged"):
    """One attack's damage on a building, and what is left of it; destroyed, it is rubble."""

    building: str
    by: str
    weapon: str
    damage: int
    hull: int
    structure: int
    destroyed: bool = False

    @heeds("brigands.3.2b-destroyed")
    def change(self, state: State) -> None:
        """What is left of a building; one that is destroyed is rubble on the ground."""
        state.buildings[self.building] = (self.hull, self.structure)
        if self.destroyed:
            state.ground = collapsed(state.ground, self.building)
