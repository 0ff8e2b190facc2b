"""3.7: what is declared of it."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.weather import events as e
from gearlock.systems.tactical.weather import words as w

WEATHER: Chapter[State] = Chapter(
    "3.7: Weather Conditions",
    events={e.WeatherChanged: w.changed, e.BrokeDown: w.broke_down, e.BreakdownsPassed: None},
)
