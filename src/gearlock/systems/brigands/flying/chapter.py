"""9.7: VTOLs and the air: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.systems.brigands.flying import events as e
from gearlock.systems.brigands.flying import words as w
from gearlock.systems.brigands.state import State

FLYING: Chapter[State] = Chapter(
    "9.7: VTOLs and the air",
    events={
        e.TookOff: w.took_off,
        e.Flew: None,
        e.Landed: w.landed,
    },
)
