"""6: what happens by Standby, Overwatch and Snap Fire."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.brigands.state import State


class StoodBy(Event, frozen=True, tag="stood-by"):
    """A model kept its Actions as Standby tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.standby, unit.actions = unit.standby + self.tokens, 0


class Overwatched(Event, frozen=True, tag="overwatched"):
    """A model kept its Actions as Overwatch tokens."""

    unit: str
    tokens: int

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.overwatch, unit.actions = unit.overwatch + self.tokens, 0
