"""Climbing: up and down along the faces of solids, over the edge onto their tops, and where a climb may lead."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, isqrt
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure, Mover, body_at, overlapped
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import nearest_side, solids_under, surface_at
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, footprint_overlaps, is_on_table
from gearlock.table.measure import distance, inches_text
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.polygon import border_compared, distance_to
from gearlock.table.terrain import Ground, Piece

Spot = tuple[int, int]


class Ascent(NamedTuple):
    """A climb, up, down or along: the piece, and where somebody at it or on it wants to be then."""

    piece: Piece
    x: int
    y: int
    z: int


class Part(NamedTuple):
    """A part of a climb: along a line on the table, from one elevation to another."""

    line: Stride
    low: int
    high: int


class Climber(NamedTuple):
    """Who climbs: how near to a face its base must be, and whether it hangs on one now."""

    figure: Figure
    handhold: int
    hangs: bool = False

    @property
    def radius(self) -> int:
        """Half its base."""
        return self.figure.body.radius


def is_at_face(climber: Climber, piece: Piece, x: int, y: int) -> bool:
    """Whether somebody at a place stands or hangs beside a piece, close enough to climb it."""
    radius = climber.radius
    beside = border_compared(piece.outline, x, y, radius + climber.handhold) <= 0
    return beside and not footprint_overlaps(Body(x, y, 0, radius), piece.outline)


def is_on_top(piece: Piece, x: int, y: int, z: int) -> bool:
    """Whether somebody at a place stands on a piece."""
    return z == piece.top and piece.contains(x, y)


def faces_near(ground: Ground, climber: Climber) -> list[Piece]:
    """The solids somebody could climb from where it is: those it is at, and the one it stands on."""
    x, y, z = climber.figure.x, climber.figure.y, climber.figure.z
    near = solids_under(ground, Body(x, y, 0, climber.radius + climber.handhold))
    return [
        piece
        for piece in near
        if piece.base <= z <= piece.top and (is_at_face(climber, piece, x, y) or is_on_top(piece, x, y, z))
    ]


def refuse_ends(ground: Ground, climber: Climber, climb: Ascent) -> Refusal | None:
    """Why a climb cannot begin or end there: at a face, or with the whole base on the top."""
    figure, (piece, x, y, z) = climber.figure, climb
    upon = is_on_top(piece, figure.x, figure.y, figure.z)
    begins = is_at_face(climber, piece, figure.x, figure.y) or upon
    if not begins or not piece.base <= figure.z <= piece.top:
        return Refusal("face", "", f"The {figure.name} is not at the {piece.name}.")
    if (figure.x, figure.y, figure.z) == (x, y, z):
        return Refusal("path", "", "A climb leads somewhere.")
    end = body_at(figure, x, y, z)
    if not is_on_table(end, ground.width, ground.height):
        return Refusal("table", "", f"The {figure.name} would leave the table.")
    if not is_on_top(piece, x, y, z):
        return _refuse_face(ground, climber, climb, upon)
    if not piece.footing:
        return Refusal("top", "", f"There is no room to stand on the {piece.name}.")
    if not footprint_inside(end, piece.outline):
        return Refusal("edge", "", "On top the whole base must be on the new surface.")
    return Refusal("path", "", f"On the {piece.name} one walks.") if upon else None


def _refuse_face(ground: Ground, climber: Climber, climb: Ascent, upon: bool) -> Refusal | None:
    """Why nobody can hang, or come to stand, beside a piece at this height."""
    piece, x, y, z = climb
    floor = surface_at(ground, x, y, z)
    if not is_at_face(climber, piece, x, y):
        return Refusal("face", "", f"The climb must end at a face of the {piece.name} or on its top.")
    if not max(floor, piece.base) <= z <= piece.top:
        high = f"{inches_text(max(floor, piece.base))} to {inches_text(piece.top)} in"
        return Refusal("height", "", f"That face of the {piece.name} goes from {high}.")
    if z == floor and not climber.hangs and not upon:
        return Refusal("path", "", "From ground to ground one walks.")
    return None


def parts_of_climb(figure: Figure, climb: Ascent) -> tuple[list[Part], int]:
    """The parts of a climb and its length: straight along a face, or up to the edge and over it, or the other way."""
    x, y, z = figure.x, figure.y, figure.z
    flat = distance(x, y, climb.x, climb.y)
    across = Stride(x, y, climb.x, climb.y, flat)
    here, there = Stride(x, y, x, y, 0), Stride(climb.x, climb.y, climb.x, climb.y, 0)
    low, high = sorted((z, climb.z))
    if is_on_top(*climb):
        return [Part(here, low, high), Part(across, high, high)], high - low + flat
    if is_on_top(climb.piece, x, y, z):
        return [Part(across, high, high), Part(there, low, high)], high - low + flat
    square = flat * flat + (high - low) ** 2
    root = isqrt(square)
    return [Part(across, low, high)], root if root * root == square else root + 1


def refuse_parts(
    ground: Ground, mover: Mover, climb: Ascent, parts: Iterable[Part], others: Iterable[Figure]
) -> Refusal | None:
    """Why something is in the way of a climb: another figure, or a solid that stands out or hangs over."""
    own, taken = mover.figure.body, list(others)
    for line, low, high in parts:
        refusal = _refuse_solids(ground, own, climb.piece, Part(line, low, high))
        if refusal is not None:
            return refusal
        for other in taken:
            body = other.body
            apart = body.top <= low or body.z >= high + own.height or mover.passes(other)
            if not apart and sweeps_body(line, own.radius, body):
                return Refusal("overlap", "", f"The {other.name} is in the way.", {"unit": other.id})
    there = overlapped(body_at(mover.figure, climb.x, climb.y, climb.z), taken)
    return None if there is None else Refusal("overlap", "", f"The {there.name} is there.", {"unit": there.id})


def _refuse_solids(ground: Ground, own: Body, piece: Piece, part: Part) -> Refusal | None:
    """Why a solid is in the way of a part of a climb at a piece."""
    (line, low, high), radius = part, own.radius
    box = (min(line.x0, line.x1) - radius, min(line.y0, line.y1) - radius)
    far = (max(line.x0, line.x1) + radius, max(line.y0, line.y1) + radius)
    for other in ground.pieces_near(*box, *far):
        free = other.top <= low or other.base >= high + own.height or (other.id == piece.id and low == piece.top)
        if is_solid(other) and not free and sweeps_outline(line, radius, other.outline):
            return Refusal("terrain", "", f"The {other.name} is in the way.", {"piece": other.id})
    return None


def hangs_at(ground: Ground, climb: Ascent) -> bool:
    """Whether a climb ends on the face: neither on the top nor with a surface below."""
    return not is_on_top(*climb) and climb.z > surface_at(ground, climb.x, climb.y, climb.z)


def beside(climber: Climber, piece: Piece, x: int, y: int) -> Spot:
    """Where somebody stands or hangs at the side of a piece that is nearest to a place."""
    near_x, near_y, out_x, out_y = nearest_side(piece, x, y)
    off = climber.radius + climber.handhold // 2
    return round(near_x + out_x * off), round(near_y + out_y * off)


def upon(climber: Climber, piece: Piece, x: int, y: int) -> Spot:
    """Where somebody stands just over the edge of a piece that is nearest to a place."""
    near_x, near_y, out_x, out_y = nearest_side(piece, x, y)
    return round(near_x - out_x * (climber.radius + 2)), round(near_y - out_y * (climber.radius + 2))


def climb_towards(climber: Climber, piece: Piece, x: int, y: int, left: int) -> Ascent:
    """A climb to the side of the piece, or the place on its top, nearest to a spot: sideways, and up with the rest."""
    figure = climber.figure
    if piece.contains(x, y):
        x, y = upon(climber, piece, x, y) if _distance_to_side(piece, x, y) < climber.radius else (x, y)
        return Ascent(piece, x, y, piece.top)
    x, y = beside(climber, piece, x, y)
    flat = distance(figure.x, figure.y, x, y)
    rise = isqrt(max(0, left * left - flat * flat))
    return Ascent(piece, x, y, min(piece.top, figure.z + rise))


def _distance_to_side(piece: Piece, x: int, y: int) -> float:
    """How far a place is from the outline of a piece, within it or without."""
    near_x, near_y, _, _ = nearest_side(piece, x, y)
    return hypot(x - near_x, y - near_y)


def nearest_face(ground: Ground, figure: Figure, reach: int) -> Piece | None:
    """The solid nearest to somebody that it could come to stand on, if its side is within reach."""
    span = reach + figure.body.radius
    near = ground.pieces_near(figure.x - span, figure.y - span, figure.x + span, figure.y + span)
    taller = [piece for piece in near if is_solid(piece) and piece.footing and piece.top > figure.z]
    best = min(taller, key=lambda piece: distance_to(piece.outline, figure.x, figure.y), default=None)
    return best if best is not None and distance_to(best.outline, figure.x, figure.y) <= span else None
