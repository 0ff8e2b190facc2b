"""Riding: how terror drones get on a unit, what they do to it there, and how they leave it."""

from __future__ import annotations

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.systems.hex100.actions.pool import payment, spend
from gearlock.systems.hex100.damage.damage import Blow, strike
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.drone_moves import approach, way_to
from gearlock.systems.hex100.drones.terror.events import Gnawed, LetGo, Pounced
from gearlock.systems.hex100.equipment import equipment_effect
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex, distance

BITE, CRITICAL = 60, 1
"""The number each machine on a unit rolls under in the aftermath, and the critical damage it does then."""
PREY = ("tank", "mech")


@heeds("hex100.drone-terror")
def is_prey(state: State, drone: Unit, unit: Unit) -> bool:
    """Whether terror drones would pounce on a unit: a tank or a mech of the side they take for the enemy."""
    return state.machine(unit.id).unit.kind in PREY and unit.seat != state.serves(drone) and unit.standing


@rule("hex100.drone-terror")
def hunt(ctx: Ctx[State], drone_id: str, prey: str) -> Script[None]:
    """Go for a unit, from the back of another if need be, and pounce on it from an adjacent hex."""
    if ctx.state.units[drone_id].riding == prey:
        return
    yield from leave_for(ctx, drone_id, ctx.state.units[prey].hex, 1)
    drone = ctx.state.units[drone_id]
    if drone.standing and not drone.shocked and not drone.riding and payment(drone, "attack"):
        pounce(ctx, drone_id, prey)


def pounce(ctx: Ctx[State], drone_id: str, prey: str) -> None:
    """Get on a unit if it is in the next hex; nothing that is ridden hides from eyes."""
    drone, victim = ctx.state.units[drone_id], ctx.state.units[prey]
    if is_prey(ctx.state, drone, victim) and distance(drone.hex, victim.hex) == 1:
        spend(ctx, drone_id, "attack")
        ctx.emit(Pounced(drone_id, prey))
        look_again(ctx)


@heeds("hex100.drone-terror", "hex100.drone-terror-modes")
def leave_for(ctx: Ctx[State], drone_id: str, goal: Hex, within: int = 0) -> Script[bool]:
    """Go towards a goal; drones that ride a unit let go of it first, unless there is no way off it."""
    drone = ctx.state.units[drone_id]
    victim = drone.riding
    if victim:
        if not way_to(ctx.state, drone, goal, within) or payment(drone, "move") is None:
            return False
        ctx.emit(LetGo(drone_id, victim))
    arrived = yield from approach(ctx, drone_id, goal, within)
    drone = ctx.state.units[drone_id]
    if victim and drone.standing and drone.hex == ctx.state.units[victim].hex and ctx.state.units[victim].standing:
        ctx.emit(Pounced(drone_id, victim))
        return False
    return arrived


@heeds("hex100.drone-terror", "hex100.internal-reinforcement")
def resolve_bites(ctx: Ctx[State]) -> Script[None]:
    """In the aftermath every machine on a unit has its chance of critical damage to it.

    Drones that are shut down do nothing, nor do those that have come to themselves on a friend.
    """
    for drone_id in sorted(ctx.state.scene.drones):
        drone = ctx.state.units[drone_id]
        if drone.riding and drone.standing and not drone.shocked:
            victim = ctx.state.units[drone.riding]
            if is_prey(ctx.state, drone, victim):
                yield from _bite(ctx, drone_id, victim.id)


def _bite(ctx: Ctx[State], drone_id: str, victim: str) -> Script[None]:
    seat, machines = ctx.state.units[drone_id].seat, len(ctx.state.units[drone_id].swarm)
    faces = yield from throw(Roll("terror drones", machines, 100, 0, seat, drone_id, "hex100.drone-terror", (BITE,)))
    bites = sum(face < BITE for face in faces)
    ctx.emit(Gnawed(drone_id, victim, BITE, faces, bites))
    harm = max(0, CRITICAL - equipment_effect(ctx.state, ctx.state.units[victim], "critical_reduction"))
    if not bites or not harm:
        return
    count = len(ctx.state.machine(victim).unit.hardpoints)
    places = yield from throw(Roll("hardpoint struck", bites, count, 0, seat, drone_id, "hex100.stat-critical"))
    for place in places:
        strike(ctx, victim, Blow(0), harm, place, "terror", drone_id)
