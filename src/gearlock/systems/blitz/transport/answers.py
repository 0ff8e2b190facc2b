"""18.5: offers to get in and out, and how open ones are completed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.blitz.state import BRACED, State, Unit
from gearlock.systems.blitz.transport.buildings import refuse_enter
from gearlock.systems.blitz.transport.orders import Disembark, Embark, EnterBuilding, GetOut
from gearlock.systems.blitz.transport.places import REACH, spots_outside
from gearlock.systems.blitz.transport.room import aboard
from gearlock.systems.blitz.transport.thrown_out import home_of, way_out
from gearlock.systems.blitz.transport.transport import refuse_embark, refuse_passenger, refuse_unloading
from gearlock.table.measure import FULL_TURN

SPOTS = 24
"""Places among which a guess is made."""


def offer_transport(state: State, unit: Unit) -> Iterator[Option]:
    """Transports beside the model, its own passengers, buildings it touches, the way out of where it is."""
    for carrier in state.fielded(unit.seat):
        if carrier is not unit and refuse_embark(state, Embark(unit.id, carrier.id)) is None:
            yield Pick(f"Get into the {carrier.name}", Embark(unit.id, carrier.id), "blitz.18.5")
    if refuse_unloading(state, unit) is None:
        for rider in aboard(state, unit):
            free = next(spots_outside(state, rider, unit), None) is not None
            if free and refuse_passenger(state, unit, rider.id) is None:
                template = Disembark(unit.id, rider.id)
                yield Place(f"Set the {rider.name} down", template, "blitz.18.5", unit=rider.id, zone="reach")
    yield from _building_options(state, unit)


def _building_options(state: State, unit: Unit) -> Iterator[Option]:
    for piece in state.ground.pieces if unit.is_infantry else ():
        if is_building(piece) and refuse_enter(state, EnterBuilding(unit.id, piece.id)) is None:
            yield Pick(f"Go into the {piece.name}", EnterBuilding(unit.id, piece.id), "blitz.18.5a")
    home, now = home_of(state, unit), state.activation
    fixed = home is not None and (not isinstance(home, Unit) or home.line.type == "Fortification")
    if home is None or not fixed or now is None or unit.stance == BRACED or now.stopped or now.begun or not now.moves:
        return
    if next(spots_outside(state, unit, home), None) is not None:
        yield Place(f"Come out of the {home.name}", GetOut(unit.id), "blitz.18.5a", unit=unit.id, zone="reach")


def offer_ways_out(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    yield Place(f"The {unit.name} gets out", GetOut(unit.id), ask.rule, unit=unit.id, zone="reach")


def guess_disembark(state: State, _ask: Ask, order: Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = [spot for spot, _ in zip(spots_outside(state, rider, carrier), range(SPOTS), strict=False)]
    if not spots:
        return None
    return Disembark(carrier.id, rider.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN))


def guess_get_out(state: State, _ask: Ask, order: GetOut, chooser: Chooser, _attempt: int) -> Order | None:
    unit = state.units[order.unit]
    home = home_of(state, unit)
    if home is None:
        return None
    reach = way_out(state, unit) or REACH
    spots = [spot for spot, _ in zip(spots_outside(state, unit, home, reach), range(SPOTS), strict=False)]
    return GetOut(unit.id, *chooser.choice(spots), chooser.randrange(0, FULL_TURN)) if spots else None


def aim_disembark(state: State, _ask: Ask, order: Disembark, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return Disembark(order.unit, order.passenger, spot.x, spot.y, facing % FULL_TURN)


def aim_get_out(state: State, _ask: Ask, order: GetOut, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return GetOut(order.unit, spot.x, spot.y, facing % FULL_TURN)
