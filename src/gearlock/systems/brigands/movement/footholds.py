"""2.4: where a climb may lead. The climbs worth offering, found from the faces a model is at; the rules judge them."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, isqrt

from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import nearest_side, surface_at
from gearlock.systems.brigands.movement.climbing import (
    HANDHOLD,
    can_climb,
    climb_left,
    climbing_gait,
    faces_near,
    is_on_top,
    trace_climb,
)  # fmt: skip
from gearlock.systems.brigands.movement.events import Moved
from gearlock.systems.brigands.movement.orders import Climb
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import bearing, distance, turn_between
from gearlock.table.path import Leg
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Piece

Spot = tuple[int, int]


def beside(piece: Piece, x: int, y: int, radius: int) -> Spot:
    """Where a base stands or hangs at the side of a piece that is nearest to a place."""
    near_x, near_y, out_x, out_y = nearest_side(piece, x, y)
    off = radius + HANDHOLD // 2
    return round(near_x + out_x * off), round(near_y + out_y * off)


def upon(piece: Piece, x: int, y: int, radius: int) -> Spot:
    """Where a base stands just over the edge of a piece that is nearest to a place."""
    near_x, near_y, out_x, out_y = nearest_side(piece, x, y)
    return round(near_x - out_x * (radius + 2)), round(near_y - out_y * (radius + 2))


def _candidates(state: State, unit: Unit, piece: Piece) -> Iterator[tuple[str, Climb]]:
    """Up, over the edge, off it, or down, as far as this Move goes."""
    gait, radius = climbing_gait(unit), unit.line.radius
    left, last = climb_left(state, unit, gait), gait != "W"
    if is_on_top(piece, unit.x, unit.y, unit.z):
        x, y = beside(piece, unit.x, unit.y, radius)
        flat = distance(unit.x, unit.y, x, y)
        z = max(surface_at(state.ground, x, y, piece.top - 1), piece.top - max(0, left - flat))
        yield "Climb down", Climb(unit.id, piece.id, x, y, z, gait, last)
        yield "Let oneself over the edge of", Climb(unit.id, piece.id, x, y, piece.top, "W", last)
        return
    x, y = upon(piece, unit.x, unit.y, radius)
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
    for piece in faces_near(state, unit):
        for label, order in _candidates(state, unit, piece):
            if isinstance(trace_climb(state, order), Moved):
                yield f"{label} the {piece.name}", order


def climb_towards(state: State, order: Climb, x: int, y: int) -> Climb:
    """A climb to the side of the piece, or the place on its top, nearest to a spot: sideways, and up with the rest."""
    unit, piece = state.units[order.unit], state.ground.piece(order.piece)
    if piece.contains(x, y):
        x, y = upon(piece, x, y, unit.line.radius) if distance_to_side(piece, x, y) < unit.line.radius else (x, y)
        return Climb(unit.id, piece.id, x, y, piece.top, order.gait, order.last)
    x, y = beside(piece, x, y, unit.line.radius)
    left, flat = climb_left(state, unit, order.gait), distance(unit.x, unit.y, x, y)
    rise = isqrt(max(0, left * left - flat * flat))
    return Climb(unit.id, piece.id, x, y, min(piece.top, unit.z + rise), order.gait, order.last)


def distance_to_side(piece: Piece, x: int, y: int) -> float:
    """How far a place is from the outline of a piece, within it or without."""
    near_x, near_y, _, _ = nearest_side(piece, x, y)
    return hypot(x - near_x, y - near_y)


def nearest_face(state: State, unit: Unit, reach: int) -> Piece | None:
    """The vertical piece nearest to a model, if its side is within reach."""
    span = reach + unit.line.radius
    near = state.ground.pieces_near(unit.x - span, unit.y - span, unit.x + span, unit.y + span)
    taller = [piece for piece in near if is_solid(piece) and piece.footing and piece.top > unit.z]
    best = min(taller, key=lambda piece: distance_to(piece.outline, unit.x, unit.y), default=None)
    return best if best is not None and distance_to(best.outline, unit.x, unit.y) <= span else None


def approach(unit: Unit, piece: Piece) -> tuple[Leg, ...]:
    """The way straight up to the nearest side of a piece, so that it can be climbed from there."""
    x, y = beside(piece, unit.x, unit.y, unit.line.radius)
    turn = turn_between(unit.facing, bearing(unit.x, unit.y, x, y))
    length = distance(unit.x, unit.y, x, y)
    if abs(turn) <= 900:
        return ((turn, length),)
    return ((turn // 2, 0), (turn - turn // 2, length))
