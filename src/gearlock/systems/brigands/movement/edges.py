"""2.4, 2.5 and 3.3: the way of a model that is lifted from the ground. Nobody walks on air, and inclines lead down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import SOLID, is_incline, is_solid
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, surface_at
from gearlock.systems.brigands.state import State
from gearlock.table.bodies import Body
from gearlock.table.measure import distance, inches_text
from gearlock.table.path import Stride, sweeps_outline
from gearlock.table.polygon import spans_inside
from gearlock.table.terrain import Ground

if TYPE_CHECKING:
    from gearlock.systems.brigands.movement.passage import Stretch


@heeds("brigands.2.3-walker-step", "brigands.3.3")
def step_to(ground: Ground, stretch: Stretch, x: int, y: int) -> tuple[int, int]:
    """The surface a model on this stretch stands on at a point, and the step it is; inclines are no steps."""
    unit, slope = stretch.unit, slope_at(ground, x, y)
    z = max(slope, surface_at(ground, x, y, stretch.origin_z + stretch.step))
    rise = z - unit.z
    return z, min(rise, rise - slope + slope_at(ground, unit.x, unit.y), key=abs)


def is_within_step(stretch: Stretch, step: int) -> bool:
    """Whether it may step down so far, counted over the whole Move."""
    return stretch.unit.z - stretch.origin_z + step >= -stretch.step


@heeds("brigands.2.5")
def refuse_landing(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model cannot drop there: it must come clear of what it drops from."""
    landing = Body(stretch.path.x, stretch.path.y, stretch.z, stretch.girth, stretch.unit.height)
    for piece in solids_under(state.ground, landing):
        if piece.top > stretch.z and piece.base < stretch.unit.z + stretch.unit.height:
            message = f"The {stretch.unit.name} must go clear of the {piece.name} to drop."
            return Refusal("edge", "brigands.2.5", message, {"piece": piece.id})
    return None


@heeds("brigands.2.4", "brigands.2.5", "brigands.2.7b", "brigands.3.3")
def refuse_descent(state: State, stretch: Stretch) -> Refusal | None:
    """Why a model that is lifted from the ground on its way cannot go it, part by part from edge to edge.

    Its middle may be off all that carries it for no longer than its base is wide: so a narrow gap is bridged, and
    whoever drops comes down beside the edge. Where an incline has led it down, what stands there is in its way.
    """
    unit, ground = stretch.unit, state.ground
    slope = slope_at(ground, unit.x, unit.y)
    on_foot = stretch.origin_z <= stretch.step and not slope and _is_flat(ground)
    if unit.inside or stretch.inside or on_foot:
        return None
    z, above, air = unit.z, stretch.origin_z - slope + stretch.step, 0
    for part in (part for stride in stretch.path.strides for part in _parts(ground, stride)):
        x, y = (part.x0 + part.x1) // 2, (part.y0 + part.y1) // 2
        there = slope_at(ground, x, y)
        level = max(there, surface_at(ground, x, y, max(stretch.origin_z + stretch.step, there + above)))
        if level >= z - stretch.step or (there != slope and level >= there + above - 2 * stretch.step):
            z, slope, air = level, there, 0
            refusal = _refuse_walls(state, stretch, part, z, max(z, there + above))
        else:
            air += distance(part.x0, part.y0, part.x1, part.y1)
            refusal = _refuse_air(stretch, air)
        if refusal is not None:
            return refusal
    return _refuse_drop(state, stretch, z) if air else None


@lru_cache(maxsize=64)
def _is_flat(ground: Ground) -> bool:
    """Whether nothing on this ground leads up without a step, or hangs over whoever takes one."""
    return not any(is_incline(piece) or (is_solid(piece) and piece.base) for piece in ground.pieces)


def _parts(ground: Ground, stride: Stride) -> Iterator[Stride]:
    """A leg in parts that begin and end at the edges of what one can stand on."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    edges = {0.0, 1.0}
    for piece in ground.pieces_near(x0, y0, x1, y1):
        if piece.kind in SOLID:
            for span in spans_inside(piece.outline, x0, y0, x1, y1, True):
                edges.update(span)
    places = [(round(x0 + share * (x1 - x0)), round(y0 + share * (y1 - y0))) for share in sorted(edges)]
    return (Stride(*start, *end, distance(*start, *end)) for start, end in pairwise(places))


def _refuse_air(stretch: Stretch, air: int) -> Refusal | None:
    name, width = stretch.unit.name, 2 * stretch.unit.line.radius
    if air <= width:
        return None
    if stretch.drop:
        message = f"The {name} drops beside the edge, at most {inches_text(width)} in from it."
        return Refusal("air", "brigands.2.5", message, {"widest": width})
    message = f"The {name} cannot walk on air: a gap wider than {inches_text(width)} in is in its way."
    return Refusal("air", "brigands.2.4", message, {"widest": width})


def _refuse_walls(state: State, stretch: Stretch, part: Stride, z: int, limit: int) -> Refusal | None:
    """Why a part of the way is barred at the elevation it lies at."""
    reach, top = stretch.girth, z + stretch.unit.height
    low = min(part.x0, part.x1) - reach, min(part.y0, part.y1) - reach
    for piece in state.ground.pieces_near(*low, max(part.x0, part.x1) + reach, max(part.y0, part.y1) + reach):
        bars = is_solid(piece) and piece.top > limit and piece.base < top
        if bars and sweeps_outline(part, reach, piece.outline):
            return Refusal("terrain", "brigands.3.1", f"The {piece.name} cannot be crossed.", {"piece": piece.id})
    return None


def _refuse_drop(state: State, stretch: Stretch, z: int) -> Refusal | None:
    """A way that ends in the air is a fall, and only for whoever wants one."""
    if stretch.drop:
        stretch.fall = stretch.fall or z - stretch.z - stretch.lift
        return refuse_landing(state, stretch)
    message = f"The {stretch.unit.name} cannot step down that far: it climbs down or drops."
    facts: dict[str, str | int | float] = {"down": z - stretch.z, "step": stretch.step}
    return Refusal("step", "brigands.2.3-walker-step", message, facts)
