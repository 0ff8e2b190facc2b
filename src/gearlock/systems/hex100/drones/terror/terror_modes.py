"""The modes of terror drones: search and destroy, attack, lurk, recall."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.behaviour import ENEMY, NOTHING, POINT, Mode
from gearlock.systems.hex100.drones.docking import can_dock, recall, return_home
from gearlock.systems.hex100.drones.terror.events import LetGo
from gearlock.systems.hex100.drones.terror.riding import hunt, is_prey, leave_for
from gearlock.systems.hex100.state import IDENTIFIED, State, Unit
from gearlock.table.hexes import distance

RULE = "hex100.drone-terror-modes"


@heeds("hex100.drone-terror-modes")
def targets(state: State, drone: Unit) -> list[Unit]:
    """The contacts that could be prey, the closest first; a contact of unknown type could be."""
    side = state.serves(drone)
    known, names = state.known[side], state.contacts[side]
    found = (state.units[each] for each in known)
    prey = [each for each in found if known[each.id] < IDENTIFIED or is_prey(state, drone, each)]
    return sorted(prey, key=lambda each: (distance(each.hex, drone.hex), len(names[each.id]), names[each.id]))


@heeds("hex100.drone-terror-modes")
def search_and_destroy(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Stay on an enemy that is ridden; otherwise go for the closest contact. Without one the swarm waits."""
    drone = ctx.state.units[drone_id]
    if drone.riding and is_prey(ctx.state, drone, ctx.state.units[drone.riding]):
        return
    prey = targets(ctx.state, drone)
    if prey:
        yield from hunt(ctx, drone_id, prey[0].id)


@heeds("hex100.drone-terror-modes")
def attack(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Go for the enemy that was named, as long as the side holds it as a contact."""
    drone = ctx.state.units[drone_id]
    if drone.charge in ctx.state.known[ctx.state.serves(drone)]:
        yield from hunt(ctx, drone_id, drone.charge)


@heeds("hex100.drone-terror-modes")
def lurk(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Go to the point and hold there, unseen."""
    point = ctx.state.units[drone_id].point
    if point is not None:
        yield from leave_for(ctx, drone_id, point)
        look_again(ctx)


@heeds("hex100.drone-terror-modes", "hex100.drone-small")
def come_home(ctx: Ctx[State], drone_id: str) -> Script[None]:
    """Let go of what is ridden, return to the carrier and dock; from the carrier's own back it docks at once."""
    drone, carrier = ctx.state.units[drone_id], ctx.state.units[ctx.state.scene.ties[drone_id].carrier]
    if drone.riding == carrier.id and can_dock(ctx.state, drone):
        ctx.emit(LetGo(drone_id, carrier.id))
    elif drone.riding and carrier.standing:
        yield from leave_for(ctx, drone_id, carrier.hex, 1)
    if not ctx.state.units[drone_id].riding:
        yield from return_home(ctx, drone_id)


TERROR_MODES: dict[str, Mode] = {
    "search-and-destroy": Mode(
        "search and destroy",
        RULE,
        NOTHING,
        search_and_destroy,
        "Go for the closest enemy and pounce on it if it is a tank or a mech.",
    ),
    "attack": Mode("attack", RULE, ENEMY, attack, "Go for one enemy and pounce on it."),
    "lurk": Mode("lurk", RULE, POINT, lurk, "Go to the hex and hold there with optical stealth."),
    "recall": recall(RULE)._replace(act=come_home),
}
