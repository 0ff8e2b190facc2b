"""Hacked drones: the hacker sets the mode, and the drone acts by it at once, taking friend for foe."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.commands import give_mode, refuse_mode
from gearlock.systems.hex100.drones.modes import modes_of, resolve_drone_turn
from gearlock.systems.hex100.drones.network import drones_of
from gearlock.systems.hex100.drones.orders import TurnDrone
from gearlock.systems.hex100.electronic_warfare.events import Hacked
from gearlock.systems.hex100.equipment import find_mount, is_whole
from gearlock.systems.hex100.state import State


@heeds("hex100.hacking")
def turned_by(state: State, victim: str) -> list[str]:
    """The drones that a hack of this unit turns besides: those on the map whose controller on it is not wrecked."""
    carrier, found = state.units[victim], []
    for drone in drones_of(state, victim):
        mount = find_mount(state, carrier, state.scene.ties[drone.id].controller)
        whole = mount is not None and is_whole(state, carrier, mount)
        if drone.standing and not drone.shocked and not drone.hacked and whole:
            found.append(drone.id)
    return found


@heeds("hex100.hacking")
def resolve_turning(ctx: Ctx[State], by: str, victim: str) -> Script[None]:
    """After a hack: a drone that was the victim, or those the victim commands, act at once in the hacker's mode."""
    turned = turned_by(ctx.state, victim)
    for drone_id in turned:
        ctx.emit(Hacked(drone_id, by, victim))
    if victim in ctx.state.scene.drones:
        turned = [victim]
    for drone_id in turned:
        look_again(ctx)
        drone = ctx.state.units[drone_id]
        if drone.standing and not drone.shocked and modes_of(ctx.state, drone):
            yield from _turn(ctx, by, drone_id)


def _turn(ctx: Ctx[State], by: str, drone_id: str) -> Script[None]:
    seat = ctx.state.units[by].seat
    contact = ctx.state.contacts[seat][drone_id]
    prompt = f"{name_for(ctx.state, seat, drone_id)} is yours for a turn: which mode does it act by?"
    order = yield from ask(Ask(seat, "turned drone", by, (contact,), "hex100.hacking", prompt))
    assert isinstance(order, TurnDrone), "only a mode answers here"
    give_mode(ctx, by, drone_id, order)
    yield from resolve_drone_turn(ctx, drone_id)


@heeds("hex100.hacking")
def refuse_turning(state: State, ask_: Ask, order: TurnDrone) -> Refusal | None:
    """Why a hacker cannot set this mode: allies in it are the hacker's, enemies the hacker's contacts."""
    drone = state.enemy_called(ask_.seat, order.drone)
    if order.unit != ask_.unit or drone is None or (order.drone,) != ask_.about:
        return Refusal("no-such-drone", "hex100.hacking", f"Another drone is being turned. {ask_.prompt}")
    return refuse_mode(state, ask_.seat, drone, order)
