"""What happens with the weather."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.state import BROKEN_DOWN, State


class WeatherChanged(Event, frozen=True, tag="weather-changed"):
    """Other weather, another time of day or another temperature; None leaves each as it is."""

    weather: str | None = None
    time: str | None = None
    temperature: str | None = None

    def change(self, state: State) -> None:
        """It holds until it changes again."""
        for name, word in ((s.WEATHER, self.weather), (s.TIME, self.time), (s.TEMPERATURE, self.temperature)):
            if word is not None:
                state.switches[name] = word


class BrokeDown(Event, frozen=True, tag="broke-down"):
    """Cold or heat stopped a vehicle for so many rounds, this one among them."""

    unit: str
    rounds: int

    @heeds("tactical.3.7-temperature")
    def change(self, state: State) -> None:
        state.units[self.unit].tokens[BROKEN_DOWN] = self.rounds


class BreakdownsPassed(Event, frozen=True, tag="breakdowns-passed"):
    """A round is over: those that broke down have one less to wait."""

    @heeds("tactical.3.7-temperature")
    def change(self, state: State) -> None:
        for unit in state.units.values():
            left = unit.tokens.get(BROKEN_DOWN, 0)
            if left > 1:
                unit.tokens[BROKEN_DOWN] = left - 1
            else:
                unit.tokens.pop(BROKEN_DOWN, None)
