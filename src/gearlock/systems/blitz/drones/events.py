"""18.4: what becomes of drones."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import GONE, State


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone is no more: its controller is destroyed, or its charge has gone off."""

    unit: str
    why: str

    @heeds("blitz.18.4", "blitz.18.4-table")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.hull, unit.structure, unit.actions, unit.posture = GONE, 0, 0, 0, ""
        unit.tokens, unit.used = {}, True
        if "controller" in self.why:
            unit.slayer = state.units[unit.parent].slayer
        state.end_activation(self.unit)
