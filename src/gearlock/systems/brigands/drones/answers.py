"""9.2: where drones go, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.brigands.attacking.orders import Attack, Demolish
from gearlock.systems.brigands.drones.drones import LEASH, legal_drone_spots
from gearlock.systems.brigands.drones.orders import PlaceDrone
from gearlock.systems.brigands.forward_observation.orders import Observe
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import FULL_TURN

DRONE_ACTIONS = (Attack, Demolish, Observe)
"""What a drone may spend its Action on."""
CLOSE = 6
"""How many of the nearest free places are drawn from when guessing has failed."""


def offer_drone_places(state: State, ask: Ask) -> Iterator[Option]:
    drone = state.units[ask.unit]
    yield Place(f"Place the {drone.name}", PlaceDrone(drone.id), ask.rule, unit=drone.id, zone="reach")
    if ask.optional:
        yield decline(f"Leave the {drone.name} where it is", ask.rule)


def guess_drone(state: State, _ask: Ask, order: PlaceDrone, chooser: Chooser, attempt: int) -> Order | None:
    """Anywhere around the Controlling model, looking as it does more or less; then one of the free places there."""
    drone = state.units[order.unit]
    controller = state.units[drone.controller]
    facing = ahead(controller, chooser)
    if attempt < 3:
        reach = LEASH + controller.line.radius
        x, y = controller.x + chooser.randrange(-reach, reach), controller.y + chooser.randrange(-reach, reach)
        return PlaceDrone(drone.id, x, y, facing)
    spots = noted(state, drone, lambda: legal_drone_spots(state, drone))
    return PlaceDrone(drone.id, *chooser.choice(spots), facing) if spots else None


def aim_drone(state: State, _ask: Ask, order: PlaceDrone, spot: Aim) -> Order:
    facing = state.units[state.units[order.unit].controller].facing if spot.facing is None else spot.facing
    return PlaceDrone(order.unit, spot.x, spot.y, facing % FULL_TURN)


@heeds("brigands.9.2")
def is_drone_action(state: State, ask: Ask, order: Order, named: str) -> bool:
    """Whether a drone of the Active model is to spend its Action, which it may at any time of that activation."""
    drone = state.units.get(named)
    mine = drone is not None and drone.controller == ask.unit and drone.is_fielded
    return mine and ask.kind == "act" and isinstance(order, DRONE_ACTIONS)


def noted(state: State, unit: Unit, search: Callable[[], Iterator[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The first free places that a search finds for a model, noted: whoever guesses asks again and again."""
    key = (noted, unit.id)
    known: list[tuple[int, int]] | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = list(islice(search(), CLOSE))
    return known


def ahead(unit: Unit, chooser: Chooser) -> int:
    """More or less the way a model faces."""
    return (unit.facing + chooser.randrange(-450, 451)) % FULL_TURN
