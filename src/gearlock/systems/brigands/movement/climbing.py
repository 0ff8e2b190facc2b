"""2.4: climbing. Vertical terrain is gone up and down along its faces, and over the edge onto its top."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.figures import Mover, ruled
from gearlock.mechanics.going.climbing import (
    Ascent,
    Climber,
    beside,
    climb_towards,
    faces_near,
    hangs_at,
    is_on_top,
    parts_of_climb,
    refuse_ends,
    refuse_parts,
    upon,
)
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import surface_at
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.movement import refuse_new_move
from gearlock.systems.brigands.movement.orders import Climb
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE, bearing, distance, inches_text, turn_between
from gearlock.table.path import Leg
from gearlock.table.terrain import Piece

CLIMBING = "C"
"""The gait of a Move that a model without the Climber trait spends on climbing."""
HANDHOLD = INCH // 10
"""A base this near to a face is at it."""
RULES = {
    **dict.fromkeys(("face", "path", "top", "edge", "height"), "brigands.2.4"),
    "table": "brigands.2.2", "terrain": "brigands.3.1", "overlap": "brigands.2.6",
}  # fmt: skip


@rule("brigands.trait.climber", "brigands.trait.arms")
@heeds("brigands.2.4")
def can_climb(unit: Unit) -> bool:
    """Climbers and models with Arms, if they walk."""
    return "W" in unit.line.move and bool(unit.trait("Climber") or unit.trait("Arms"))


@heeds("brigands.2.4", "brigands.trait.climber")
def climbing_gait(unit: Unit) -> str:
    """Climbers climb as they walk, in the same Move; to others climbing is a Move of its own."""
    return "W" if unit.trait("Climber") else CLIMBING


@rule("brigands.2.4")
def climb_left(state: State, unit: Unit, gait: str) -> int:
    """How far a model can still climb in this Move: as far as it walks, or its Height, or an inch for Infantry.

    A climb is not made on a road, whatever runs along the foot of the wall.
    """
    own = INCH if unit.line.type == "Infantry" else unit.line.height
    now = state.activation
    spent = now.spent if now is not None and now.gait == gait else 0
    return max(0, (unit.line.move["W"] if gait == "W" else own) - spent)


@heeds("brigands.2.4")
def climber(unit: Unit) -> Climber:
    """A model as it climbs."""
    return Climber(unit, HANDHOLD, bool(unit.hanging))


@heeds("brigands.2.4", "brigands.2.6")
def trace_climb(state: State, order: Climb) -> Moved | Refusal:
    """Follow a climb to its end, or say why the model cannot: others are in its way, but Infantry is not."""
    unit, ground = state.units[order.unit], state.ground
    piece = next((piece for piece in ground.pieces if piece.id == order.piece), None)
    if piece is None or not is_solid(piece):
        return Refusal("piece", "brigands.3.3", f"There is no vertical terrain '{order.piece}'.")
    climb = Ascent(piece, order.x, order.y, order.z)
    refusal = _refuse_climber(state, unit, order) or ruled(refuse_ends(ground, climber(unit), climb), RULES)
    if refusal is not None:
        return refusal
    parts, cost = parts_of_climb(unit, climb)
    left = climb_left(state, unit, order.gait)
    if cost > left:
        message = f"The {unit.name} can climb {inches_text(left)} in in this Move; this needs {inches_text(cost)} in."
        return Refusal("movement", "brigands.2.4", message, {"needs": cost, "has": left})
    mover = Mover(unit, unit.line.radius, passes=lambda other: other.line.type == "Infantry")
    others = (other for other in state.obstacles() if other is not unit)
    refusal = ruled(refuse_parts(ground, mover, climb, parts, others), RULES)
    return refusal or Moved(
        unit.id, order.gait, order.x, order.y, order.z, unit.facing, cost, 0, 0, cost, 0, False, ((order.x, order.y),),
        hanging=piece.id if hangs_at(ground, climb) else "",
    )  # fmt: skip


@heeds("brigands.2.4")
def _refuse_climber(state: State, unit: Unit, order: Climb) -> Refusal | None:
    """Why the model cannot climb at all now, or not as part of this kind of Move."""
    if not can_climb(unit):
        message = f"The {unit.name} cannot climb: it needs Walker movement and Climber or Arms."
        return Refusal("climber", "brigands.2.4", message)
    over_the_edge = unit.z == order.z > 0
    if order.gait != climbing_gait(unit) and not (over_the_edge and order.gait == "W"):
        return Refusal("gait", "brigands.2.4", f"The {unit.name} climbs in a Move that is for climbing alone.")
    return refuse_new_move(state, unit, order.gait)


def _candidates(state: State, unit: Unit, piece: Piece) -> Iterator[tuple[str, Climb]]:
    """Up, over the edge, off it, or down, as far as this Move goes."""
    gait, body = climbing_gait(unit), climber(unit)
    left, last = climb_left(state, unit, gait), gait != "W"
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(body, piece, unit.x, unit.y)
        flat = distance(unit.x, unit.y, x, y)
        z = max(surface_at(state.ground, x, y, piece.top - 1), piece.top - max(0, left - flat))
        yield "Climb down", Climb(unit.id, piece.id, x, y, z, gait, last)
        yield "Let oneself over the edge of", Climb(unit.id, piece.id, x, y, piece.top, "W", last)
        return
    x, y = upon(body, piece, unit.x, unit.y)
    yield "Climb onto", Climb(unit.id, piece.id, x, y, piece.top, gait, last)
    if unit.z == piece.top and gait != "W":
        yield "Step onto", Climb(unit.id, piece.id, x, y, piece.top, "W", False)
    yield "Climb up", Climb(unit.id, piece.id, unit.x, unit.y, min(piece.top, unit.z + left), gait, last)
    low = max(surface_at(state.ground, unit.x, unit.y, unit.z), piece.base, unit.z - left)
    yield "Climb down", Climb(unit.id, piece.id, unit.x, unit.y, low, gait, last)


def legal_climbs(state: State, unit: Unit) -> Iterator[tuple[str, Climb]]:
    """The climbs a model can make from where it is, with what to call them."""
    if not can_climb(unit):
        return
    for piece in faces_near(state.ground, climber(unit)):
        for label, order in _candidates(state, unit, piece):
            if isinstance(trace_climb(state, order), Moved):
                yield f"{label} the {piece.name}", order


def pointed_climb(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb along the face or onto the top, to the place nearest to a spot."""
    unit = state.units[order.unit]
    piece, left = state.ground.piece(order.piece), climb_left(state, unit, order.gait)
    end = climb_towards(climber(unit), piece, x, y, left)
    return Climb(unit.id, piece.id, end.x, end.y, end.z, order.gait, order.last)


def approach(unit: Unit, piece: Piece) -> tuple[Leg, ...]:
    """The way straight up to the nearest side of a piece, so that it can be climbed from there."""
    x, y = beside(climber(unit), piece, unit.x, unit.y)
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, x, y))
    length = distance(unit.x, unit.y, x, y)
    if abs(turn) <= RIGHT_ANGLE:
        return ((turn, length),)
    return ((turn // 2, 0), (turn - turn // 2, length))
