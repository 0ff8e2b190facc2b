"""5.4 and 18.6: who takes part in an activation, and whose turn it is within it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.kernel.view import Line
from gearlock.systems.blitz.shared_activation.events import HandedOver, Joined, Leashed, PostureFollowed
from gearlock.systems.blitz.shared_activation.orders import HandOver
from gearlock.systems.blitz.state import BODY, LED_POSTURES, State, Unit


@rule("blitz.18.6", "blitz.trait.mcv")
@heeds("blitz.trait.attached")
def join_components(ctx: Ctx[State], core_id: str, posture: str) -> None:
    """The components of a vehicle are activated with its core, in the same posture; they move with it alone."""
    core = ctx.state.units[core_id]
    for other in [unit.id for unit in ctx.state.led_by(core) if unit.line.type != "Drone" and unit.is_fielded]:
        ctx.emit(Joined(other, posture, 0, ctx.state.units[other].actions))


@heeds("blitz.18.6", "blitz.trait.attached")
def followed_postures(state: State) -> list[PostureFollowed]:
    """The components that are still in a posture their body has left."""
    led = (unit for unit in state.units.values() if unit.is_component and not state.units[unit.parent].is_destroyed)
    pairs = ((unit, state.units[unit.parent].stance) for unit in led)
    return [PostureFollowed(unit.id, stance) for unit, stance in pairs if LED_POSTURES[unit.token(BODY)] != stance]


@heeds("blitz.5.4-attached")
def refuse_hand_over(state: State, order: HandOver) -> Refusal | None:
    """Only who shares the activation can go on with it."""
    if order.to in state.beside:
        return None
    names = ", ".join(state.units[name].name for name in sorted(state.beside)) or "nobody"
    message = f"'{order.to}' takes no part in this activation. Sharing it: {names}."
    return Refusal("attached", "blitz.5.4-attached", message)


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
