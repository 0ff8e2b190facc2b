"""What Unusual Events do to the table and the models on it."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.fieldmanual.paying import mark
from gearlock.systems.fieldmanual.state import STUN, State
from gearlock.systems.fieldmanual.table_effects.sanded import BETWEEN, SAND, sanded

FELT = "extreme temperatures"
"""Noted in `points` once the dice for heat or cold were thrown."""


class SandCounted(Event, frozen=True, tag="sand-counted"):
    """A die told how many pieces of terrain have white sand in them."""

    face: int


class SandFound(Event, frozen=True, tag="sand-found"):
    """Where white sand lies, all together: ids of pieces, and points of open ground as x,y."""

    places: tuple[str, ...]
    reveals = True

    @heeds("fieldmanual.event-white-sand")
    def change(self, state: State) -> None:
        """These places are Dangerous terrain from now on."""
        words = BETWEEN.join(self.places)
        state.switches = {**state.switches, SAND: words}
        state.ground = sanded(state.ground, words)


class TemperaturesFelt(Event, frozen=True, tag="temperatures-felt"):
    """A die for every model at the start of the battle; on a 1 it begins with a Stun counter."""

    dice: tuple[tuple[str, int], ...]

    @heeds("fieldmanual.event-extreme-temperatures")
    def change(self, state: State) -> None:
        state.points = {**state.points, FELT: 1}
        for name, face in self.dice:
            if face == 1:
                mark(state, state.units[name], STUN)
