"""What a unit carries: terror drones that ride it and drones docked with it, and how they are shed or lost."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.hex100.state import State, Unit


@heeds("hex100.drone-terror")
def carry_riders(state: State, unit: Unit) -> None:
    """What rides a unit goes where it goes."""
    for drone in state.riders(unit.id):
        drone.q, drone.r = unit.q, unit.r


@heeds("hex100.drone-terror")
def drop_riders(state: State, unit: Unit) -> None:
    """When a unit falls, what rode it is left on its wreck; fallen drones ride nobody."""
    unit.riding, unit.swarm = "", []
    shed_riders(state, unit)


def shed_riders(state: State, unit: Unit) -> None:
    """What rode a unit that is gone is in the hex where it was, until it has found a place of its own."""
    for drone in state.riders(unit.id):
        drone.riding = ""


@heeds("hex100.drone-small")
def lose_docked(state: State, carrier: Unit) -> None:
    """The drones docked with a unit are lost with it."""
    for drone, tie in state.scene.ties.items():
        if tie.carrier == carrier.id and state.units[drone].docked:
            state.units[drone].destroyed, state.units[drone].hp = True, 0


@rule("hex100.drone-small")
def leaves_wreck(state: State, unit: Unit) -> bool:
    """Whether a unit leaves a wreck that matters; of a small drone nothing is left."""
    return not (unit.id in state.scene.drones and state.machine(unit.id).unit.small)
