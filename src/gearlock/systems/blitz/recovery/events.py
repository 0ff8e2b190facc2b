"""18.7 and A.2.4: what helpers and heroes bring about."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.paying import drop, pay
from gearlock.systems.blitz.state import EXAMPLE, IMMOBILISED, State

AVENGED = "avenged"
"""Lies on a medic whose death has been answered."""


class Recovered(Event, frozen=True, tag="pulled-free"):
    """An immobilised model is free again."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        pay(state.units[self.unit])
        drop(state.units[self.target], IMMOBILISED, state.units[self.target].token(IMMOBILISED))


class Emboldened(Event, frozen=True, tag="emboldened"):
    """Somebody gains a point, because of what happened to, or was done by, another; nobody if there is nobody."""

    because: str
    unit: str
    point: str

    @heeds("blitz.18.7-medic", "blitz.A.2.4")
    def change(self, state: State) -> None:
        if self.unit:
            tokens = state.units[self.unit].tokens
            tokens[self.point] = tokens.get(self.point, 0) + 1
        source = state.units[self.because]
        if source.is_destroyed and "Medic" in source.line.traits:
            source.tokens[AVENGED] = 1
        else:
            drop(source, EXAMPLE)
