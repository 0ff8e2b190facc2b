"""Paths: legs of a turn on the spot and a straight advance, and what they cost in inches, turns and terrain.

A path is a tuple of legs `(turn, advance)`: tenths of a degree, left positive, then mils, backward negative. Every leg
ends on a whole mil, so the same path leads to the same place on every machine.
"""

from collections.abc import Iterable
from itertools import pairwise

import msgspec

from gearlock.table import polygon
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_overlaps, is_on_table
from gearlock.table.measure import advance, turned
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Ground

Leg = tuple[int, int]
Path = tuple[Leg, ...]


class Stride(msgspec.Struct, frozen=True, gc=False):
    """One straight stretch of a walk, from place to place; `length` is what was ordered, negative when backward."""

    x0: int
    y0: int
    x1: int
    y1: int
    length: int


class Walk(msgspec.Struct, frozen=True, gc=False):
    """A path walked: where it ends and what it took."""

    x: int
    y: int
    facing: int
    strides: tuple[Stride, ...]
    turns: tuple[int, ...]
    forward: int
    backward: int

    @property
    def length(self) -> int:
        """Mils walked in all, forward and backward."""
        return self.forward + self.backward


def walk(x: int, y: int, facing: int, path: Path) -> Walk:
    """Follow a path. A turn of nothing is no turn, an advance of nothing no stride."""
    facing = turned(facing, 0)
    strides: list[Stride] = []
    turns: list[int] = []
    forward = backward = 0
    for turn, length in path:
        if turn:
            turns.append(turn)
            facing = turned(facing, turn)
        if length:
            to_x, to_y = advance(x, y, facing, length)
            strides.append(Stride(x, y, to_x, to_y, length))
            x, y = to_x, to_y
            forward, backward = forward + max(length, 0), backward + max(-length, 0)
    return Walk(x, y, facing, tuple(strides), tuple(turns), forward, backward)


def lengths_inside(strides: Iterable[Stride], ground: Ground) -> dict[str, int]:
    """Mils of a walk's centre line inside each piece it enters, by id."""
    total: dict[str, int] = {}
    for stride in strides:
        for id, length in ground.crossed(stride.x0, stride.y0, stride.x1, stride.y1).items():
            total[id] = total.get(id, 0) + length
    return total


def sweeps_body(stride: Stride, radius: int, body: Body) -> bool:
    """Whether a footprint moved along the stride runs over another's, in plan; brushing past is allowed. Exact."""
    reach = radius + body.radius
    return polygon.compare_to_segment(body.x, body.y, stride.x0, stride.y0, stride.x1, stride.y1, reach) < 0


def sweeps_outline(stride: Stride, radius: int, outline: Outline) -> bool:
    """Whether a footprint moved along the stride enters a polygon, in plan; brushing its side is allowed. Exact."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    if all(polygon.spans_inside(outline, x0, y0, x1, y1, right) for right in (True, False)):
        return True
    if any(footprint_overlaps(Body(x, y, 0, radius), outline) for x, y in ((x0, y0), (x1, y1))):
        return True
    return any(polygon.compare_to_segment(x, y, x0, y0, x1, y1, radius) < 0 for x, y in outline)


def is_walk_on_table(strides: Iterable[Stride], radius: int, width: int, height: int) -> bool:
    """Whether the footprint stays on the table all the way; the edge itself is allowed."""
    ends = [spot for stride in strides for spot in ((stride.x0, stride.y0), (stride.x1, stride.y1))]
    return all(is_on_table(Body(x, y, 0, radius), width, height) for x, y in ends)


class Step(msgspec.Struct, frozen=True, gc=False):
    """A change of elevation under the middle of a model, after so many mils of the stride."""

    after: int
    low: int
    high: int

    @property
    def rise(self) -> int:
        """Mils up, negative down."""
        return self.high - self.low


def steps(stride: Stride, ground: Ground) -> list[Step]:
    """Where the footing under a stride goes up or down, in order."""
    x0, y0, x1, y1 = stride.x0, stride.y0, stride.x1, stride.y1
    spans = [
        (into, out, piece.top)
        for piece in ground.pieces_near(x0, y0, x1, y1)
        if piece.footing
        for into, out in polygon.spans_inside(piece.outline, x0, y0, x1, y1, True)
    ]
    places = sorted({0.0, 1.0, *(place for into, out, _ in spans for place in (into, out))})
    found: list[Step] = []
    level = ground.elevation(x0, y0)
    for start, end in pairwise(places):
        here = max((top for into, out, top in spans if into <= start and end <= out), default=0)
        if here != level:
            found.append(Step(round(start * abs(stride.length)), level, here))
            level = here
    end_level = ground.elevation(x1, y1)  # a border belongs to its piece, so the last mil may still go up
    return found if end_level == level else [*found, Step(abs(stride.length), level, end_level)]
