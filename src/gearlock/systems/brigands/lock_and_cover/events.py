"""What happens with Smoke."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.paying import pay
from gearlock.systems.brigands.state import State


class SmokeFired(Event, frozen=True, tag="smoke-fired"):
    """A model put up a cloud of Smoke (x, y, z, radius) around itself."""

    unit: str
    cloud: tuple[int, int, int, int]
    cost: str

    @heeds("brigands.trait.smoke")
    def change(self, state: State) -> None:
        """A cloud more, and a use of Smoke less for the rest of the game."""
        unit = state.units[self.unit]
        pay(unit, self.cost)
        unit.expended.append("Smoke")
        state.smoke.append(self.cloud)
