"""Ramming, blades and jumps: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.hex100.crushing import events as e
from gearlock.systems.hex100.crushing import words as w
from gearlock.systems.hex100.crushing.gaits import refuse_gait
from gearlock.systems.hex100.crushing.orders import TakeGait
from gearlock.systems.hex100.state import State

CRUSHING: Chapter[State] = Chapter(
    "Ramming, blades and jumps",
    orders=(OrderRules(TakeGait, "gait", refuse_gait),),
    events=(e.GroundCleared, e.GaitChosen, e.Rammed),
    words={
        e.GroundCleared: w.ground_cleared,
        e.GaitChosen: w.gait_chosen,
        e.Rammed: w.rammed,
    },
)
