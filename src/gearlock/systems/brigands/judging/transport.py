"""What the orders of drones, transports and fortifications would mean, so that they can be weighed."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.view import Preview
from gearlock.mechanics.placing.spots import Stand
from gearlock.systems.brigands.drones.drones import stand_near
from gearlock.systems.brigands.drones.orders import PlaceDrone
from gearlock.systems.brigands.judging.danger import best_worth, danger, danger_here
from gearlock.systems.brigands.judging.reckoning import reckoning_of
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.systems.brigands.transport.orders import BailOut, Disembark, Embark
from gearlock.systems.brigands.transport.transport import boarded, refuse_embark, space_of, stand_beside

CAUTION = 0.5
"""What danger counts against what an attack is worth."""
RIDE = 0.01
"""What a ride counts with a transport that is still to move, in shares of a model."""


def preview_drone(state: State, _seat: str, order: PlaceDrone) -> Preview:
    """The best attack a drone has from there, if it still has an Action, and what could hit it."""
    drone = state.units.get(order.unit)
    if drone is None or not drone.controller:
        return Preview()
    stand = stand_near(state, drone, order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = _put(drone, stand, order.facing)
    after = state.with_unit(there)
    others = reckoning_of(state)
    gives, risks = best_worth(after, there, others), danger(after, there, others)
    return Preview(gives=gives, risks=risks, ends=(order.x, order.y, order.facing))


def preview_embark(state: State, _seat: str, order: Embark) -> Preview:
    """What a model is spared and what it gives up: aboard a vehicle everything, in a Fortification only danger."""
    unit = state.units.get(order.unit)
    refusal = None if unit is None else refuse_embark(state, unit, order.carrier)
    if unit is None or refusal is not None:
        return Preview(notes=() if refusal is None else (refusal.message,))
    event = boarded(state, unit, order.carrier)
    carrier, spared = state.units[order.carrier], CAUTION * danger_here(state, unit)
    if event.shell is None:
        ride = 0.0 if carrier.activated else RIDE
        return Preview(gives=spared + ride - best_worth(state, unit), notes=(f"aboard the {carrier.name}",))
    inside = unit.clone()
    inside.x, inside.y, inside.z = carrier.x, carrier.y, carrier.z
    inside.carrier, inside.shell = carrier.id, event.shell
    after = state.with_unit(inside)
    gain = best_worth(after, inside) - best_worth(state, unit)
    return Preview(gives=gain + spared - CAUTION * danger(after, inside), notes=("Heavy Cover inside",))


def preview_disembark(state: State, _seat: str, order: Disembark) -> Preview:
    """What the passenger could do from there, and the danger to both."""
    carrier, rider = state.units.get(order.unit), state.units.get(order.passenger)
    if carrier is None or rider is None or not carrier.is_fielded or rider.carrier != carrier.id:
        return Preview()
    stand = stand_beside(state, rider, carrier, order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = _put(rider, stand, order.facing)
    after = state.with_unit(there)
    risks = danger_here(state, carrier) + danger(after, there)
    gives = 0.0 if rider.activated else best_worth(after, there)
    sheltered = best_worth(state, rider) if rider.shell is not None and not rider.activated else 0.0
    return Preview(gives=gives - sheltered, risks=risks, ends=(carrier.x, carrier.y, carrier.facing))


def preview_bail_out(state: State, _seat: str, order: BailOut) -> Preview:
    """The danger of the place one gets out at, besides the Marginal Hits that come anyway."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.carrier:
        return Preview()
    stand = stand_beside(state, unit, state.units[unit.carrier], order.x, order.y)
    if isinstance(stand, Refusal):
        return Preview(notes=(stand.message,))
    there = _put(unit, stand, order.facing)
    notes = (f"{space_of(unit)} Marginal Hits, each 1 damage on 4 or more",)
    return Preview(risks=danger(state.with_unit(there), there), ends=(order.x, order.y, order.facing), notes=notes)


def _put(unit: Unit, stand: Stand, facing: int) -> Unit:
    """A model as it would be on the battlefield at another place."""
    there = unit.clone()
    there.x, there.y, there.z, there.facing = stand.body.x, stand.body.y, stand.body.z, facing
    there.status, there.carrier, there.shell, there.inside = FIELDED, "", None, stand.inside
    return there
