"""3.2b and 9.1: through the walls of a building. Infantry alone gets in, and pays for walls that have no door."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.going.walls import Wall
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import INCH
from gearlock.table.terrain import Piece

WALL, DOORWAY = INCH, INCH // 2
"""What it takes to get through a wall, and how far from a named entry point it is still the door."""


@rule("brigands.9.1")
@heeds("brigands.3.2b")
def may_enter(unit: Unit, piece: Piece) -> bool:
    """Infantry walks into buildings from the ground; from the roof it takes the stairs, if there are any."""
    return unit.line.type == "Infantry" and (unit.inside == piece.id or piece.base <= unit.z < piece.top)


@rule("brigands.3.2b-crippled")
@heeds("brigands.3.2b", "brigands.9.1")
def price_of_wall(state: State, unit: Unit, wall: Wall) -> int | Refusal:
    """What it takes to go through a wall, or why there is no way: an inch each, nothing at doors.

    Walls that are closed but for their doors open when the building is Crippled.
    """
    piece = wall.piece
    entry = piece.props.get("entry", "walls")
    if unit.inside == piece.id and unit.z > piece.base:
        return Refusal("floor", "brigands.3.2b", f"There is no way out of the {piece.name} up here.")
    if entry == "open" or wall.has_door(DOORWAY):
        return 0
    if entry == "doors" and state.buildings.get(piece.id, (1, 1))[0] > 0:
        message = f"The walls of the {piece.name} are closed but for its entry points."
        return Refusal("wall", "brigands.3.2b", message, {"piece": piece.id})
    return WALL
