"""Leaping: straight through the air over what is low enough, and down on the other side."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure, Mover
from gearlock.mechanics.ground.forms import is_area, is_solid
from gearlock.table.bodies import Body
from gearlock.table.path import Stride, sweeps_body, sweeps_outline
from gearlock.table.polygon import crossing_length
from gearlock.table.terrain import Ground, Piece


def barriers(ground: Ground, figure: Figure, stride: Stride, landing: Body, clears: int) -> Iterable[Piece]:
    """The pieces under a leap that are higher than it clears, but for the one it comes down on."""
    radius = figure.body.radius
    box = (min(stride.x0, stride.x1) - radius, min(stride.y0, stride.y1) - radius)
    far = (max(stride.x0, stride.x1) + radius, max(stride.y0, stride.y1) + radius)
    for piece in ground.pieces_near(*box, *far):
        carries = piece.top == landing.z and piece.contains(landing.x, landing.y)
        if piece.top > clears and not carries and _is_met(piece, stride, radius):
            yield piece


def _is_met(piece: Piece, stride: Stride, radius: int) -> bool:
    """Whether a leap passes over a piece: any part of the base over a solid, the middle over an area."""
    if is_area(piece):
        return crossing_length(piece.outline, stride.x0, stride.y0, stride.x1, stride.y1) > 0
    return is_solid(piece) and sweeps_outline(stride, radius, piece.outline)


def refuse_leap(mover: Mover, stride: Stride, others: Iterable[Figure]) -> Refusal | None:
    """Why somebody cannot leap over all whom it meets: one of them it does not pass."""
    radius = mover.figure.body.radius
    for other in others:
        if not mover.passes(other) and sweeps_body(stride, radius, other.body):
            return Refusal("overlap", "", f"The {other.name} is in the way.", {"unit": other.id})
    return None
