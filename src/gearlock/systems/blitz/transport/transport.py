"""18.5: getting into a transport at the end of a move, and out of it when it is active."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.going.resting import resting_place
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.giving_way import make_room
from gearlock.systems.blitz.movement.moves_made import settle_move
from gearlock.systems.blitz.movement.passage import girth_of, obstacles
from gearlock.systems.blitz.rounds.events import ActivationEnded
from gearlock.systems.blitz.shared_activation.leash import hold_leash
from gearlock.systems.blitz.state import ALOFT, BRACED, TOP_SPEED, State, Unit
from gearlock.systems.blitz.transport.events import GOT_OUT, UNLOADED, Disembarked, Embarked
from gearlock.systems.blitz.transport.orders import Disembark, Embark
from gearlock.systems.blitz.transport.places import REACH, refuse_facing, stand_outside
from gearlock.systems.blitz.transport.room import carries, room_for
from gearlock.table.bodies import Body
from gearlock.table.measure import inches_text


def is_fort(unit: Unit) -> bool:
    """Whether who is in it fights on."""
    return unit.line.type == "Fortification"


@rule("blitz.18.5")
@heeds("blitz.trait.apc", "blitz.trait.hgc", "blitz.trait.transport", "blitz.17.7b", "blitz.18.3")
def refuse_embark(state: State, order: Embark) -> Refusal | None:
    """Why a model cannot get in: it has not moved there, is too far, or there is no room for such as it."""
    unit, carrier, now = state.units[order.unit], state.units.get(order.carrier), state.activation
    if carrier is None or carrier is unit or carrier.seat != unit.seat or not carrier.is_fielded or unit.carrier:
        return Refusal("transport", "blitz.18.5", f"{order.carrier or 'Nobody'} is no transport of yours to get into.")
    if not carries(carrier, unit):
        return Refusal("kind", "blitz.18.5", f"The {carrier.name} does not carry models like the {unit.name}.")
    if ALOFT in carrier.tokens:
        return Refusal("aloft", "blitz.17.7b", f"The {carrier.name} is in the air.")
    if now is None or unit.stance == BRACED or not now.begun or unit.place:
        message = f"The {unit.name} gets in by completing a move at combat or top speed beside the {carrier.name}."
        return Refusal("no-move", "blitz.18.5", message)
    if GOT_OUT in now.marks:
        return Refusal("got-out", "blitz.18.5", f"The {unit.name} has got out in this activation, and gets in nowhere.")
    away = distance_between(state, unit, carrier)
    if away > REACH:
        message = f"The {carrier.name} is {inches_text(away)} in away; one gets in within 1 in."
        return Refusal("far", "blitz.18.5", message, {"distance": away, "most": REACH})
    if not room_for(state, carrier, unit):
        return Refusal("room", "blitz.18.5", f"The {carrier.name} has no room left for the {unit.name}.")
    return None


@heeds("blitz.18.5", "blitz.18.3", "blitz.18.4")
def resolve_embark(ctx: Ctx[State], order: Embark) -> Script[None]:
    """The move ends, and the model is aboard with its drones; in a vehicle its activation is over."""
    yield from settle_move(ctx)
    if not ctx.state.is_acting(order.unit) or refuse_embark(ctx.state, order) is not None:
        return
    unit = ctx.state.units[order.unit]
    fights = is_fort(ctx.state.units[order.carrier])
    drones = tuple(drone.id for drone in ctx.state.led_by(unit) if drone.line.type == "Drone")
    ctx.emit(Embarked((unit.id, *drones), order.carrier, fights))
    if not fights:
        for name in (*drones, unit.id):
            if ctx.state.is_active(ctx.state.units[name]):
                ctx.emit(ActivationEnded(name))
        hold_leash(ctx, unit.id)


@heeds("blitz.18.5", "blitz.17.7b")
def refuse_unloading(state: State, carrier: Unit) -> Refusal | None:
    """Why nobody gets out now: up in the air, or at top speed away from where the first got out."""
    now = state.activation
    if ALOFT in carrier.tokens:
        return Refusal("aloft", "blitz.17.7b", f"Nobody gets out of the {carrier.name} in the air.")
    marks = [mark for mark in now.marks if mark.startswith(UNLOADED)] if now is not None else []
    if carrier.stance == TOP_SPEED and marks and marks[0] != f"{UNLOADED} {carrier.x},{carrier.y}":
        message = f"At top speed all passengers of the {carrier.name} get out at the same point."
        return Refusal("point", "blitz.18.5", message)
    return None


@heeds("blitz.18.5")
def refuse_passenger(state: State, carrier: Unit, name: str) -> Refusal | None:
    """Why somebody is not set down: not aboard, or without the action it takes from a transport that is not braced."""
    rider = state.units.get(name)
    if rider is None or rider.carrier != carrier.id or rider.line.type == "Drone":
        return Refusal("passenger", "blitz.18.5", f"{name or 'Nobody'} is not aboard the {carrier.name}.")
    if carrier.stance != BRACED and not rider.actions:
        message = f"The {rider.name} has no action left, and it takes one unless the {carrier.name} is braced."
        return Refusal("no-action", "blitz.18.5", message)
    return None


@heeds("blitz.18.5")
def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why this passenger cannot be set down there now."""
    carrier = state.units[order.unit]
    refusal = refuse_passenger(state, carrier, order.passenger) or refuse_unloading(state, carrier)
    refusal = refusal or refuse_facing(order.facing)
    if refusal is not None:
        return refusal
    found = stand_outside(state, state.units[order.passenger], carrier, order.x, order.y)
    return found if isinstance(found, Refusal) else None


@heeds("blitz.18.5")
def resolve_disembark(ctx: Ctx[State], order: Disembark) -> None:
    """From a braced transport for nothing, and free to move; else an action, and no further movement this round."""
    carrier = ctx.state.units[order.unit]
    moving = carrier.stance != BRACED
    set_down(ctx, order.passenger, carrier, (order.x, order.y, order.facing), int(moving), moving)


def set_down(
    ctx: Ctx[State], name: str, carrier: Unit, pose: tuple[int, int, int], paid: int = 0, halted: bool = False
) -> None:
    """Put a passenger outside, and its drones beside it."""
    x, y, facing = pose
    found = stand_outside(ctx.state, ctx.state.units[name], carrier, x, y)
    assert isinstance(found, Body), f"this was not checked: {found}"
    ctx.emit(Disembarked(name, carrier.id, x, y, found.z, facing, paid, halted))
    make_room(ctx, name)
    bring_drones(ctx, name)


@heeds("blitz.18.4", "blitz.18.5")
def bring_drones(ctx: Ctx[State], name: str) -> None:
    """The drones that rode with a controller come out beside it."""
    unit = ctx.state.units[name]
    for drone_id in [drone.id for drone in ctx.state.led_by(unit) if drone.carrier]:
        drone = ctx.state.units[drone_id].clone()
        drone.x, drone.y, drone.z, drone.carrier = unit.x, unit.y, unit.z, ""
        others = [*obstacles(ctx.state, drone), *(other for other in ctx.state.led_by(unit) if not other.carrier)]
        x, y = resting_place(built(ctx.state), drone, unit.z, girth_of(drone), others)
        ctx.emit(Disembarked(drone_id, ctx.state.units[drone_id].carrier, x, y, unit.z, unit.facing))
