"""3.2b and 9.1: through the walls of a building. Infantry alone gets in, and pays for walls that have no door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import doors_of, is_building, reaches_into
from gearlock.mechanics.ground.surfaces import solids_under
from gearlock.systems.brigands.state import State
from gearlock.table.bodies import Body
from gearlock.table.measure import INCH, distance
from gearlock.table.path import Stride
from gearlock.table.polygon import spans_inside
from gearlock.table.terrain import Piece

if TYPE_CHECKING:
    from gearlock.systems.brigands.movement.passage import Stretch

WALL, DOORWAY = INCH, INCH // 2
"""What it takes to get through a wall, and how far from a named entry point it is still the door."""


@rule("brigands.9.1")
@heeds("brigands.3.2b")
def may_enter(stretch: Stretch, piece: Piece) -> bool:
    """Infantry walks into buildings from the ground; from the roof it takes the stairs, if there are any."""
    unit = stretch.unit
    return unit.line.type == "Infantry" and (unit.inside == piece.id or piece.base <= unit.z < piece.top)


@heeds("brigands.3.2b", "brigands.9.1")
def refuse_walls(state: State, stretch: Stretch) -> Refusal | None:
    """Why Infantry cannot get through the walls it meets; finds what they cost and the building it ends in.

    Whoever stops right at a wall is still on the side it came from.
    """
    unit = stretch.unit
    stretch.inside = ""
    if unit.line.type != "Infantry":
        return None
    xs = [unit.x, *(stride.x1 for stride in stretch.path.strides)]
    ys = [unit.y, *(stride.y1 for stride in stretch.path.strides)]
    for piece in state.ground.pieces_near(min(xs), min(ys), max(xs), max(ys)):
        if not is_building(piece) or not may_enter(stretch, piece):
            continue
        within = unit.inside == piece.id
        for stride in stretch.path.strides:
            for share in crossings(piece, stride, within):
                within = not within
                refusal = _refuse_wall(state, stretch, piece, stride, share)
                if refusal is not None:
                    return refusal
        if within:
            stretch.inside = piece.id
    return None


def crossings(piece: Piece, stride: Stride, within: bool) -> list[float]:
    """Where a leg goes through the walls of a building, as shares of it; `within` is which side it comes from."""
    spans = spans_inside(piece.outline, stride.x0, stride.y0, stride.x1, stride.y1, True)
    places: list[float] = []
    if within and (not spans or spans[0][0] > 0.0):
        places.append(0.0)
        within = False
    for into, out in spans:
        if not within:
            places.append(into)
            within = True
        if out < 1.0:
            places.append(out)
            within = False
    return places


@rule("brigands.3.2b-crippled")
@heeds("brigands.3.2b", "brigands.9.1")
def _refuse_wall(state: State, stretch: Stretch, piece: Piece, stride: Stride, share: float) -> Refusal | None:
    """Why there is no way through a wall here. An inch each, nothing at doors, and closed ones open when Crippled."""
    entry, unit = piece.props.get("entry", "walls"), stretch.unit
    if unit.inside == piece.id and unit.z > piece.base:
        return Refusal("floor", "brigands.3.2b", f"There is no way out of the {piece.name} up here.")
    x, y = round(stride.x0 + share * (stride.x1 - stride.x0)), round(stride.y0 + share * (stride.y1 - stride.y0))
    if entry == "open" or any(distance(x, y, *door) <= DOORWAY for door in doors_of(piece)):
        return None
    if entry == "doors" and state.buildings.get(piece.id, (1, 1))[0] > 0:
        message = f"The walls of the {piece.name} are closed but for its entry points."
        return Refusal("wall", "brigands.3.2b", message, {"piece": piece.id})
    stretch.cost += WALL
    return None


@heeds("brigands.2.3-walker-step", "brigands.2.7b", "brigands.3.1")
def refuse_jutting(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model that got there cannot stop: half on terrain and half in it is nowhere to be.

    It is on a piece when the middle of its base is; over the edge of that its base may jut.
    """
    if stretch.inside:
        return None
    unit = stretch.unit
    end = Body(stretch.path.x, stretch.path.y, stretch.z, stretch.girth, unit.height)
    for piece in solids_under(state.ground, end):
        if stretch.lift and stretch.z == piece.top and not piece.footing and piece.contains(end.x, end.y):
            return Refusal("top", "brigands.2.7b", f"There is no room to stand on the {piece.name}.")
        if not reaches_into(piece, end) or (is_building(piece) and may_enter(stretch, piece)):
            continue
        rule_id = "brigands.2.7b" if stretch.lift else "brigands.2.3-walker-step"
        message = f"The {unit.name} stops on the {piece.name} or clear of it, not with part of its base in it."
        return Refusal("edge", rule_id, message, {"piece": piece.id})
    return None
