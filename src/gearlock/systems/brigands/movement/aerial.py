"""9.7: how an Airborne model moves. Terrain is far below it; only the table's edge and others in the air stop it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.flying.airborne import altitude_at
from gearlock.systems.brigands.state import State
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.path import is_walk_on_table, sweeps_body

if TYPE_CHECKING:
    from gearlock.systems.brigands.movement.passage import Stretch


@heeds("brigands.9.7", "brigands.2.6")
def refuse_flight(state: State, stretch: Stretch) -> Refusal | None:
    """Why an Airborne model cannot fly along the stretch; finds the elevation where it ends. No road helps it."""
    unit, path = stretch.unit, stretch.path
    stretch.rough = stretch.wet = stretch.stepped = stretch.fall = 0
    stretch.on_road, stretch.drop = False, False
    stretch.z = altitude_at(state.ground, path.x, path.y)
    if not is_walk_on_table(path.strides, unit.line.radius, state.ground.width, state.ground.height):
        return Refusal("table", "brigands.2.2", f"The {unit.name} would leave the table.")
    end = Body(path.x, path.y, stretch.z, unit.line.radius, unit.height)
    for other in state.obstacles(unit):
        if bodies_overlap(end, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {unit.name} would end in the {other.name}.")
        crosses = other.airborne and other.line.type != "Infantry"
        if crosses and any(sweeps_body(stride, unit.line.radius, other.body) for stride in path.strides):
            return Refusal("overlap", "brigands.2.6", f"The {other.name} is in the way.", {"unit": other.id})
    return None
