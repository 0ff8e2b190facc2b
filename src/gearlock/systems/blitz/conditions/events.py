"""16.0, 2c: what weather and ground do."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.blitz.conditions.dangers import DANGEROUS, endangered
from gearlock.systems.blitz.state import SANDED, STRICKEN, State


class GroundTested(Event, frozen=True, tag="ground-tested"):
    """A die for every piece of area terrain: those that showed a 6 are dangerous."""

    pieces: tuple[str, ...]
    faces: tuple[int, ...]
    dangerous: tuple[str, ...]

    def change(self, state: State) -> None:
        state.switches = {**state.switches, DANGEROUS: " ".join(self.dangerous)}
        state.ground = endangered(state.ground, self.dangerous)


class Stricken(Event, frozen=True, tag="stricken"):
    """The weather has crippled a model."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[STRICKEN] = 1


class Recovered(Event, frozen=True, tag="weather-recovered"):
    """A model is itself again."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(STRICKEN, None)


class SandSettled(Event, frozen=True, tag="sand-settled"):
    """The sand a model caught has been dealt with."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens.pop(SANDED, None)


class WeatherTaken(Event, frozen=True, tag="weather-taken"):
    """The weather has had its say before the first round."""

    def change(self, state: State) -> None:
        state.phase = "setup"
