"""What the orders of drones, transports and fortifications would mean, so that they can be weighed."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.companions.drones import stand_near
from gearlock.systems.brigands.companions.orders import PlaceDrone
from gearlock.systems.brigands.showing.worth import best_worth, danger
from gearlock.systems.brigands.state import FIELDED, State, Unit


def preview_drone(state: State, order: PlaceDrone) -> Preview:
    """The best attack a drone has from there, if it still has an Action, and what could hit it."""
    drone = state.units.get(order.unit)
    if drone is None or not drone.controller:
        return Preview()
    stand = stand_near(state, drone, order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = moved(drone, order.x, order.y, stand.body.z, order.facing)
    after = state.with_unit(there)
    return Preview(gives=best_worth(after, there), risks=danger(after, there), ends=(order.x, order.y, order.facing))


def moved(unit: Unit, x: int, y: int, z: int, facing: int) -> Unit:
    """A model as it would be on the battlefield at another place."""
    there = unit.clone()
    there.x, there.y, there.z, there.facing = x, y, z, facing
    there.status, there.carrier, there.shell = FIELDED, "", None
    return there
