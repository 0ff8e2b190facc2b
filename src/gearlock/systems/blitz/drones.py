"""18.4: drones."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.blitz.movement.terrain import moves_of
from gearlock.systems.blitz.rounds import refuse_posture
from gearlock.systems.blitz.shared_activation import Joined
from gearlock.systems.blitz.state import GONE, INERT, POSTURES, State, Unit

# --- 18.4: drones: an action of their own in their controller's activation, and an end with it

DEMOLITION = "demo-drone"


class SendDrone(Order, frozen=True, tag="send-drone"):
    """Let a drone act in its controller's activation, in a posture of its own."""

    unit: str
    drone: str
    posture: str


@rule("blitz.18.4")
@heeds("blitz.trait.dronebay", "blitz.5.4-attached", "blitz.A.2.2-drones")
def refuse_send(state: State, order: SendDrone) -> Refusal | None:
    """Why a drone does not act now: it is another's, has acted, is inert, or cannot take this posture."""
    drone, unit = state.units.get(order.drone), state.units[order.unit]
    if drone is None or drone.parent != unit.id or drone.line.type != "Drone" or not drone.is_fielded:
        return Refusal("drone", "blitz.18.4", f"{order.drone or 'Nobody'} is no drone of the {unit.name} on the table.")
    if drone.used or state.is_active(drone):
        return Refusal("used", "blitz.18.4", f"The {drone.name} has been activated with its controller.")
    if INERT in drone.tokens:
        message = f"The {drone.name} is inert until the {unit.name} ends an activation within 6 in of it."
        return Refusal("inert", "blitz.18.4", message)
    return refuse_posture(drone, order.posture)


@heeds("blitz.18.4")
def resolve_send(ctx: Ctx[State], order: SendDrone) -> None:
    """It has one action, and the moves of its posture."""
    drone = ctx.state.units[order.drone]
    ctx.emit(Joined(drone.id, order.posture, moves_of(drone, order.posture), drone.line.actions, acts=True))


def offer_drones(state: State, unit: Unit) -> Iterator[Option]:
    """Every drone that has not acted, in every posture."""
    for drone in state.led_by(unit):
        for posture in POSTURES if drone.line.type == "Drone" else ():
            order = SendDrone(unit.id, drone.id, posture)
            if refuse_send(state, order) is None:
                yield Pick(f"Send the {drone.name}: {posture}", order, "blitz.18.4")


@rule("blitz.18.4-table")
@heeds("blitz.18.4")
def lost_drone(state: State) -> tuple[str, str] | None:
    """A drone that is no more, and why: its controller is destroyed, or it was a bomb and has gone off."""
    for unit in state.units.values():
        if unit.line.type != "Drone" or unit.is_destroyed:
            continue
        if unit.parent and state.units[unit.parent].is_destroyed:
            return unit.id, "its controller is destroyed"
        if unit.line.id.startswith(DEMOLITION) and unit.expended:
            return unit.id, "it has gone off"
    return None


class DroneLost(Event, frozen=True, tag="drone-lost"):
    """A drone is no more: its controller is destroyed, or its charge has gone off."""

    unit: str
    why: str

    @heeds("blitz.18.4", "blitz.18.4-table")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.status, unit.hull, unit.structure, unit.actions, unit.posture = GONE, 0, 0, 0, ""
        unit.tokens, unit.used = {}, True
        if "controller" in self.why:
            unit.slayer = state.units[unit.parent].slayer
        state.end_activation(self.unit)


@heeds("blitz.18.4", "blitz.18.4-table")
def resolve_lost_drones(ctx: Ctx[State]) -> Script[None] | None:
    """Take lost drones off the table."""
    found = lost_drone(ctx.state)
    while found is not None:
        ctx.emit(DroneLost(*found))
        found = lost_drone(ctx.state)
    return None


def drone_lost(state: State, event: DroneLost, _seat: str | None) -> Line:
    """Gone."""
    return Line(f"{state.units[event.unit].name} is lost: {event.why}.", (event.unit,), "blitz.18.4")


# --- The contents of the chapter

DRONES: Chapter[State] = Chapter(
    "18.4: drones",
    orders=(OrderRules(SendDrone, "act", by_order(refuse_send), resolve_send),),
    events={DroneLost: drone_lost},
)
