"""Drones: what is declared of them."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.systems.fieldmanual.drones import events as e
from gearlock.systems.fieldmanual.drones import words as w
from gearlock.systems.fieldmanual.drones.demolition import refuse_set_off, resolve_set_off
from gearlock.systems.fieldmanual.drones.drones import (
    PLACE,
    aim_place,
    guess_place,
    refuse_dock,
    refuse_place,
    resolve_dock,
    resolve_place,
)
from gearlock.systems.fieldmanual.drones.orders import DockDrone, PlaceDrone, SetOffDrone
from gearlock.systems.fieldmanual.state import State

DRONES: Chapter[State] = Chapter(
    "Drones",
    orders=(
        OrderRules(PlaceDrone, ("act", PLACE), refuse_place, resolve_place, guess_place, 40, aim_place),
        OrderRules(DockDrone, "act", by_order(refuse_dock), resolve_dock),
        OrderRules(SetOffDrone, "act", by_order(refuse_set_off), resolve_set_off),
    ),
    events={
        e.DronePlaced: w.placed,
        e.DroneDocked: w.docked,
        e.DroneDirected: w.directed,
        e.DroneLost: w.lost,
    },
)
