"""What a command to a drone would mean: what the mode does, and what it is worth."""

from __future__ import annotations

from gearlock.kernel.view import Preview
from gearlock.systems.hex100.drones.behaviour import POINT, named_by
from gearlock.systems.hex100.drones.commanding import named_in, own_drone, refuse_mode
from gearlock.systems.hex100.drones.modes import modes_of
from gearlock.systems.hex100.drones.orders import Command, TurnDrone
from gearlock.systems.hex100.state import State, Unit

IDLE = 0.002
"""The risk put on commands that gain nothing: the action is better kept."""
READINESS = 0.2
"""A new mode must be better than the old one by this share of its worth to be worth an action."""


def preview_command(state: State, unit: Unit, order: Command) -> Preview:
    """A mode is worth what it adds to the present one; a docked drone, and a hacked one, does nothing by itself.

    Of what names a unit that is none of the seat's own, nothing is told.
    """
    turned = isinstance(order, TurnDrone)
    drone = state.enemy_called(unit.seat, order.drone) if turned else own_drone(state, unit, order.drone)
    if drone is None or refuse_mode(state, unit.seat, drone, order) is not None:
        return Preview()
    mode = modes_of(state, drone)[order.mode]
    spot = (order.q, order.r, 0) if mode.names == POINT else None
    worth = mode.worth(state, unit.seat, drone, named_in(state, unit.seat, mode, order))
    present = None if turned else modes_of(state, drone).get(drone.mode)
    if present is not None:
        worth -= present.worth(state, unit.seat, drone, named_by(drone)) + READINESS * worth
    if worth <= 0:
        return Preview(risks=IDLE, notes=(mode.about,), spot=spot)
    return Preview(gives=min(1.0, worth), notes=(mode.about,), spot=spot)
