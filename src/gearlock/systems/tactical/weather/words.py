"""The weather, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.weather import events as e


def changed(_state: State, event: e.WeatherChanged, _seat: str | None) -> Line:
    """What it is like now."""
    words = [word for word in (event.time, event.weather, event.temperature) if word]
    return Line(f"The conditions change: {', '.join(words) or 'fair weather'}.", (), "tactical.3.7-rain")


def broke_down(state: State, event: e.BrokeDown, _seat: str | None) -> Line:
    """It stands."""
    count = f"{event.rounds} round{'s' * (event.rounds != 1)}"
    text = f"{state.units[event.unit].name} breaks down in the extreme temperature for {count}."
    return Line(text, (event.unit,), "tactical.3.7-temperature")
