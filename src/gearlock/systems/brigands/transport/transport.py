"""9.3: transport. Getting into a vehicle or a Fortification at the end of a Move, and out of it in its own Move."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.placing.spots import Stand, spots_around
from gearlock.systems.brigands.drones.drones import resolve_drones
from gearlock.systems.brigands.standing_room import stand_at
from gearlock.systems.brigands.state import BRACED, State, Unit
from gearlock.systems.brigands.transport.events import Disembarked, Embarked
from gearlock.systems.brigands.transport.orders import Disembark, Embark
from gearlock.table.inches import gap, plan_gap
from gearlock.table.measure import FULL_TURN, INCH, RIGHT_ANGLE, bearing, distance, inches_text, turn_between

REACH = INCH
"""How near one must be to get in, and how far one is set down."""
TEAM = 1
"""The space a drone takes."""


@rule("brigands.trait.transportable")
@heeds("brigands.9.2")
def space_of(unit: Unit) -> int:
    """The room a model takes aboard, 0 for one that cannot be carried; a drone takes that of a Team."""
    return TEAM if unit.controller else unit.line.traits.get("Transportable", 0)


@rule("brigands.trait.transport")
@heeds("brigands.9.3")
def room_left(state: State, carrier: Unit) -> int:
    """How much room a transport has for others."""
    return carrier.trait("Transport") - sum(space_of(passenger) for passenger in state.aboard(carrier.id))


@rule("brigands.9.3")
@heeds("brigands.9.2", "brigands.trait.transport", "brigands.trait.transportable")
def refuse_embark(state: State, unit: Unit, carrier_id: str) -> Refusal | None:
    """Why a model cannot get in there: no friend's transport, too far, or no room for it and all its drones."""
    carrier = state.units.get(carrier_id)
    if carrier is None or carrier is unit or not carrier.is_fielded or carrier.seat != unit.seat:
        return Refusal("transport", "brigands.9.3", f"{carrier_id or 'Nobody'} is no transport of yours in play.")
    if not space_of(unit) or unit.carrier:
        return Refusal("transportable", "brigands.trait.transportable", f"The {unit.name} cannot be transported.")
    if not carrier.trait("Transport") or carrier.airborne:
        return Refusal("transport", "brigands.trait.transport", f"The {carrier.name} takes nobody aboard now.")
    away = gap(unit.body, carrier.body)
    if away > REACH:
        message = f"The {carrier.name} is {inches_text(away)} in away; one gets in within 1 in."
        return Refusal("far", "brigands.9.3", message, {"distance": away, "most": REACH})
    needs, has = sum(map(space_of, (unit, *state.drones(unit.id)))), room_left(state, carrier)
    if needs > has:
        message = f"The {carrier.name} has room for {has} more; the {unit.name} with its drones takes {needs}."
        return Refusal("room", "brigands.9.3", message, {"needs": needs, "has": has})
    return None


def transports_near(state: State, unit: Unit) -> list[Unit]:
    """The transports a model could get into where it stands."""
    if not space_of(unit):
        return []
    return [other for other in state.fielded(unit.seat) if refuse_embark(state, unit, other.id) is None]


