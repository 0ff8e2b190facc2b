"""2.4: climbing. Vertical terrain is gone up and down along its faces, and over the edge onto its top."""

from __future__ import annotations

from math import isqrt
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import solids_under, surface_at
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.movement import refuse_new_move
from gearlock.systems.brigands.movement.orders import Climb
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside, footprint_overlaps, is_on_table
from gearlock.table.measure import INCH, distance, inches_text
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.polygon import border_compared
from gearlock.table.terrain import Piece

CLIMBING = "C"
"""The gait of a Move that a model without the Climber trait spends on climbing."""
HANDHOLD = INCH // 10
"""A base this near to a face is at it."""


class Part(NamedTuple):
    """A part of a climb: along a line on the table, from one elevation to another."""

    line: Stride
    low: int
    high: int


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


def is_at_face(piece: Piece, x: int, y: int, radius: int) -> bool:
    """Whether a base at a place stands or hangs beside a piece, close enough to climb it."""
    beside = border_compared(piece.outline, x, y, radius + HANDHOLD) <= 0
    return beside and not footprint_overlaps(Body(x, y, 0, radius), piece.outline)


def is_on_top(piece: Piece, x: int, y: int, z: int) -> bool:
    """Whether a model at a place stands on a piece."""
    return z == piece.top and piece.contains(x, y)


