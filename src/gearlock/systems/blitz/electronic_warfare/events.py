"""14 and 7.8: what electronic warfare leaves on the table."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.paying import drop
from gearlock.systems.blitz.state import INTERFERENCE, SENSOR_BOOST, State


class EwTokenGained(Event, frozen=True, tag="ew-token-gained"):
    """A model has a token of electronic warfare until its next activation."""

    unit: str
    token: str
    intensity: int

    @heeds("blitz.14.5a", "blitz.14.5c", "blitz.14.6b", "blitz.14.7d")
    def change(self, state: State) -> None:
        """The stronger token stays. A sensor boost is noted: there is one in an activation."""
        tokens = state.units[self.unit].tokens
        tokens[self.token] = max(self.intensity, tokens.get(self.token, 0))
        if state.activation is not None and state.activation.unit == self.unit:
            state.activation.marks.append(self.token)


class BoostEnded(Event, frozen=True, tag="boost-ended"):
    """A sensor boost is taken off."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(SENSOR_BOOST, None)


class InterferenceReduced(Event, frozen=True, tag="interference-reduced"):
    """ECCM has lowered a model's sensor interference by so much."""

    unit: str
    target: str
    by: int

    def change(self, state: State) -> None:
        drop(state.units[self.target], INTERFERENCE, self.by)


class Scanned(Event, frozen=True, tag="scanned"):
    """A detailed scan came to its end."""

    unit: str
    target: str
    passed: bool

    @heeds("blitz.7.8")
    def change(self, state: State) -> None:
        """A side remembers what it has scanned, and how often."""
        if self.passed:
            key = f"scan:{state.units[self.unit].seat}:{self.target}"
            state.points[key] = state.points.get(key, 0) + 1
