"""The recon drone: it loiters over a hex or follows an ally, and locks on to enemies for its network."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.actions.pool import payment, spend
from gearlock.systems.hex100.detection.locks import can_lock, resolve_lock
from gearlock.systems.hex100.drones.behaviour import ALLY, POINT, Mode
from gearlock.systems.hex100.drones.docking import recall
from gearlock.systems.hex100.drones.drone_moves import ally_of, approach
from gearlock.systems.hex100.state import IDENTIFIED, SEEN, UNKNOWN, State, Unit
from gearlock.table.hexes import distance

RULE = "hex100.drone-recon-modes"


@rule("hex100.drone-recon-modes")
def threat(state: State, drone: Unit, enemy: Unit) -> tuple[int, int, int]:
    """The order in which a drone would lock on to enemies: the most points first, then the nearest, then as found.

    What a contact carries counts while it is in sight. Of one whose type is not known the points are not known either,
    and it comes last.
    """
    seat = state.serves(drone)
    level, machine = state.known[seat].get(enemy.id, UNKNOWN), state.machine(enemy.id)
    points = machine.cost if level == SEEN else machine.unit.cost if level == IDENTIFIED else 0
    return -points, distance(drone.hex, enemy.hex), state.contact_number(seat, enemy.id)


def _lockable(state: State, drone: Unit) -> list[Unit]:
    """The contacts of its side that a drone can lock on to from where it is."""
    held = (state.units[enemy] for enemy in state.known[state.serves(drone)])
    return [enemy for enemy in held if enemy.id == drone.lock or can_lock(state, drone, enemy)]


def _lock_on(ctx: Ctx[State], drone_id: str, targets: Iterable[Unit]) -> Script[None]:
    """A utility action to lock on to the first of these, unless the drone is locked on to it already."""
    drone = ctx.state.units[drone_id]
    target = next(iter(targets), None)
    if target is None or target.id == drone.lock or payment(drone, "utility") is None:
        return
    spend(ctx, drone_id, "utility")
    yield from resolve_lock(ctx, drone_id, target.id)


@heeds("hex100.drone-recon-modes")
def loiter(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Fly to the point; once there, lock on to the largest, most threatening enemy."""
    point = ctx.state.units[drone_id].point
    if point is None:
        return
    if (yield from approach(ctx, drone_id, point)):
        drone = ctx.state.units[drone_id]
        order = sorted(_lockable(ctx.state, drone), key=lambda enemy: threat(ctx.state, drone, enemy))
        yield from _lock_on(ctx, drone_id, order)


@heeds("hex100.drone-recon-modes")
def support(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Follow an ally to the next hex and lock on to the enemy that it attacked last."""
    ally = ally_of(ctx.state, ctx.state.units[drone_id])
    if ally is None:
        return
    yield from approach(ctx, drone_id, ally.hex, 1)
    drone = ctx.state.units[drone_id]
    if drone.standing:
        quarry = ctx.state.units[ally.id].quarry
        yield from _lock_on(ctx, drone_id, [each for each in _lockable(ctx.state, drone) if each.id == quarry])


RECON_MODES: dict[str, Mode] = {
    "loiter": Mode("loiter", RULE, POINT, loiter, "Fly to the hex, then lock on to the greatest enemy in sight."),
    "support": Mode("support", RULE, ALLY, support, "Follow the unit and lock on to the enemies it attacks."),
    "recall": recall(RULE),
}
