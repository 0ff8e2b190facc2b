"""Passage: what somebody who goes along a path meets: other figures, solids, areas, heights and the table's edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure, Mover, body_at
from gearlock.mechanics.going.edges import Passage, Way, find_footing, go_down
from gearlock.mechanics.ground.forms import is_area, is_building, is_road, is_solid
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap
from gearlock.table.measure import distance
from gearlock.table.path import Stride, is_walk_on_table, sweeps_body, sweeps_outline
from gearlock.table.polygon import crossing_length, spans_inside
from gearlock.table.terrain import Ground, Piece

Meet = Callable[[Piece, int], Refusal | None]
"""What a book says to so many mils of a path in an area: it counts them, and refuses."""


class Met(NamedTuple):
    """Another figure on the table and the space it takes, worked out once for all ways that are tried."""

    figure: Figure
    body: Body


def met(figures: Iterable[Figure]) -> list[Met]:
    """Figures as whoever goes meets them."""
    return [Met(figure, figure.body) for figure in figures]


def go_along(ground: Ground, mover: Mover, way: Way, others: Sequence[Met], meet: Meet) -> Passage | Refusal:
    """Follow a way with strides to its end, or say why it cannot be gone.

    First the end is judged, then heights and edges, then stride by stride who and what stands there. Whether somebody
    may stop half over an edge is another question: `refuse_jutting`.
    """
    strides, own = way.path.strides, mover.figure.body
    if not is_walk_on_table(strides, own.radius, ground.width, ground.height):
        return Refusal("table", "", f"The {mover.figure.name} would leave the table.")
    end = find_footing(ground, mover, way)
    if isinstance(end, Refusal):
        return end
    refusal = _refuse_end(mover, own, way, end, others)
    if refusal is not None:
        return refusal
    end = go_down(ground, mover, way, end)
    if isinstance(end, Refusal):
        return end
    for stride in strides:
        refusal = _refuse_figures(mover, own, end, others, stride)
        refusal = refusal or _refuse_ground(ground, mover, way, stride, meet)
        if refusal is not None:
            return refusal
    return end


def _refuse_end(mover: Mover, own: Body, way: Way, end: Passage, others: Sequence[Met]) -> Refusal | None:
    """Why nobody can stop where the way ends: somebody is there, or whatever its book has against the place."""
    x, y, radius = way.path.x, way.path.y, own.radius
    body = Body(x, y, end.z, radius, own.height + end.fall)
    for other, there in others:
        reach = radius + there.radius
        if abs(there.x - x) < reach and abs(there.y - y) < reach and bodies_overlap(body, there):
            return Refusal("overlap", "", f"The {mover.figure.name} would end on the {other.name}.")
    return None if mover.stops is None else mover.stops(x, y)


def _refuse_figures(mover: Mover, own: Body, end: Passage, others: Sequence[Met], stride: Stride) -> Refusal | None:
    """Nobody passes through another, but for those its book lets it pass."""
    radius, low, high = own.radius, own.z if end.fall else min(end.z, own.z), max(end.z, own.z) + own.height
    left, right = min(stride.x0, stride.x1) - radius, max(stride.x0, stride.x1) + radius
    near, far = min(stride.y0, stride.y1) - radius, max(stride.y0, stride.y1) + radius
    for other, body in others:
        around = body.radius
        if not (left - around < body.x < right + around and near - around < body.y < far + around):
            continue
        if body.z < high and low < body.top and not mover.passes(other) and sweeps_body(stride, radius, body):
            return Refusal("overlap", "", f"The {other.name} is in the way.", {"unit": other.id})
    return None


def _refuse_ground(ground: Ground, mover: Mover, way: Way, stride: Stride, meet: Meet) -> Refusal | None:
    """What one stride meets on the ground: solids stop it, and the book is told of every area."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    reach, own = mover.girth, mover.figure.body
    near = ground.pieces_near(min(x0, x1) - reach, min(y0, y1) - reach, max(x0, x1) + reach, max(y0, y1) + reach)
    for piece in near:
        if is_building(piece) and mover.enters(piece):
            continue
        if is_solid(piece):
            over_or_under = piece.top <= own.z or piece.base >= own.top
            bars = not over_or_under and piece.top - way.origin > mover.step
            if bars and sweeps_outline(stride, reach, piece.outline):
                return Refusal("terrain", "", f"The {piece.name} cannot be crossed.", {"piece": piece.id})
            continue
        length = crossing_length(piece.outline, x0, y0, x1, y1) if is_area(piece) else 0
        refusal = meet(piece, length) if length else None
        if refusal is not None:
            return refusal
    return None


def keeps_to_roads(ground: Ground, strides: Iterable[Stride]) -> bool:
    """Whether a walk lies on roads from end to end; where two roads cross, the ground they share counts once."""
    return all(_is_on_roads(ground, stride) for stride in strides)


def _is_on_roads(ground: Ground, stride: Stride) -> bool:
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    roads = [piece.outline for piece in ground.pieces_near(x0, y0, x1, y1) if is_road(piece)]
    share = 1.0
    for right in (False, True):
        reached = on_road = 0.0
        for into, out in sorted(span for road in roads for span in spans_inside(road, x0, y0, x1, y1, right)):
            on_road += max(0.0, out - max(into, reached))
            reached = max(reached, out)
        share = min(share, on_road)
    return (1.0 - share) * distance(x0, y0, x1, y1) <= 1.0


def fly_along(ground: Ground, mover: Mover, way: Way, z: int, others: Sequence[Met]) -> Passage | Refusal:
    """Follow a way through the air to an elevation: only the table's edge, and others up there, are met."""
    figure, path = mover.figure, way.path
    radius = figure.body.radius
    if not is_walk_on_table(path.strides, radius, ground.width, ground.height):
        return Refusal("table", "", f"The {figure.name} would leave the table.")
    end = body_at(figure, path.x, path.y, z)
    for other, body in others:
        if bodies_overlap(end, body):
            return Refusal("overlap", "", f"The {figure.name} would end in the {other.name}.")
        if not mover.passes(other) and any(sweeps_body(stride, radius, body) for stride in path.strides):
            return Refusal("overlap", "", f"The {other.name} is in the way.", {"unit": other.id})
    return Passage(z)
