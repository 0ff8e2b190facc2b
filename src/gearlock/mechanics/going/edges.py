"""Heights and edges: steps, inclines and drops. Nobody walks on air, and inclines lead down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Mover
from gearlock.mechanics.ground.forms import SOLID, is_building, is_incline, is_solid, reaches_into
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.table.bodies import Body
from gearlock.table.measure import distance, inches_text
from gearlock.table.path import Stride, Walk, sweeps_outline
from gearlock.table.polygon import spans_inside
from gearlock.table.terrain import Ground


class Way(NamedTuple):
    """A path somebody wants to go.

    `origin` is the elevation its steps are counted from, `drop` whether it may end in a fall, `begins` and `ends` are
    the buildings it leads from and into.
    """

    path: Walk
    origin: int
    drop: bool = False
    begins: str = ""
    ends: str = ""


class Passage(NamedTuple):
    """What a way comes to: the elevation at its end, what of that was stepped, and how far somebody falls there."""

    z: int
    stepped: int = 0
    fall: int = 0


def find_footing(ground: Ground, mover: Mover, way: Way) -> Passage | Refusal:
    """The elevation where a way ends. Inclines are free, steps are limited, and below them one drops."""
    figure, path = mover.figure, way.path
    if way.ends:
        return Passage(figure.z if way.begins == way.ends else ground.piece(way.ends).base)
    slope = slope_at(ground, path.x, path.y)
    z = max(slope, surface_at(ground, path.x, path.y, way.origin + mover.step))
    rise = z - figure.z
    step = min(rise, rise - slope + slope_at(ground, figure.x, figure.y), key=abs)
    if figure.z - way.origin + step >= -mover.step:
        return Passage(z, 0 if mover.lift else step)
    if not way.drop:
        return _too_far_down(mover, -rise)
    return refuse_landing(ground, mover, path.x, path.y, z) or Passage(z, 0, -rise - mover.lift)


def _too_far_down(mover: Mover, down: int) -> Refusal:
    message = f"The {mover.figure.name} cannot step down that far: it climbs down or drops."
    return Refusal("step", "", message, {"down": down, "step": mover.step})


def refuse_landing(ground: Ground, mover: Mover, x: int, y: int, z: int) -> Refusal | None:
    """Why somebody cannot drop from its height to a surface: it must come clear of what it drops from."""
    top = mover.figure.body.top
    for piece in solids_under(ground, Body(x, y, z, mover.girth)):
        if piece.top > z and piece.base < top:
            message = f"The {mover.figure.name} must go clear of the {piece.name} to drop."
            return Refusal("edge", "", message, {"piece": piece.id})
    return None


def go_down(ground: Ground, mover: Mover, way: Way, end: Passage) -> Passage | Refusal:
    """Follow a way of which some lies above the ground, part by part from edge to edge, to the end that was found.

    The middle of a figure may be off all that carries it for no longer than its base is wide: so a narrow gap is
    bridged, and whoever drops comes down beside the edge. Where an incline has led it down, what stands there is in its
    way.
    """
    figure = mover.figure
    slope = slope_at(ground, figure.x, figure.y)
    on_foot = way.origin <= mover.step and not slope and _is_flat(ground)
    if way.begins or way.ends or on_foot:
        return end
    z, above, air = figure.z, way.origin - slope + mover.step, 0
    for part in (part for stride in way.path.strides for part in _parts(ground, stride)):
        x, y = (part.x0 + part.x1) // 2, (part.y0 + part.y1) // 2
        there = slope_at(ground, x, y)
        level = max(there, surface_at(ground, x, y, max(way.origin + mover.step, there + above)))
        if level >= z - mover.step or (there != slope and level >= there + above - 2 * mover.step):
            z, slope, air = level, there, 0
            refusal = _refuse_solids(ground, mover, part, z, max(z, there + above))
        else:
            air += distance(part.x0, part.y0, part.x1, part.y1)
            refusal = _refuse_air(mover, way, air)
        if refusal is not None:
            return refusal
    return _dropped(ground, mover, way, end, z) if air else end


@lru_cache(maxsize=64)
def _is_flat(ground: Ground) -> bool:
    """Whether nothing on this ground leads up without a step, or hangs over whoever takes one."""
    return not any(is_incline(piece) or (is_solid(piece) and piece.base) for piece in ground.pieces)


def _parts(ground: Ground, stride: Stride) -> Iterator[Stride]:
    """A stride in parts that begin and end at the edges of what one can stand on."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    edges = {0.0, 1.0}
    for piece in ground.pieces_near(x0, y0, x1, y1):
        if piece.kind in SOLID:
            for span in spans_inside(piece.outline, x0, y0, x1, y1, True):
                edges.update(span)
    places = [(round(x0 + share * (x1 - x0)), round(y0 + share * (y1 - y0))) for share in sorted(edges)]
    return (Stride(*start, *end, distance(*start, *end)) for start, end in pairwise(places))


def _refuse_air(mover: Mover, way: Way, air: int) -> Refusal | None:
    """Why somebody cannot be in the air for so long."""
    name, width = mover.figure.name, 2 * mover.figure.body.radius
    if air <= width:
        return None
    if way.drop:
        message = f"The {name} drops beside the edge, at most {inches_text(width)} in from it."
    else:
        message = f"The {name} cannot walk on air: a gap wider than {inches_text(width)} in is in its way."
    return Refusal("air", "", message, {"widest": width})


def _refuse_solids(ground: Ground, mover: Mover, part: Stride, z: int, limit: int) -> Refusal | None:
    """Why a part of the way is barred at the elevation it lies at."""
    reach, top = mover.girth, z + mover.figure.body.height
    low = min(part.x0, part.x1) - reach, min(part.y0, part.y1) - reach
    for piece in ground.pieces_near(*low, max(part.x0, part.x1) + reach, max(part.y0, part.y1) + reach):
        bars = is_solid(piece) and piece.top > limit and piece.base < top
        if bars and sweeps_outline(part, reach, piece.outline):
            return Refusal("terrain", "", f"The {piece.name} cannot be crossed.", {"piece": piece.id})
    return None


def _dropped(ground: Ground, mover: Mover, way: Way, end: Passage, z: int) -> Passage | Refusal:
    """A way that ends in the air is a fall, and only for whoever wants one."""
    if not way.drop:
        return _too_far_down(mover, z - end.z)
    fallen = end._replace(fall=end.fall or z - end.z - mover.lift)
    return refuse_landing(ground, mover, way.path.x, way.path.y, end.z) or fallen


def refuse_jutting(ground: Ground, mover: Mover, x: int, y: int, z: int) -> Refusal | None:
    """Why somebody who got there cannot stop: half on a solid and half in it is nowhere to be.

    It is on a piece when the middle of its base is; over the edge of that its base may jut.
    """
    end = Body(x, y, z, mover.girth, mover.figure.body.height)
    for piece in solids_under(ground, end):
        if mover.lift and z == piece.top and not piece.footing and piece.contains(x, y):
            return Refusal("top", "", f"There is no room to stand on the {piece.name}.")
        if not reaches_into(piece, end) or (is_building(piece) and mover.enters(piece)):
            continue
        message = f"The {mover.figure.name} stops on the {piece.name} or clear of it, not with part of its base in it."
        return Refusal("edge", "", message, {"piece": piece.id})
    return None
