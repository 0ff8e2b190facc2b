"""5.4 and 18.6: attached models: one activation for a controller and its drones, or all parts of a vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line
from gearlock.systems.blitz.general_concepts.measuring import distance_between
from gearlock.systems.blitz.movement.terrain import Immobilised
from gearlock.systems.blitz.state import (
    AUTOPILOT,
    BODY,
    COMMS_JAMMING,
    COUNTER_BATTERY,
    FIELDED,
    FULL_SPEED,
    IMMOBILISED,
    INERT,
    INTERFERENCE,
    KEPT_UP,
    LED_POSTURES,
    NEAR,
    SENSOR_BOOST,
    SENSOR_JAMMING,
    TO_COME,
    TOP_SPEED,
    Activation,
    State,
    Unit,
)

LASTS_AN_ACTIVATION = (AUTOPILOT, SENSOR_BOOST, INTERFERENCE, COMMS_JAMMING, COUNTER_BATTERY)
"""Tokens that lie there until their model is activated again."""


@heeds(
    "blitz.14.5a", "blitz.14.5b", "blitz.14.5c", "blitz.14.6b", "blitz.14.7d", "blitz.15.5d", "blitz.trait.autopilot"
)
def begin_anew(state: State, unit: Unit, posture: str) -> None:
    """A model is activated: what lasted until now is over, on it and on those it jammed.

    Full speed that was ordered has this activation first.
    """
    for token in LASTS_AN_ACTIVATION:
        unit.tokens.pop(token, None)
    for other in state.units.values():
        other.tokens.pop(f"{SENSOR_JAMMING}:{unit.id}", None)
    if unit.token(FULL_SPEED) == TO_COME and posture == TOP_SPEED:
        unit.tokens[FULL_SPEED] = KEPT_UP
    else:
        unit.tokens.pop(FULL_SPEED, None)
    unit.posture = posture


# --- 5.4 and 18.6: who takes part in an activation, and whose turn it is within it


class Joined(Event, frozen=True, tag="joined"):
    """A drone or a component takes part in the activation under way, in a posture, with so many moves and actions."""

    unit: str
    posture: str
    moves: int
    actions: int
    acts: bool = False
    """Whether it is the next to do something; else it waits for its turn."""

    @heeds("blitz.5.4-attached", "blitz.18.4", "blitz.18.6")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        begin_anew(state, unit, self.posture)
        unit.actions = self.actions
        unit.gait = unit.gait or unit.line.gait
        own = Activation(unit.id, unit.x, unit.y, unit.z, unit.facing, self.moves)
        if self.acts and state.activation is not None:
            state.beside[state.activation.unit] = state.activation
            state.activation = own
        else:
            state.beside[unit.id] = own


@rule("blitz.18.6", "blitz.trait.mcv")
@heeds("blitz.trait.attached")
def join_components(ctx: Ctx[State], core_id: str, posture: str) -> None:
    """The components of a vehicle are activated with its core, in the same posture; they move with it alone."""
    core = ctx.state.units[core_id]
    for other in [unit.id for unit in ctx.state.led_by(core) if unit.line.type != "Drone" and unit.is_fielded]:
        ctx.emit(Joined(other, posture, 0, ctx.state.units[other].actions))


class PostureFollowed(Event, frozen=True, tag="posture-followed"):
    """The body of a vehicle is in another posture than before, and so is a component of it."""

    unit: str
    posture: str

    @heeds("blitz.18.6", "blitz.trait.attached")
    def change(self, state: State) -> None:
        """It is noted as a token, none for combat posture."""
        tokens = state.units[self.unit].tokens
        tokens.pop(BODY, None)
        if self.posture in LED_POSTURES[1:]:
            tokens[BODY] = LED_POSTURES.index(self.posture)


@heeds("blitz.18.6", "blitz.trait.attached")
def followed_postures(state: State) -> list[PostureFollowed]:
    """The components that are still in a posture their body has left."""
    led = (unit for unit in state.units.values() if unit.is_component and not state.units[unit.parent].is_destroyed)
    pairs = ((unit, state.units[unit.parent].stance) for unit in led)
    return [PostureFollowed(unit.id, stance) for unit, stance in pairs if LED_POSTURES[unit.token(BODY)] != stance]


class HandOver(Order, frozen=True, tag="hand-over"):
    """Let another model of the shared activation go on."""

    unit: str
    to: str


@heeds("blitz.5.4-attached")
def refuse_hand_over(state: State, order: HandOver) -> Refusal | None:
    """Only who shares the activation can go on with it."""
    if order.to in state.beside:
        return None
    names = ", ".join(state.units[name].name for name in sorted(state.beside)) or "nobody"
    message = f"'{order.to}' takes no part in this activation. Sharing it: {names}."
    return Refusal("attached", "blitz.5.4-attached", message)


class HandedOver(Event, frozen=True, tag="handed-over"):
    """Another model of the shared activation does something next."""

    unit: str
    to: str

    def change(self, state: State) -> None:
        assert state.activation is not None, "somebody is active"
        state.beside[self.unit] = state.activation
        state.activation = state.beside.pop(self.to)


def resolve_hand_over(ctx: Ctx[State], order: HandOver) -> None:
    """Another one of them goes on; what was begun can be gone on with later."""
    ctx.emit(HandedOver(order.unit, order.to))


def offer_hand_over(state: State, unit: Unit) -> Iterator[Option]:
    """Everybody who shares the activation."""
    for name in sorted(state.beside):
        yield Pick(f"Go on with the {state.units[name].name}", HandOver(unit.id, name), "blitz.5.4-attached")


def joined(state: State, event: Joined, _seat: str | None) -> Line:
    """A part of it."""
    unit = state.units[event.unit]
    text = f"{unit.name} activates with {state.units[unit.parent].name}: {event.posture}."
    return Line(text, (event.unit, unit.parent), "blitz.5.4-attached")


def leashed(state: State, event: Leashed, _seat: str | None) -> Line | None:
    """Drones that have lost touch."""
    if not event.inert:
        return None
    names = " and ".join(state.units[name].name for name in event.inert)
    return Line(f"{names}: too far away, and inert.", event.inert, "blitz.18.4")


# --- 18.4: drones on a leash: who is beyond 6 in of the controller afterwards is inert


@heeds("blitz.18.4")
def is_out_of_reach(state: State, drone: Unit) -> bool:
    """Whether a drone is more than 6 in away from its controller; aboard it or with it aboard it is not."""
    controller = state.units[drone.parent]
    if not (drone.is_fielded and controller.is_fielded):
        return drone.status != controller.status
    return distance_between(state, drone, controller) > NEAR


class Leashed(Event, frozen=True, tag="leashed"):
    """The end of a shared activation: the drones that are too far from their controller, and those that are not."""

    inert: tuple[str, ...]
    steered: tuple[str, ...]

    @heeds("blitz.18.4")
    def change(self, state: State) -> None:
        for name in self.inert:
            state.units[name].tokens[INERT] = 1
        for name in self.steered:
            state.units[name].tokens.pop(INERT, None)
        for name in (*self.inert, *self.steered):
            state.units[name].used = True


@heeds("blitz.18.4")
def hold_leash(ctx: Ctx[State], ended: str) -> None:
    """The shared activation is over: say which drones of the controller are inert now."""
    state = ctx.state
    unit = state.units[ended]
    controller = state.units[unit.parent] if unit.line.type == "Drone" and unit.parent else unit
    if state.activation is not None or controller.is_destroyed:
        return
    drones = [other for other in state.led_by(controller) if other.line.type == "Drone"]
    if drones:
        lost = tuple(drone.id for drone in drones if is_out_of_reach(state, drone))
        ctx.emit(Leashed(lost, tuple(drone.id for drone in drones if drone.id not in lost)))


# --- The contents of the chapter

SHARED_ACTIVATION: Chapter[State] = Chapter(
    "5.4: attached models",
    orders=(OrderRules(HandOver, "act", by_order(refuse_hand_over), resolve_hand_over),),
    events={Joined: joined, HandedOver: None, Leashed: leashed, PostureFollowed: None},
)


# --- 18.6: what becomes of components whose core is destroyed: they stay where they are, and fight on


@heeds("blitz.18.6", "blitz.trait.attached")
def stranded_component(state: State) -> Unit | None:
    """A component whose core is gone, and that is not held fast yet."""
    for unit in state.units.values():
        if not unit.parent or unit.line.type == "Drone" or unit.status != FIELDED or IMMOBILISED in unit.tokens:
            continue
        if state.units[unit.parent].is_destroyed:
            return unit
    return None


@heeds("blitz.18.6", "blitz.trait.attached")
def resolve_stranded_components(ctx: Ctx[State]) -> Script[None] | None:
    """The core is destroyed: all other components are immobilised, not destroyed."""
    found = stranded_component(ctx.state)
    while found is not None:
        ctx.emit(Immobilised(found.id))
        found = stranded_component(ctx.state)
    return None
