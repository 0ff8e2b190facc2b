"""6.2, 12.3 and 18.4: who makes room for a model that comes to stand on it: drones, and infantry that was crushed."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.mechanics.going.resting import resting_place
from gearlock.systems.blitz.lock_and_cover.built import built
from gearlock.systems.blitz.movement.events import Forced
from gearlock.systems.blitz.movement.passage import girth_of, is_part, obstacles, yields
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import distance


@heeds("blitz.12.3", "blitz.18.4", "blitz.6.4a")
def make_room(ctx: Ctx[State], unit_id: str) -> None:
    """Whoever yields to a model and shares its place now is forced aside, no farther than it must."""
    unit = ctx.state.units[unit_id]
    if not unit.is_fielded:
        return
    shared = (other for other in ctx.state.standing() if other.id != unit_id and not is_part(unit, other))
    on_it = (other for other in shared if bodies_overlap(unit.body, other.body))
    under = [other.id for other in on_it if yields(ctx.state, unit, other)]
    for name in under:
        other = ctx.state.units[name]
        others = [*obstacles(ctx.state, other), *_fellows(ctx.state, name)]
        x, y = resting_place(built(ctx.state), other, other.z, girth_of(other), others)
        ctx.emit(Forced(name, x, y, other.z, distance(other.x, other.y, x, y)))


def _fellows(state: State, name: str) -> list[Unit]:
    """Drones keep out of each other's way."""
    return [other for other in state.standing() if other.id != name and other.line.type == "Drone"]
