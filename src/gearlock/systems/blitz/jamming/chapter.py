"""14.5b: sensor jamming: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.systems.blitz.jamming import events as e
from gearlock.systems.blitz.jamming import words as w
from gearlock.systems.blitz.jamming.orders import JamSights
from gearlock.systems.blitz.jamming.sensor_jamming import refuse_jam_sights
from gearlock.systems.blitz.state import State

JAMMING: Chapter[State] = Chapter(
    "14.5b: sensor jamming",
    orders=(OrderRules(JamSights, "jam sights", refuse_jam_sights),),
    events={e.SensorsJammed: w.jammed, e.JammingLost: w.lost},
)
