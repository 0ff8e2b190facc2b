"""What happens to Combined Models as such."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.state import State

CUT_OFF = "cut off"
"""A token of a base out of Cohesion. 1: it must be back when its next activation ends. 2: that is in the next round."""


class PoolShared(Event, frozen=True, tag="pool-shared"):
    """One pool was shared out among the bases that an attack affected: who they are in order, and their totals."""

    unit: str
    bases: tuple[str, ...]
    totals: tuple[int, ...]


class CutOff(Event, frozen=True, tag="cut-off"):
    """A base is out of Cohesion: 1, and must be back when its next activation ends; 2, that is in the next round."""

    unit: str
    due: int

    @heeds("fieldmanual.combined-cohesion")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[CUT_OFF] = self.due


class Rejoined(Event, frozen=True, tag="rejoined"):
    """A base is in Cohesion again."""

    unit: str

    @heeds("fieldmanual.combined-cohesion")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(CUT_OFF, None)