def way_to_transport(state: State, unit: Unit, budget: int) -> tuple[tuple[int, int], ...] | None:
    """The way straight up to the nearest transport with room, if it is within reach and not beside it yet."""
    open_ones = [
        (distance(unit.x, unit.y, other.x, other.y) - unit.line.radius - other.line.radius, other)
        for other in state.fielded(unit.seat)
        if other is not unit and not other.airborne and room_left(state, other) >= space_of(unit)
    ]
    far, carrier = min(open_ones, key=lambda found: found[0], default=(0, unit))
    if not REACH < far <= budget + REACH:
        return None
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, carrier.x, carrier.y))
    return ((turn, far - REACH // 2 if far <= budget else budget),) if abs(turn) <= RIGHT_ANGLE else None


@heeds("brigands.9.3")
def offer_embark(ctx: Ctx[State], unit_id: str) -> Script[None]:
    """A model has completed a Move: it may get into a transport beside it."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded or not transports_near(ctx.state, unit):
        return
    prompt = f"Does the {unit.name} get in?"
    order = yield from ask(Ask(unit.seat, "embark", unit_id, rule="brigands.9.3", prompt=prompt, optional=True))
    if isinstance(order, Embark):
        ctx.emit(boarded(ctx.state, ctx.state.units[unit_id], order.carrier))


@heeds("brigands.9.3", "brigands.9.4", "brigands.9.2")
def boarded(state: State, unit: Unit, carrier_id: str) -> Embarked:
    """A model gets in with all its drones; a Fortification's Silhouette is that of whoever is in it."""
    carrier = state.units[carrier_id]
    fort = carrier.line.type == "Fortification"
    drones = tuple(drone.id for drone in state.drones(unit.id))
    return Embarked(unit.id, carrier_id, drones, (carrier.line.radius, carrier.height) if fort else None)


@heeds("brigands.9.3", "brigands.9.4")
def refuse_unloading(state: State, carrier: Unit) -> Refusal | None:
    """Why nobody can be set down now: a vehicle does it in a Move, a Fortification at any time it is Active."""
    now = state.activation
    if carrier.airborne:
        return Refusal("airborne", "brigands.9.3", f"The {carrier.name} must land first.")
    if carrier.line.type == "Fortification":
        return None
    if now is None or carrier.posture == BRACED or not (now.gait or now.moves):
        return Refusal("no-move", "brigands.9.3", f"The {carrier.name} sets nobody down but in the course of a Move.")
    return None


@heeds("brigands.9.3")
def stand_beside(state: State, passenger: Unit, carrier: Unit, x: int, y: int, reach: int = REACH) -> Stand | Refusal:
    """A passenger put down at a place: within an inch of the transport, on ground it could enter."""
    outside = passenger.clone()
    outside.shell = None
    stand = stand_at(state, outside, x, y, carrier.z)
    if isinstance(stand, Refusal):
        return stand
    away = plan_gap(stand.body, carrier.body) if carrier.is_destroyed else gap(stand.body, carrier.body)
    if away <= reach:
        return stand
    message = f"That is {inches_text(away)} in from the {carrier.name}; one gets out within {inches_text(reach)} in."
    return Refusal("far", "brigands.9.3", message, {"distance": away, "most": reach})


def spots_beside(state: State, passenger: Unit, carrier: Unit, reach: int = REACH) -> Iterator[tuple[int, int]]:
    """Places of a grid where a passenger may be put down, those nearest to the transport first."""
    around = spots_around(carrier.body, reach + passenger.line.radius)
    return (spot for spot in around if isinstance(stand_beside(state, passenger, carrier, *spot, reach), Stand))


def refuse_disembark(state: State, order: Disembark) -> Refusal | None:
    """Why this passenger cannot be set down there now."""
    carrier, passenger = state.units[order.unit], state.units.get(order.passenger)
    if passenger is None or passenger not in state.aboard(carrier.id) or passenger.controller:
        return Refusal("passenger", "brigands.9.3", f"{order.passenger or 'Nobody'} rides in no {carrier.name}.")
    if not 0 <= order.facing < FULL_TURN:
        return Refusal("facing", "brigands.9.3", "A facing is 0 to 3599 tenths of a degree.", {"facing": order.facing})
    refusal = refuse_unloading(state, carrier)
    stand = stand_beside(state, passenger, carrier, order.x, order.y)
    return refusal or (stand if isinstance(stand, Refusal) else None)


@heeds("brigands.9.3", "brigands.9.2")
def resolve_disembark(ctx: Ctx[State], order: Disembark) -> Script[None]:
    """Set a passenger down, which takes no Action; its drones come with it."""
    carrier, passenger = ctx.state.units[order.unit], ctx.state.units[order.passenger]
    stand = stand_beside(ctx.state, passenger, carrier, order.x, order.y)
    assert isinstance(stand, Stand), f"{order} was not checked: {stand}"
    ctx.emit(Disembarked(passenger.id, carrier.id, order.x, order.y, stand.body.z, order.facing, stand.inside))
    yield from resolve_drones(ctx, order.passenger)
