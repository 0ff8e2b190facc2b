"""6.2 and 6.5: whether a model that is put down can stand there."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap


@heeds("blitz.6.2", "blitz.6.5g")
def refuse_ground(state: State, unit: Unit, x: int, y: int) -> Refusal | None:
    """Why a model cannot stand at a spot: somebody does, or the ground does not hold it."""
    body = Body(x, y, slope_at(state.ground, x, y), unit.line.radius, unit.height)
    if any(bodies_overlap(body, other.body) for other in state.standing()):
        return Refusal("overlap", "blitz.6.2", "Another model stands there.")
    if solids_under(state.ground, body):
        return Refusal("terrain", "blitz.6.5b", "Impassable terrain stands there.")
    depth = water_depth(state.ground, x, y)
    if 2 * depth >= unit.line.height and depth and unit.line.gait != "H" and "Amphib" not in unit.line.traits:
        return Refusal("water", "blitz.6.5g", f"The water is too deep for the {unit.name}.")
    return None
