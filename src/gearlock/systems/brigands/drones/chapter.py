"""9.2: drones: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.brigands.drones import events as e
from gearlock.systems.brigands.drones import words as w
from gearlock.systems.brigands.drones.answers import aim_drone, guess_drone
from gearlock.systems.brigands.drones.drones import refuse_place_drone
from gearlock.systems.brigands.drones.orders import PlaceDrone
from gearlock.systems.brigands.state import State

DRONES: Chapter[State] = Chapter(
    "9.2: drones",
    orders=(OrderRules(PlaceDrone, "drone", by_order(refuse_place_drone), guess=guess_drone, aim=aim_drone),),
    events={
        e.DronePlaced: w.placed,
        e.DronePushed: w.pushed,
        e.DroneRecalled: w.recalled,
        e.DroneLost: w.lost,
    },
)
