"""How the events of drones change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.crushing.changes import fill_pool
from gearlock.systems.hex100.drones import events as e
from gearlock.systems.hex100.drones.terror.swarm import mend_swarm
from gearlock.systems.hex100.state import State, Unit


def _fielded(state: State, event: e.DroneFielded) -> None:
    _undocked(state, event)
    state.units[event.unit].lurking = event.lurking
    fill_pool(state, state.units[event.unit])


def _undocked(state: State, event: e.DroneFielded | e.Undocked) -> None:
    """One that has docked in this phase has had its turn."""
    drone = state.units[event.unit]
    drone.q, drone.r, drone.facing = event.q, event.r, event.facing
    drone.placed, drone.docked = True, False


def _mode_set(state: State, event: e.ModeSet) -> None:
    drone = state.units[event.unit]
    drone.mode, drone.point, drone.charge = event.mode, event.point, event.charge
    if event.by and state.units[event.by].seat != drone.seat:
        fill_pool(state, drone)


def _docked(state: State, event: e.Docked) -> None:
    drone = state.units[event.unit]
    drone.placed, drone.docked, drone.lock, drone.lock_at = False, True, "", None
    drone.mode, drone.point, drone.charge = "", None, ""


def _reactivated(state: State, event: e.Reactivated) -> None:
    drone = state.units[event.unit]
    drone.shocked = False
    drone.traced = drone.traced and (drone.jammed or drone.hacked)


def _repaired(state: State, event: e.Repaired) -> None:
    for unit, points in event.repairs:
        state.units[unit].hp += points
        mend_swarm(state.units[unit], state.machine(unit).unit, points)


@rule("hex100.drone-small")
def lose_docked(state: State, carrier: Unit) -> None:
    """The drones docked with a unit are lost with it."""
    for drone, tie in state.scene.ties.items():
        if tie.carrier == carrier.id and state.units[drone].docked:
            state.units[drone].destroyed, state.units[drone].hp = True, 0


def is_brought(state: State, unit: Unit) -> bool:
    """Whether a unit is a drone that another brings: it is placed with that unit, or stays docked."""
    return unit.id in state.scene.ties


@rule("hex100.drone-small")
def leaves_wreck(state: State, unit: Unit) -> bool:
    """Whether a unit leaves a wreck that matters; of a small drone nothing is left."""
    return not (unit.id in state.scene.drones and state.machine(unit.id).unit.small)


DRONE_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.DroneFielded: _fielded,
    e.ModeSet: _mode_set,
    e.Undocked: _undocked,
    e.Docked: _docked,
    e.Reactivated: _reactivated,
    e.Repaired: _repaired,
}
