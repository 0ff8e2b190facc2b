"""18.4: drones on a leash: at the end of the activation they share, those beyond 6 in of their controller are inert."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.shared_activation.events import Leashed
from gearlock.systems.blitz.state import NEAR, State, Unit


@heeds("blitz.18.4")
def is_out_of_reach(state: State, drone: Unit) -> bool:
    """Whether a drone is more than 6 in away from its controller; aboard it or with it aboard it is not."""
    controller = state.units[drone.parent]
    if not (drone.is_fielded and controller.is_fielded):
        return drone.status != controller.status
    return distance_between(state, drone, controller) > NEAR


@heeds("blitz.18.4")
def hold_leash(ctx: Ctx[State], ended: str) -> None:
    """The shared activation is over: say which drones of the controller are inert now."""
    state = ctx.state
    unit = state.units[ended]
    controller = state.units[unit.parent] if unit.line.type == "Drone" and unit.parent else unit
    if state.activation is not None or controller.is_destroyed:
        return
    drones = [other for other in state.led_by(controller) if other.line.type == "Drone"]
    if drones:
        lost = tuple(drone.id for drone in drones if is_out_of_reach(state, drone))
        ctx.emit(Leashed(lost, tuple(drone.id for drone in drones if drone.id not in lost)))
