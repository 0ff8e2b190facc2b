"""16.0, 2c: special conditions: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.blitz.conditions import events as e
from gearlock.systems.blitz.conditions import words as w
from gearlock.systems.blitz.state import State

CONDITIONS: Chapter[State] = Chapter(
    "16.0, 2c: special conditions",
    events={
        e.GroundTested: w.tested,
        e.Stricken: w.stricken,
        e.Recovered: w.recovered,
        e.SandSettled: w.settled,
        e.WeatherTaken: None,
    },
)
