"""What happens when units fire at points."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.tactical.damage.condition import quarter_fired
from gearlock.systems.tactical.state import State


class PointFired(Event, frozen=True, tag="point-fired"):
    """A unit fires a weapon at a point of the ground: its Action and its ammunition are used."""

    unit: str
    weapon: str
    x: int
    y: int
    rof: int
    rounds: int
    rule: str

    def change(self, state: State) -> None:
        """Paid, and noted as fired at nobody."""
        unit = state.units[self.unit]
        unit.actions -= 1
        unit.used[self.weapon] = unit.used.get(self.weapon, 0) + self.rounds
        unit.used[f"arc:{self.weapon}"] = quarter_fired(unit, self.x, self.y)
        unit.fired.append(f"{self.weapon}:")
