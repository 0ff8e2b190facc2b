"""How the events of terror drones change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.hex100.drones.terror import events as e
from gearlock.systems.hex100.state import State, Unit


def _pounced(state: State, event: e.Pounced) -> None:
    drone, victim = state.units[event.unit], state.units[event.victim]
    drone.riding, drone.q, drone.r = event.victim, victim.q, victim.r


def _let_go(state: State, event: e.LetGo) -> None:
    state.units[event.unit].riding = ""


def _dismounted(state: State, event: e.Dismounted) -> None:
    drone = state.units[event.unit]
    drone.q, drone.r = event.q, event.r


def _swarm_cut(state: State, event: e.SwarmCut) -> None:
    drone = state.units[event.unit]
    drone.swarm, drone.hp = list(event.left), sum(event.left)


def _nothing(state: State, event: Event) -> None:
    """The story goes on; the state is changed by the events around this one."""


@rule("hex100.drone-terror")
def carry_riders(state: State, unit: Unit) -> None:
    """What rides a unit goes where it goes."""
    for drone in state.riders(unit.id):
        drone.q, drone.r = unit.q, unit.r


@rule("hex100.drone-terror")
def drop_riders(state: State, unit: Unit) -> None:
    """When a unit falls, what rode it is left on its wreck; fallen drones ride nobody."""
    unit.riding, unit.swarm = "", []
    shed_riders(state, unit)


def shed_riders(state: State, unit: Unit) -> None:
    """What rode a unit that is gone is in the hex where it was, until it has found a place of its own."""
    for drone in state.riders(unit.id):
        drone.riding = ""


TERROR_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.Pounced: _pounced,
    e.LetGo: _let_go,
    e.Dismounted: _dismounted,
    e.Gnawed: _nothing,
    e.ShakeTried: _nothing,
    e.SwarmCut: _swarm_cut,
    e.Strayed: _nothing,
}
