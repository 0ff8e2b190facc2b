"""Smoke that was laid."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import State

SMOKE = "Smoke"


class SmokeLaid(Event, frozen=True, tag="smoke-laid"):
    """A cloud stands around a model until the next Cleanup phase: the foot of its middle and its height."""

    unit: str
    x: int
    y: int
    z: int
    height: int

    @heeds("blitz.trait.smoke")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        state.smoke.append((self.x, self.y, self.z, self.height))
        unit.expended[SMOKE] = unit.expended.get(SMOKE, 0) + 1
        if state.activation is not None:
            state.activation.marks.append(SMOKE)
