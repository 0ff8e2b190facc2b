"""What happens when a unit takes its place."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.deployment.placements import waiting_units
from gearlock.systems.hex100.state import State, other


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit took its place, with these modes of its variable weapons loaded."""

    plain: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    facing: int
    loaded: tuple[tuple[str, int], ...] = ()
    lurking: bool = False
    """It lies in wait, hidden."""

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.q, unit.r, unit.facing, unit.placed = self.q, self.r, self.facing, True
        unit.loaded, unit.lurking = dict(self.loaded), self.lurking
        if state.phase == "deployment" and waiting_units(state, other(unit.seat)):
            state.active = other(unit.seat)
