"""Where terror drones are when the unit below them is gone: each swarm in a hex of its own."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.systems.hex100.damage.events import Destroyed, Dismounted
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.detection.sight import is_held_in
from gearlock.systems.hex100.movement_types import standing_kind
from gearlock.systems.hex100.state import State, Unit, other
from gearlock.table.hexes import Hex, distance


@heeds("hex100.stat-hp", "hex100.drone-terror")
def fall(ctx: Ctx[State], unit_id: str) -> None:
    """A unit is destroyed, and what rode it is left on its wreck."""
    riders = riders_by_finding(ctx.state, unit_id)
    ctx.emit(Destroyed(unit_id))
    settle(ctx, riders)


def riders_by_finding(state: State, unit_id: str) -> list[str]:
    """What rides a unit, in the order in which the other side found it: the order of a side's list is its secret."""

    def found(drone: Unit) -> tuple[int, str]:
        enemy = other(drone.seat)
        return (state.contact_number(enemy, drone.id) if drone.id in state.contacts[enemy] else 0), drone.seat

    return [drone.id for drone in sorted(state.riders(unit_id), key=found)]


@heeds("hex100.drone-terror", "hex100.stacking", "hex100.rough-impassable")
def settle(ctx: Ctx[State], riders: list[str]) -> None:
    """Find a place for each swarm that has lost its mount: the first stays there, the others go to the nearest hex.

    So does one that cannot stand where it was carried, such as in water. With no place left on the map it stays.
    """
    for at, drone_id in enumerate(riders):
        drone = ctx.state.units[drone_id]
        place = place_for(ctx.state, drone, riders[at + 1 :])
        if drone.standing and place != drone.hex:
            ctx.emit(Dismounted(drone_id, *place, is_held_in(ctx.state, drone, place)))
            look_again(ctx)


def place_for(state: State, drone: Unit, waiting: list[str]) -> Hex:
    """The nearest hex that a swarm may stand in and where nobody is but those who have their place yet to find."""
    kind = standing_kind(state, drone)
    others = (each for each in state.units.values() if each.standing and each.id not in (drone.id, *waiting))
    taken = {each.hex for each in others if not each.riding}
    free = (hex_ for hex_ in state.land.ground if hex_ not in taken and state.land.cost(hex_, kind))
    return min(free, key=lambda hex_: (distance(hex_, drone.hex), hex_), default=drone.hex)
