"""Drones, transports and fortifications: what may be answered, what is refused, how open answers are completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Preview
from gearlock.systems.brigands.companions import orders as o
from gearlock.systems.brigands.companions.drones import LEASH, legal_drone_spots, refuse_place_drone
from gearlock.systems.brigands.companions.worth import preview_drone
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import FULL_TURN

CLOSE = 24
"""How many of the free places nearest to its Controlling model are drawn from when guessing has failed."""


def companions_options(_state: State, _unit: Unit) -> Iterator[Option]:
    """What the Active model may do by this chapter."""
    yield from ()


def _drone_options(state: State, ask: Ask) -> Iterator[Option]:
    drone = state.units[ask.unit]
    yield Place(f"Place the {drone.name}", o.PlaceDrone(drone.id), ask.rule, unit=drone.id, zone="reach")
    if ask.optional:
        yield decline(f"Leave the {drone.name} where it is", ask.rule)


def _refuse_place_drone(state: State, _ask: Ask, order: o.PlaceDrone) -> Refusal | None:
    return refuse_place_drone(state, order)


def _guess_drone(state: State, order: o.PlaceDrone, chooser: Chooser, attempt: int) -> Order | None:
    """Anywhere around the Controlling model, looking as it does more or less; then one of the free places there."""
    drone = state.units[order.unit]
    controller = state.units[drone.controller]
    facing = (controller.facing + chooser.randrange(-450, 451)) % FULL_TURN
    if attempt < 3:
        reach = LEASH + controller.line.radius
        x, y = controller.x + chooser.randrange(-reach, reach), controller.y + chooser.randrange(-reach, reach)
        return o.PlaceDrone(drone.id, x, y, facing)
    spots = list(islice(legal_drone_spots(state, drone), CLOSE))
    return o.PlaceDrone(drone.id, *chooser.choice(spots), facing) if spots else None


def _aim_drone(state: State, _ask: Ask, order: o.PlaceDrone, spot: Aim) -> Order:
    facing = state.units[state.units[order.unit].controller].facing if spot.facing is None else spot.facing
    return o.PlaceDrone(order.unit, spot.x, spot.y, facing % FULL_TURN)


COMPANIONS_OPTIONS: dict[str, Callable[[State, Ask], Iterator[Option]]] = {"drone": _drone_options}
"""The answers to this chapter's own questions."""

COMPANIONS_CHECKS: dict[tuple[str, type[Order]], Callable[[State, Ask, Any], Refusal | None]] = {
    ("drone", o.PlaceDrone): _refuse_place_drone,
}

COMPANIONS_GUESSES: dict[type[Order], Callable[[State, Any, Chooser, int], Order | None]] = {
    o.PlaceDrone: _guess_drone,
}

COMPANIONS_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {o.PlaceDrone: _aim_drone}

COMPANIONS_PREVIEWS: dict[type[Order], Callable[[State, Any], Preview]] = {o.PlaceDrone: preview_drone}
