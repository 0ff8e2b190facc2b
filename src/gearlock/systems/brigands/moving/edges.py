"""2.4 and 2.5: edges. Nobody walks on air: from one roof to the next leads only the way down and up again."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.moving.terrain import SOLID, slope_at, surface_at
from gearlock.systems.brigands.state import State
from gearlock.table.measure import distance, inches_text
from gearlock.table.path import Stride
from gearlock.table.polygon import spans_inside
from gearlock.table.terrain import Ground

if TYPE_CHECKING:
    from gearlock.systems.brigands.moving.passage import Stretch


@rule("brigands.2.3-walker-step", "brigands.3.3")
def step_to(ground: Ground, stretch: Stretch, x: int, y: int) -> tuple[int, int]:
    """The surface a model on this stretch stands on at a point, and the step it is; inclines are no steps."""
    unit, slope = stretch.unit, slope_at(ground, x, y)
    z = max(slope, surface_at(ground, x, y, stretch.origin_z + stretch.step))
    rise = z - unit.z
    return z, min(rise, rise - slope + slope_at(ground, unit.x, unit.y), key=abs)


def is_within_step(stretch: Stretch, step: int) -> bool:
    """Whether it may step down so far, counted over the whole Move."""
    return stretch.unit.z - stretch.origin_z + step >= -stretch.step


@rule("brigands.2.4", "brigands.2.5", "brigands.2.7b")
def refuse_air(state: State, stretch: Stretch) -> Refusal | None:
    """Why the way leads through the air: its middle is off all that carries it for longer than its base is wide.

    So a narrow gap is bridged, and whoever drops comes down beside the edge.
    """
    unit = stretch.unit
    if unit.inside or stretch.inside or stretch.origin_z <= stretch.step:
        return None
    width, air = 2 * unit.line.radius, 0
    for stride in stretch.path.strides:
        for length, carried in _footing(state.ground, stretch, stride):
            air = 0 if carried else air + length
            if air > width:
                message = f"The {unit.name} cannot walk on air: a gap wider than {inches_text(width)} in is in its way."
                if stretch.drop:
                    message = f"The {unit.name} drops beside the edge, at most {inches_text(width)} in from it."
                return Refusal("air", "brigands.2.5" if stretch.drop else "brigands.2.4", message, {"widest": width})
    return None


def _footing(ground: Ground, stretch: Stretch, stride: Stride) -> list[tuple[int, bool]]:
    """A leg in parts that begin and end at edges: how long each is, and whether something carries the model there."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    edges = {0.0, 1.0}
    for piece in ground.pieces_near(x0, y0, x1, y1):
        if piece.kind in SOLID:
            for span in spans_inside(piece.outline, x0, y0, x1, y1, True):
                edges.update(span)
    shares, whole = sorted(edges), distance(x0, y0, x1, y1)
    parts: list[tuple[int, bool]] = []
    for start, end in pairwise(shares):
        middle = (start + end) / 2
        _, step = step_to(ground, stretch, round(x0 + middle * (x1 - x0)), round(y0 + middle * (y1 - y0)))
        parts.append((round((end - start) * whole), is_within_step(stretch, step)))
    return parts
