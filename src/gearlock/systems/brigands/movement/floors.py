"""3.2b: buildings. How strong they are, where Infantry gets in, and how it goes from floor to floor."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.structures import floors_of, height_of_floor, roof_at
from gearlock.systems.brigands.buildings.plan import plan_of
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.movement import budget_left, refuse_new_move
from gearlock.systems.brigands.movement.orders import ChangeFloor
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import INCH, inches_text
from gearlock.table.terrain import Ground, Piece

FLOOR = INCH
"""A building has a floor to each inch of its Height."""


def building_of(ground: Ground, unit: Unit) -> Piece | None:
    """The building a model is in, or on the roof of."""
    return ground.piece(unit.inside) if unit.inside else roof_at(ground, unit.x, unit.y, unit.z)


@heeds("brigands.3.2b", "brigands.9.1")
def trace_floors(state: State, order: ChangeFloor) -> Moved | Refusal:
    """Go up or down inside a building, an inch of movement for each floor; to the roof and back only with access."""
    unit = state.units[order.unit]
    piece = building_of(state.ground, unit)
    if piece is None or unit.line.type != "Infantry":
        return Refusal("building", "brigands.3.2b", f"The {unit.name} is in no building.")
    if order.gait not in unit.line.move:
        return Refusal("gait", "brigands.2.3", f"The {unit.name} does not move like that.")
    here, top = floor_of(piece, unit), floors_of(piece, FLOOR)
    if not 0 <= order.floor <= top or order.floor == here:
        return Refusal("floor", "brigands.3.2b", f"The {piece.name} has floors 0 to {top - 1}, and a roof.")
    if top in (order.floor, here) and not plan_of(piece).roof:
        return Refusal("roof", "brigands.3.2b", f"There is no way between the {piece.name} and its roof.")
    cost, left = abs(order.floor - here) * FLOOR, budget_left(state, unit, order.gait)
    refusal = refuse_new_move(state, unit, order.gait)
    if refusal is not None or cost <= left:
        return refusal or _moved(state, unit, piece, order, cost)
    message = f"The {unit.name} has {inches_text(left)} in of movement; these floors take {inches_text(cost)} in."
    return Refusal("movement", "brigands.3.2b", message, {"needs": cost, "has": left})


def floor_of(piece: Piece, unit: Unit) -> int:
    """The floor a model is on, counted from 0; the roof is the one above the last."""
    return unit.z // FLOOR if unit.inside else floors_of(piece, FLOOR)


def _moved(state: State, unit: Unit, piece: Piece, order: ChangeFloor, cost: int) -> Moved | Refusal:
    roof = order.floor == floors_of(piece, FLOOR)
    z = height_of_floor(piece, order.floor, FLOOR)
    end = Body(unit.x, unit.y, z, unit.line.radius, unit.height)
    for other in state.obstacles():
        if other is not unit and bodies_overlap(end, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {other.name} is there.", {"unit": other.id})
    return Moved(
        unit.id, order.gait, unit.x, unit.y, z, unit.facing, cost, 0, 0, cost, 0, False,
        inside="" if roof else piece.id,
    )  # fmt: skip
