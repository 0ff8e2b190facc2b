"""How the events of drones, transports and fortifications change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.brigands.companions import events as e
from gearlock.systems.brigands.state import FIELDED, GONE, RIDING, State, Unit


def _place(state: State, event: e.DronePlaced) -> None:
    drone = state.units[event.unit]
    drone.x, drone.y, drone.z, drone.facing = event.x, event.y, event.z, event.facing
    drone.status, drone.carrier, drone.shell = FIELDED, "", None


def _push(state: State, event: e.DronePushed) -> None:
    drone = state.units[event.unit]
    drone.x, drone.y, drone.z = event.x, event.y, event.z


def _recall(state: State, event: e.DroneRecalled) -> None:
    drone = state.units[event.unit]
    drone.status, drone.carrier, drone.shell = RIDING, drone.controller, None


def _lose(state: State, event: e.DroneLost) -> None:
    drone = state.units[event.unit]
    drone.status, drone.hull, drone.structure, drone.actions = GONE, 0, 0, 0
    drone.carrier, drone.shell = "", None


def _embark(state: State, event: e.Embarked) -> None:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    for passenger in (unit, *(state.units[drone] for drone in event.drones)):
        passenger.carrier, passenger.shell = carrier.id, event.shell
        passenger.x, passenger.y, passenger.z = carrier.x, carrier.y, carrier.z
        passenger.hanging = passenger.inside = ""
        passenger.status = RIDING if event.shell is None else FIELDED
    if event.shell is None:
        _leave_battlefield(state, unit)


def _leave_battlefield(state: State, unit: Unit) -> None:
    """Aboard a vehicle nobody does anything: the activation is over, and what was kept for reactions is lost."""
    unit.actions = unit.standby = unit.overwatch = 0
    unit.posture, unit.tall = "", False
    unit.activated = True
    if state.activation is not None and state.activation.unit == unit.id:
        state.activation = None


def _disembark(state: State, event: e.Disembarked) -> None:
    unit = state.units[event.unit]
    unit.x, unit.y, unit.z, unit.facing, unit.inside = event.x, event.y, event.z, event.facing, event.inside
    unit.status, unit.carrier, unit.shell = FIELDED, "", None
    for drone in state.drones(unit.id):
        drone.status, drone.carrier, drone.shell = RIDING, unit.id, None


COMPANIONS_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.DronePlaced: _place,
    e.DronePushed: _push,
    e.DroneRecalled: _recall,
    e.DroneLost: _lose,
    e.Embarked: _embark,
    e.Disembarked: _disembark,
}
