"""Drones before the battle: large ones are placed beside the unit that brings them, small ones may be."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Place, decline
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.systems.hex100.contacts import hexes, known_enemies
from gearlock.systems.hex100.drones.behaviour import ALLY, POINT
from gearlock.systems.hex100.drones.events import DroneFielded, ModeSet
from gearlock.systems.hex100.drones.modes import modes_of
from gearlock.systems.hex100.drones.network import active_on, called, drones_of
from gearlock.systems.hex100.drones.orders import FieldDrone
from gearlock.systems.hex100.movement.walk import is_facing
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.state import State
from gearlock.table.hexes import Hex, disc, distance

NEAR = 2
"""How far from the unit that brings it a drone may be placed, unless there is no room."""


@rule("hex100.drone-large")
@heeds("hex100.deployment", "hex100.drone-small", "hex100.drone-deployment")
def field_drones(ctx: Ctx[State], carrier: str) -> Script[None]:
    """Place the drones of a unit that has just been placed: large ones all, then one small one for a free controller.

    What is declined stays docked.
    """
    for drone in sorted(drones_of(ctx.state, carrier), key=lambda each: each.docked):
        if not fielding_modes(ctx.state, drone.id) or active_on(ctx.state, ctx.state.scene.ties[drone.id]) is not None:
            continue
        name = ctx.state.machine(drone.id).name
        prompt = f"Place the {name}" + (", or leave it docked?" if drone.docked else ".")
        question = Ask(drone.seat, "field drone", drone.id, (), "hex100.deployment", prompt, optional=drone.docked)
        order = yield from ask(question)
        if isinstance(order, FieldDrone):
            place_drone(ctx, carrier, order)


def place_drone(ctx: Ctx[State], carrier: str, order: FieldDrone) -> None:
    """Put a drone where its side wants it; if an enemy stands there unseen, in the nearest hex where nobody does.

    It hides with a unit that is set up hidden.
    """
    wanted = (order.q, order.r)
    places = [hex_ for hex_ in fielding_places(ctx.state, order.unit) if ctx.state.unit_in(hex_) is None]
    if not places:
        return
    hex_ = min(places, key=lambda each: (distance(each, wanted), each))
    mode = modes_of(ctx.state, ctx.state.units[order.unit])[order.mode]
    ctx.emit(DroneFielded(order.unit, *hex_, order.facing, ctx.state.units[carrier].lurking))
    point = hex_ if mode.names == POINT else None
    ctx.emit(ModeSet(order.unit, order.mode, point, carrier if mode.names == ALLY else "", carrier))


def fielding_modes(state: State, drone_id: str) -> list[str]:
    """The modes a drone may begin the battle in: they name its own hex, the unit that brings it, or nothing."""
    modes = modes_of(state, state.units[drone_id]).items()
    return [id_ for id_, mode in modes if mode.starting and mode.names in (POINT, ALLY, "")]


@heeds("hex100.deployment", "hex100.stacking")
def fielding_places(state: State, drone_id: str) -> list[Hex]:
    """The free hexes within two of the unit that brings a drone; farther ones only where none of those can be had."""
    drone, carrier = state.units[drone_id], state.units[state.scene.ties[drone_id].carrier]
    taken = known_enemies(state, drone.seat).keys() | {each.hex for each in state.standing(drone.seat)}
    kind = standing_kind(state, drone)
    for radius in range(NEAR, state.land.ground.columns + state.land.ground.rows):
        free = [hex_ for hex_ in disc(carrier.hex, radius) if hex_ not in taken and state.land.cost(hex_, kind)]
        if free:
            return free
    return []


@heeds("hex100.deployment")
def refuse_fielding(state: State, ask_: Ask, order: FieldDrone) -> Refusal | None:
    """Why a drone cannot be placed like that."""
    if order.unit != ask_.unit:
        return Refusal("no-such-unit", "hex100.deployment", f"Another drone is being placed. {ask_.prompt}")
    modes = fielding_modes(state, order.unit)
    if order.mode not in modes:
        message = f"It can begin the battle in these modes: {', '.join(modes)}."
        return Refusal("no-such-mode", "hex100.drone-command", message)
    if not is_facing(order.facing):
        return Refusal("no-such-facing", "hex100.move-action", "Facings are the six hexsides, 0 to 5.")
    hex_ = (order.q, order.r)
    if hex_ in fielding_places(state, order.unit):
        return None
    away = distance(hex_, state.units[state.scene.ties[order.unit].carrier].hex)
    message = f"A drone begins in a free hex it can enter within {hexes(NEAR)} of the unit that brings it."
    return Refusal("not-in-zone", "hex100.deployment", message, {"distance": away, "range": NEAR})


def offer_drone_places(state: State, ask_: Ask) -> Iterator[Option]:
    """Each mode that the drone can begin in; a small one may stay docked."""
    name = called(state, state.units[ask_.unit])
    for id_ in fielding_modes(state, ask_.unit):
        order = FieldDrone(ask_.unit, id_)
        yield Place(f"Place the {name}, {id_.replace('-', ' ')} mode", order, ask_.rule, unit=ask_.unit)
    if ask_.optional:
        yield decline(f"Leave the {name} docked", ask_.rule)


def guess_fielding(state: State, _ask: Ask, order: FieldDrone, chooser: Chooser, _attempt: int) -> Order:
    """Any of the places."""
    q, r = chooser.choice(fielding_places(state, order.unit))
    return FieldDrone(order.unit, order.mode, q, r, chooser.randrange(0, 6))


def aim_fielding(state: State, ask_: Ask, order: FieldDrone, spot: Aim) -> Order:  # noqa: ARG001 - an aim
    """The hex pointed at; without a wish the drone looks across the map."""
    ahead = 1 if ask_.seat == "red" else 4
    facing = ahead if spot.facing is None else (spot.facing + 300) // 600 % 6
    return FieldDrone(order.unit, order.mode, spot.x, spot.y, facing)
