"""Drones, transports and fortifications: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.brigands.drones.answers import ahead, noted
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.transport import orders as o
from gearlock.systems.brigands.transport.bailing_out import way_out
from gearlock.systems.brigands.transport.transport import (
    REACH,
    refuse_embark,
    refuse_unloading,
    spots_beside,
    transports_near,
)
from gearlock.table.measure import FULL_TURN


def offer_disembarking(state: State, unit: Unit) -> Iterator[Option]:
    """The passengers the Active model may set down."""
    riders = [rider for rider in state.aboard(unit.id) if not rider.controller]
    if not riders or refuse_unloading(state, unit) is not None:
        return
    for rider in riders:
        if next(spots_beside(state, rider, unit), None) is not None:
            template = o.Disembark(unit.id, rider.id)
            yield Place(f"Set the {rider.name} down", template, "brigands.9.3", unit=rider.id, zone="reach")


def offer_transports(state: State, ask: Ask) -> Iterator[Option]:
    for carrier in transports_near(state, state.units[ask.unit]):
        yield Pick(f"Get into the {carrier.name}", o.Embark(ask.unit, carrier.id), ask.rule)
    yield decline("Stay outside", ask.rule)


def offer_ways_out(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    yield Place(f"The {unit.name} gets out", o.BailOut(unit.id), ask.rule, unit=unit.id, zone="reach")


def refuse_embarking(state: State, ask: Ask, order: o.Embark) -> Refusal | None:
    return refuse_embark(state, state.units[ask.unit], order.carrier)


def guess_disembark(state: State, _ask: Ask, order: o.Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = noted(state, rider, lambda: spots_beside(state, rider, carrier))
    if not spots:
        return None
    return o.Disembark(carrier.id, rider.id, *chooser.choice(spots), ahead(carrier, chooser))


def guess_bail_out(state: State, _ask: Ask, order: o.BailOut, chooser: Chooser, _attempt: int) -> Order | None:
    unit = state.units[order.unit]
    carrier = state.units[unit.carrier]
    reach = way_out(state, unit) or REACH
    spots = noted(state, unit, lambda: spots_beside(state, unit, carrier, reach))
    return o.BailOut(unit.id, *chooser.choice(spots), ahead(carrier, chooser)) if spots else None


def aim_disembark(state: State, _ask: Ask, order: o.Disembark, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return o.Disembark(order.unit, order.passenger, spot.x, spot.y, facing % FULL_TURN)


def aim_bail_out(state: State, _ask: Ask, order: o.BailOut, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return o.BailOut(order.unit, spot.x, spot.y, facing % FULL_TURN)
