"""Recall: small drones return to the unit that brought them and dock with it."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.detection.events import Detected, LockLost
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.behaviour import NOTHING, Mode
from gearlock.systems.hex100.drones.drone_moves import approach
from gearlock.systems.hex100.drones.events import Docked
from gearlock.systems.hex100.drones.network import carrier_of
from gearlock.systems.hex100.equipment import find_mount, is_whole
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.table.hexes import distance


@heeds("hex100.drone-small", "hex100.drone-recon-modes")
def can_dock(state: State, drone: Unit) -> bool:
    """Whether a drone can dock where it stands: next to its carrier, whose controller is not wrecked."""
    tie, carrier = state.scene.ties.get(drone.id), carrier_of(state, drone)
    if tie is None or carrier is None or distance(drone.hex, carrier.hex) > 1:
        return False
    mount = find_mount(state, carrier, tie.controller)
    return mount is not None and is_whole(state, carrier, mount)


@heeds("hex100.drone-small", "hex100.drone-recon-modes")
def return_home(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Fly or run to the carrier and dock; without a carrier the drone stays where it is."""
    carrier = carrier_of(ctx.state, ctx.state.units[drone_id])
    if carrier is None:
        return
    yield from approach(ctx, drone_id, carrier.hex, 1)
    drone = ctx.state.units[drone_id]
    if drone.standing and can_dock(ctx.state, drone):
        dock(ctx, drone_id)


def dock(ctx: Ctx[State], drone_id: str) -> None:
    """Take a drone off the map: its lock ends, and so does every contact with it."""
    drone = ctx.state.units[drone_id]
    if drone.lock:
        ctx.emit(LockLost(drone_id, drone.lock, "docked"))
    seat = other(drone.seat)
    if drone_id in ctx.state.known[seat]:
        ctx.emit(Detected(seat, drone_id, 0, ctx.state.contacts[seat][drone_id]))
    ctx.emit(Docked(drone_id))
    look_again(ctx)


def recall(rule_id: str) -> Mode:
    """The recall mode of a kind of small drone."""
    about = "Return to the unit that brought it and dock."
    return Mode("recall", rule_id, NOTHING, return_home, about, starting=False)
