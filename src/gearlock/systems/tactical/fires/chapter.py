"""3.4.4: what is declared of fires."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.tactical.fires import events as e
from gearlock.systems.tactical.fires import words as w
from gearlock.systems.tactical.state import State

FIRES: Chapter[State] = Chapter(
    "3.4.4: Incendiary Effects",
    events={
        e.Kindled: w.kindled,
        e.FireStarted: w.started,
        e.FireGrew: w.grew,
        e.WindRose: w.wind,
        e.BurnedOn: None,
    },
)
