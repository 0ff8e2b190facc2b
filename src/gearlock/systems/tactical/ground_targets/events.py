"""What happens when units fire at points."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.condition import quarter_fired
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.under_way import Patch

SATURATION = "saturation"
"""A patch: a zone under saturation fire, with the Threshold as its number and the DM as its points."""


class PointFired(Event, frozen=True, tag="point-fired"):
    """A unit fires a weapon at a point of the ground: its Action and its ammunition are used."""

    unit: str
    weapon: str
    x: int
    y: int
    rof: int
    rounds: int
    rule: str
    cost: int = 1
    """Actions it takes: none for the further weapons of a squad."""

    @heeds("tactical.2.6.3", "tactical.3.6.4")
    def change(self, state: State) -> None:
        """Paid, and noted as fired at nobody."""
        unit = state.units[self.unit]
        unit.actions -= self.cost
        state.note_attack(self.unit)
        unit.used[self.weapon] = unit.used.get(self.weapon, 0) + self.rounds
        unit.used[f"arc:{self.weapon}"] = quarter_fired(unit, self.x, self.y)
        unit.fired.append(f"{self.weapon}:")


class ZoneSaturated(Event, frozen=True, tag="zone-saturated"):
    """A zone lies under fire until the round is over."""

    unit: str
    weapon: str
    x: int
    y: int
    radius: int
    threshold: int
    dm: int
    facing: int = -1
    """Which way the strip of the skirmish scale lies; -1 for a round zone."""

    @heeds("tactical.3.4.5-saturation")
    def change(self, state: State) -> None:
        state.patches.append(self.zone(state))

    def zone(self, state: State) -> Patch:
        """The zone as it lies on the table."""
        seat, word = state.units[self.unit].seat, "" if self.facing < 0 else str(self.facing)
        where = (self.x, self.y, self.radius)
        return Patch(SATURATION, *where, self.threshold, seat, self.unit, self.weapon, 1, self.dm, word)


class SaturationOver(Event, frozen=True, tag="saturation-over"):
    """The round is over, and so is saturation fire."""

    def change(self, state: State) -> None:
        state.patches = [patch for patch in state.patches if patch.kind != SATURATION]