def trace_climb(state: State, order: Climb) -> Moved | Refusal:
    """Follow a climb to its end, or say why the model cannot."""
    unit = state.units[order.unit]
    piece = next((piece for piece in state.ground.pieces if piece.id == order.piece), None)
    if piece is None or not is_solid(piece):
        return Refusal("piece", "brigands.3.3", f"There is no vertical terrain '{order.piece}'.")
    refusal = _refuse_climber(state, unit, order) or _refuse_ends(state, unit, piece, order)
    if refusal is not None:
        return refusal
    parts, cost = _parts(unit, piece, order)
    left = climb_left(state, unit, order.gait)
    if cost > left:
        message = f"The {unit.name} can climb {inches_text(left)} in in this Move; this needs {inches_text(cost)} in."
        return Refusal("movement", "brigands.2.4", message, {"needs": cost, "has": left})
    refusal = _refuse_parts(state, unit, piece, parts, order.z)
    if refusal is not None:
        return refusal
    hangs = not is_on_top(piece, order.x, order.y, order.z) and order.z > surface_at(
        state.ground, order.x, order.y, order.z
    )
    through = ((order.x, order.y),)
    return Moved(
        unit.id, order.gait, order.x, order.y, order.z, unit.facing, cost, 0, 0, cost, 0, False, through,
        hanging=piece.id if hangs else "",
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


@heeds("brigands.2.4")
def _refuse_ends(state: State, unit: Unit, piece: Piece, order: Climb) -> Refusal | None:
    """Why the climb cannot begin or end there: at a face, or with the whole base on the top."""
    begins = is_at_face(piece, unit.x, unit.y, unit.line.radius) or is_on_top(piece, unit.x, unit.y, unit.z)
    if not begins or not piece.base <= unit.z <= piece.top:
        return Refusal("face", "brigands.2.4", f"The {unit.name} is not at the {piece.name}.")
    if (unit.x, unit.y, unit.z) == (order.x, order.y, order.z):
        return Refusal("path", "brigands.2.4", "A climb leads somewhere.")
    end = Body(order.x, order.y, order.z, unit.line.radius, unit.height)
    if not is_on_table(end, state.ground.width, state.ground.height):
        return Refusal("table", "brigands.2.2", f"The {unit.name} would leave the table.")
    if is_on_top(piece, order.x, order.y, order.z):
        if not piece.footing:
            return Refusal("top", "brigands.2.4", f"There is no room to stand on the {piece.name}.")
        if not footprint_inside(end, piece.outline):
            return Refusal("edge", "brigands.2.4", "On top the whole base must be on the new surface.")
        if is_on_top(piece, unit.x, unit.y, unit.z):
            return Refusal("path", "brigands.2.4", f"On the {piece.name} one walks.")
        return None
    return _refuse_face(state, unit, piece, end)


def _refuse_face(state: State, unit: Unit, piece: Piece, end: Body) -> Refusal | None:
    """Why a model cannot hang, or come to stand, beside a piece at this height."""
    floor = surface_at(state.ground, end.x, end.y, end.z)
    if not is_at_face(piece, end.x, end.y, end.radius):
        return Refusal("face", "brigands.2.4", f"The climb must end at a face of the {piece.name} or on its top.")
    if not max(floor, piece.base) <= end.z <= piece.top:
        high = f"{inches_text(max(floor, piece.base))} to {inches_text(piece.top)} in"
        return Refusal("height", "brigands.2.4", f"That face of the {piece.name} goes from {high}.")
    on_foot = not unit.hanging and not is_on_top(piece, unit.x, unit.y, unit.z)
    if end.z == floor and on_foot:
        return Refusal("path", "brigands.2.4", "From ground to ground one walks.")
    return None


def _parts(unit: Unit, piece: Piece, order: Climb) -> tuple[list[Part], int]:
    """The parts of a climb and its length: straight along a face, or up to the edge and over it, or the other way."""
    x, y, z = unit.x, unit.y, unit.z
    flat = distance(x, y, order.x, order.y)
    across = Stride(x, y, order.x, order.y, flat)
    here, there = Stride(x, y, x, y, 0), Stride(order.x, order.y, order.x, order.y, 0)
    low, high = sorted((z, order.z))
    if is_on_top(piece, order.x, order.y, order.z):
        return [Part(here, low, high), Part(across, high, high)], high - low + flat
    if is_on_top(piece, x, y, z):
        return [Part(across, high, high), Part(there, low, high)], high - low + flat
    square = flat * flat + (high - low) ** 2
    root = isqrt(square)
    return [Part(across, low, high)], root if root * root == square else root + 1


@heeds("brigands.2.4", "brigands.2.6")
def _refuse_parts(state: State, unit: Unit, piece: Piece, parts: list[Part], z: int) -> Refusal | None:
    """Why something is in the way of a climb: another model, or terrain that stands out or hangs over."""
    radius, tall = unit.line.radius, unit.height
    for line, low, high in parts:
        box = (min(line.x0, line.x1) - radius, min(line.y0, line.y1) - radius)
        far = (max(line.x0, line.x1) + radius, max(line.y0, line.y1) + radius)
        for other in state.ground.pieces_near(*box, *far):
            free = other.top <= low or other.base >= high + tall or (other.id == piece.id and low == piece.top)
            if is_solid(other) and not free and sweeps_outline(line, radius, other.outline):
                return Refusal("terrain", "brigands.3.1", f"The {other.name} is in the way.", {"piece": other.id})
        for model in state.obstacles():
            body = model.body
            apart = model is unit or model.line.type == "Infantry" or body.top <= low or body.z >= high + tall
            if not apart and sweeps_body(line, radius, body):
                return Refusal("overlap", "brigands.2.6", f"The {model.name} is in the way.", {"unit": model.id})
    end = Body(parts[-1].line.x1, parts[-1].line.y1, z, radius, tall)
    for model in state.obstacles():
        if model is not unit and bodies_overlap(end, model.body):
            return Refusal("overlap", "brigands.2.6", f"The {model.name} is there.", {"unit": model.id})
    return None


def faces_near(state: State, unit: Unit) -> list[Piece]:
    """The vertical pieces a model could climb from where it is: those it is at, and the one it stands on."""
    reach = unit.line.radius + HANDHOLD
    near = solids_under(state.ground, Body(unit.x, unit.y, 0, reach))
    return [
        piece
        for piece in near
        if piece.base <= unit.z <= piece.top
        and (is_at_face(piece, unit.x, unit.y, unit.line.radius) or is_on_top(piece, unit.x, unit.y, unit.z))
    ]
