"""18.4: drones: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.blitz.drones.drones import drone_lost, refuse_send, resolve_send
from gearlock.systems.blitz.drones.events import DroneLost
from gearlock.systems.blitz.drones.orders import SendDrone
from gearlock.systems.blitz.state import State

DRONES: Chapter[State] = Chapter(
    "18.4: drones",
    orders=(OrderRules(SendDrone, "act", by_order(refuse_send), resolve_send),),
    events={DroneLost: drone_lost},
)
