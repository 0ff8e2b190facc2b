"""What moves, postures and waiting would mean: the best attack from there, and the danger of being there."""

from __future__ import annotations

from gearlock.kernel.view import Preview
from gearlock.systems.blitz.air.orders import Circle, Land, ResumeCircling, Strafe, TakeOff
from gearlock.systems.blitz.attacks.orders import StandBy
from gearlock.systems.blitz.deployment.orders import Declare, Deploy, Reposition
from gearlock.systems.blitz.drones.orders import SendDrone
from gearlock.systems.blitz.judging.attacks import best_worth, danger_here
from gearlock.systems.blitz.movement.events import Moved
from gearlock.systems.blitz.movement.gaits import moves_of
from gearlock.systems.blitz.movement.movement import trace
from gearlock.systems.blitz.movement.orders import Move
from gearlock.systems.blitz.objectives.wanted_places import errand_worth
from gearlock.systems.blitz.rounds.orders import Activate, EndActivation
from gearlock.systems.blitz.shared_activation.orders import HandOver
from gearlock.systems.blitz.state import POSTURES, State, Unit

WORTH_OF_A_MOVE = 0.01
WORTH_OF_A_REACTION = 0.25


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a model stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def preview_deploy(_state: State, _seat: str, order: Deploy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_posture(state: State, _seat: str, order: Activate) -> Preview:
    """What the posture gives an attack from where the model stands, and a little for each move it allows."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or order.posture not in POSTURES:
        return Preview()
    there = unit.clone()
    there.posture, there.tall = order.posture, order.tall
    gives = best_worth(state.with_unit(there), there) + WORTH_OF_A_MOVE * moves_of(there, order.posture)
    return Preview(gives=gives, hoped=gives, ends=pose_of(unit))


def preview_move(state: State, _seat: str, order: Move) -> Preview:
    """Where a path ends, the best attack from there, and what it is worth to be there for the objectives."""
    unit = state.units.get(order.unit)
    found = None if unit is None or state.activation is None else trace(state, order)
    if unit is None or not isinstance(found, Moved):
        return Preview()
    there = unit.clone()
    there.x, there.y, there.z, there.facing = found.x, found.y, found.z, found.facing
    hoped = best_worth(state.with_unit(there), there)
    gives = hoped + errand_worth(state, unit, found.x, found.y)
    return Preview(gives=gives, hoped=hoped, ends=(found.x, found.y, found.facing))


def preview_declaring(_state: State, _seat: str, order: Declare) -> Preview:
    """Bots rather have their units on the table from the beginning."""
    return Preview(gives=0.1 if order.way in ("", "pathfinders") else 0.0)


def preview_reposition(_state: State, _seat: str, order: Reposition) -> Preview:
    """Bots come nearer, and in."""
    return Preview(gives=-0.001 * order.change, ends=(order.x, order.y, 0))


def preview_waiting(state: State, _seat: str, order: EndActivation | StandBy) -> Preview:
    """The danger of staying where one is; actions kept are worth a part of what they could do now."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    kept = WORTH_OF_A_REACTION * best_worth(state, unit) if isinstance(order, StandBy) else 0.0
    here = danger_here(state, unit)
    return Preview(gives=kept, risks=here, lasting=here, ends=pose_of(unit))


def preview_drone(state: State, seat: str, order: SendDrone) -> Preview:
    """What the drone could do from where it is."""
    drone = state.units.get(order.drone)
    if drone is None:
        return Preview()
    ready = drone.clone()
    ready.actions = ready.line.actions
    return preview_posture(state.with_unit(ready), seat, Activate(drone.id, order.posture))


def preview_hand_over(state: State, _seat: str, order: HandOver) -> Preview:
    """Nothing gained, and a little worse than to be done: whoever shares the activation goes on then anyway."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit) + WORTH_OF_A_MOVE
    return Preview(risks=here, lasting=here, ends=pose_of(unit))


def preview_flight(state: State, _seat: str, order: Circle | Strafe | ResumeCircling | Land | TakeOff) -> Preview:
    """A little for moving at all; a pass is worth more to who has bombs or guns for it."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    worth = {Circle: 1, Strafe: 3, ResumeCircling: 0, Land: 0, TakeOff: 4}[type(order)] * WORTH_OF_A_MOVE
    return Preview(gives=worth, ends=pose_of(unit))
