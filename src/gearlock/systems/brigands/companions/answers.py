"""Drones, transports and fortifications: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from gearlock.kernel.asks import Ask, Option, Pick, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import rule
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.brigands.attacking.orders import Attack
from gearlock.systems.brigands.companions import orders as o
from gearlock.systems.brigands.companions.bailing_out import way_out
from gearlock.systems.brigands.companions.drones import LEASH, legal_drone_spots
from gearlock.systems.brigands.companions.transport import (
    REACH,
    refuse_embark,
    refuse_unloading,
    spots_beside,
    transports_near,
)
from gearlock.systems.brigands.moving.orders import Demolish
from gearlock.systems.brigands.observation.orders import Observe
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import FULL_TURN

CLOSE = 6
"""How many of the nearest free places are drawn from when guessing has failed."""


def offer_disembarking(state: State, unit: Unit) -> Iterator[Option]:
    """The passengers the Active model may set down."""
    riders = [rider for rider in state.aboard(unit.id) if not rider.controller]
    if not riders or refuse_unloading(state, unit) is not None:
        return
    for rider in riders:
        if next(spots_beside(state, rider, unit), None) is not None:
            template = o.Disembark(unit.id, rider.id)
            yield Place(f"Set the {rider.name} down", template, "brigands.9.3", unit=rider.id, zone="reach")


def offer_drone_places(state: State, ask: Ask) -> Iterator[Option]:
    drone = state.units[ask.unit]
    yield Place(f"Place the {drone.name}", o.PlaceDrone(drone.id), ask.rule, unit=drone.id, zone="reach")
    if ask.optional:
        yield decline(f"Leave the {drone.name} where it is", ask.rule)


def offer_transports(state: State, ask: Ask) -> Iterator[Option]:
    for carrier in transports_near(state, state.units[ask.unit]):
        yield Pick(f"Get into the {carrier.name}", o.Embark(ask.unit, carrier.id), ask.rule)
    yield decline("Stay outside", ask.rule)


def offer_ways_out(state: State, ask: Ask) -> Iterator[Option]:
    unit = state.units[ask.unit]
    yield Place(f"The {unit.name} gets out", o.BailOut(unit.id), ask.rule, unit=unit.id, zone="reach")


def refuse_embarking(state: State, ask: Ask, order: o.Embark) -> Refusal | None:
    return refuse_embark(state, state.units[ask.unit], order.carrier)


def guess_drone(state: State, _ask: Ask, order: o.PlaceDrone, chooser: Chooser, attempt: int) -> Order | None:
    """Anywhere around the Controlling model, looking as it does more or less; then one of the free places there."""
    drone = state.units[order.unit]
    controller = state.units[drone.controller]
    facing = _ahead(controller, chooser)
    if attempt < 3:
        reach = LEASH + controller.line.radius
        x, y = controller.x + chooser.randrange(-reach, reach), controller.y + chooser.randrange(-reach, reach)
        return o.PlaceDrone(drone.id, x, y, facing)
    spots = _noted(state, drone, lambda: legal_drone_spots(state, drone))
    return o.PlaceDrone(drone.id, *chooser.choice(spots), facing) if spots else None


def guess_disembark(state: State, _ask: Ask, order: o.Disembark, chooser: Chooser, _attempt: int) -> Order | None:
    carrier, rider = state.units[order.unit], state.units[order.passenger]
    spots = _noted(state, rider, lambda: spots_beside(state, rider, carrier))
    if not spots:
        return None
    return o.Disembark(carrier.id, rider.id, *chooser.choice(spots), _ahead(carrier, chooser))


def guess_bail_out(state: State, _ask: Ask, order: o.BailOut, chooser: Chooser, _attempt: int) -> Order | None:
    unit = state.units[order.unit]
    carrier = state.units[unit.carrier]
    reach = way_out(state, unit) or REACH
    spots = _noted(state, unit, lambda: spots_beside(state, unit, carrier, reach))
    return o.BailOut(unit.id, *chooser.choice(spots), _ahead(carrier, chooser)) if spots else None


def _noted(state: State, unit: Unit, search: Callable[[], Iterator[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The first free places that a search finds for a model, noted: whoever guesses asks again and again."""
    key = (_noted, unit.id)
    known: list[tuple[int, int]] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = list(islice(search(), CLOSE))
    return known


def _ahead(unit: Unit, chooser: Chooser) -> int:
    """More or less the way a model faces."""
    return (unit.facing + chooser.randrange(-450, 451)) % FULL_TURN


def aim_drone(state: State, _ask: Ask, order: o.PlaceDrone, spot: Aim) -> Order:
    facing = state.units[state.units[order.unit].controller].facing if spot.facing is None else spot.facing
    return o.PlaceDrone(order.unit, spot.x, spot.y, facing % FULL_TURN)


def aim_disembark(state: State, _ask: Ask, order: o.Disembark, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return o.Disembark(order.unit, order.passenger, spot.x, spot.y, facing % FULL_TURN)


def aim_bail_out(state: State, _ask: Ask, order: o.BailOut, spot: Aim) -> Order:
    facing = state.units[order.unit].facing if spot.facing is None else spot.facing
    return o.BailOut(order.unit, spot.x, spot.y, facing % FULL_TURN)


DRONE_ACTIONS = (Attack, Demolish, Observe)
"""What a drone may spend its Action on."""


@rule("brigands.9.2")
def is_drone_action(state: State, ask: Ask, order: Order, named: str) -> bool:
    """Whether a drone of the Active model is to spend its Action, which it may at any time of that activation."""
    drone = state.units.get(named)
    mine = drone is not None and drone.controller == ask.unit and drone.is_fielded
    return mine and ask.kind == "act" and isinstance(order, DRONE_ACTIONS)
