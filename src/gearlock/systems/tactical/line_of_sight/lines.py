"""2.6.6 and 3.4.4: what lies on a line of sight: terrain, high ground, smoke."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import hypot, sqrt
from operator import truediv
from typing import Any, Final, NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.line_of_sight.terrain import (
    BUILT,
    OBSCUREMENT,
    RUBBLE,
    WALLS,
    covers_from_to,
    still_there,
    type_of,
    winning,
)
from gearlock.systems.tactical.state import TACTICAL_SCALE, Patch, State
from gearlock.table.measure import INCH
from gearlock.table.polygon import Outline, bounds, rectangle
from gearlock.table.terrain import Ground, Piece

# --- How many whole inches of each type of terrain lie on a line of sight, and what high ground stands in its way
# A line runs from the middle of one unit to that of another, at the height of the ground they stand on. Where a
# length comes near a whole inch it is worked out once more in fractions, so that an inch is never won or lost by a
# rounding. A line along the very side of a piece takes the side of it that hides less.

KEPT: Final = 1 << 15
NEAR: Final = 1e-5
"""Inches from a whole one within which a length is worked out exactly."""
WEIGHTS: Final = OBSCUREMENT[TACTICAL_SCALE]
Divide = Callable[[int, int], Any]


class Line(NamedTuple):
    """From where to where somebody looks."""

    x0: int
    y0: int
    z0: int
    x1: int
    y1: int
    z1: int

    @property
    def square(self) -> int:
        """The square of its length in plan."""
        return (self.x1 - self.x0) ** 2 + (self.y1 - self.y0) ** 2

    def turned(self) -> Line:
        """The same line looked along from its other end."""
        return Line(self.x1, self.y1, self.z1, self.x0, self.y0, self.z0)


Crossed = tuple[tuple[str, int], ...]
"""Each type of terrain on a line that obscures, with its whole inches: 0 where there is less than one."""


class _Layer(NamedTuple):
    """A piece of terrain with a type, made ready."""

    outline: Outline
    box: tuple[int, int, int, int]
    kind: str
    low: int
    high: int
    piece: Piece


class Lay:
    """The obscuring terrain of a ground, made ready for looking across, and the lines found so far."""

    __slots__ = ("_found", "_layers")

    def __init__(self, ground: Ground) -> None:
        self._layers: list[_Layer] = []
        for piece in ground.pieces:
            kind = type_of(piece)
            if kind and kind not in WALLS:
                self._layers.append(_Layer(piece.outline, bounds(piece.outline), kind, *covers_from_to(piece), piece))
        self._found: dict[Line, Crossed] = {}

    def crossed(self, line: Line) -> Crossed:
        """Whole inches of each obscuring type on a line, worked out the first time somebody asks."""
        found = self._found.get(line)
        if found is None:
            if len(self._found) >= KEPT:
                self._found.clear()
            found = self._found[line] = self._cross(line)
        return found

    def _cross(self, line: Line) -> Crossed:
        left, right = min(line.x0, line.x1), max(line.x0, line.x1)
        low, high = min(line.y0, line.y1), max(line.y0, line.y1)
        near = [
            layer
            for layer in self._layers
            if layer.box[0] <= right and left <= layer.box[2] and layer.box[1] <= high and low <= layer.box[3]
        ]
        if not any(layer.kind in WEIGHTS for layer in near) or not line.square:
            return ()
        if not any(_grazes(layer.outline, line) for layer in near):
            return _whole(near, line, True)
        return min((_whole(near, line, side) for side in (True, False)), key=_weight)


@lru_cache(maxsize=64)
def lay_of(ground: Ground) -> Lay:
    """A ground to look across, kept for the grounds in use."""
    return Lay(ground)


def _weight(crossed: Crossed) -> tuple[int, int]:
    return sum([WEIGHTS[kind] * inches for kind, inches in crossed]), len(crossed)


def _whole(layers: list[_Layer], line: Line, right: bool) -> Crossed:
    """Whole inches of each type: by the quick way, and exactly where that comes near a whole inch."""
    length = hypot(line.x1 - line.x0, line.y1 - line.y0) / INCH
    shares = shares_of(layers, line, right, truediv)
    exact: dict[str, Any] = {}
    found: list[tuple[str, int]] = []
    for kind, share in shares.items():
        inches = share * length
        whole = int(inches + NEAR)
        if abs(inches - round(inches)) < NEAR:
            exact = exact or shares_of(layers, line, right, Fraction)
            whole = round(inches)
            part = exact.get(kind, Fraction(0))
            if not part:
                continue
            if whole and not is_as_long(part, line.square, whole * INCH):
                whole -= 1
        found.append((kind, whole))
    return tuple(found)


def is_as_long(share: Fraction, square: int, mils: int) -> bool:
    """Whether a share of a length, given by its square, is at least so many mils; exact."""
    return share.numerator**2 * square >= (mils * share.denominator) ** 2


def shares_of(layers: list[_Layer], line: Line, right: bool, divide: Divide) -> dict[str, Any]:
    """The share of a line in each obscuring type; of pieces over each other the one that lies on top counts."""
    spans = [(into, out, layer) for layer in layers for into, out in spans_inside(layer.outline, line, right, divide)]
    cuts = sorted({place for into, out, _ in spans for place in (into, out)})
    shares: dict[str, Any] = {}
    for start, end in pairwise(cuts):
        over = [layer for into, out, layer in spans if into <= start and end <= out]
        kind = winning(_kinds(over))
        if kind not in WEIGHTS:
            continue
        top = next(layer for layer in reversed(over) if layer.kind == kind)
        window = height_window(line, top.low, top.high, divide)
        share = min(end, window[1]) - max(start, window[0])
        if share > 0:
            shares[kind] = shares.get(kind, 0) + share
    return shares


def _kinds(over: list[_Layer]) -> list[str]:
    """The types of what lies over each other, but for roads that are gone there."""
    if any(RUBBLE in layer.piece.props for layer in over):
        return [type_of(piece) for piece in still_there(layer.piece for layer in over)]
    return [layer.kind for layer in over]


def height_window(line: Line, low: int, high: int, divide: Divide) -> tuple[Any, Any]:
    """Between which shares of its length a line runs at these heights; its top belongs to nothing."""
    rise = line.z1 - line.z0
    if not rise:
        return (0, 1) if low <= line.z0 < high else (0, 0)
    ends = sorted((divide(low - line.z0, rise), divide(high - line.z0, rise)))
    return ends[0], ends[1]


def spans_inside(outline: Outline, line: Line, right: bool, divide: Divide) -> list[tuple[Any, Any]]:
    """The stretches of a line in a polygon, as shares of its length. A corner on it lies a little to its side."""
    x0, y0 = line.x0, line.y0
    dx, dy = line.x1 - x0, line.y1 - y0
    places: list[Any] = []
    ax, ay = outline[-1]
    before = dx * (ay - y0) - dy * (ax - x0)
    for bx, by in outline:
        after = dx * (by - y0) - dy * (bx - x0)
        if (before > 0 or (before == 0 and not right)) != (after > 0 or (after == 0 and not right)):
            place = divide((ax - x0) * (by - ay) - (ay - y0) * (bx - ax), after - before)
            places.append(min(max(place, 0), 1))
        ax, ay, before = bx, by, after
    places.sort()
    return [(places[i], places[i + 1]) for i in range(0, len(places), 2) if places[i] < places[i + 1]]


def _grazes(outline: Outline, line: Line) -> bool:
    """Whether a corner lies exactly on the line."""
    x0, y0 = line.x0, line.y0
    dx, dy = line.x1 - x0, line.y1 - y0
    return any(dx * (y - y0) == dy * (x - x0) for x, y in outline)


def typed_pieces(ground: Ground, kinds: tuple[str, ...]) -> list[Piece]:
    """The pieces of some types."""
    return [piece for piece in ground.pieces if type_of(piece) in kinds]


# --- Smoke on the table: clouds of launchers, and what rises from fires

SMOKE, FIRE = "smoke", "fire"
"""Kinds of patches: smoke has its Obscurement as its number, a fire its Intensity."""
FROM_FIRE: Final = "fire"
"""The word of smoke that rises from a burning zone: a square, and in the two levels above it as well."""
HAIR: Final = 1e-6
Span = tuple[float, float]


def smokes(state: State) -> list[Patch]:
    """All smoke on the table."""
    return [patch for patch in state.patches if patch.kind == SMOKE and patch.number > 0]


@heeds("tactical.3.4.4-smoke", "tactical.7.2-smoke")
def smoke_inches(state: State, line: Line) -> dict[int, int]:
    """Whole inches of smoke on a line by its Obscurement; where clouds overlap, the thickest counts."""
    clouds = smokes(state)
    if not clouds:
        return {}
    length = hypot(line.x1 - line.x0, line.y1 - line.y0)
    found: dict[int, list[Span]] = {}
    for cloud in clouds:
        found.setdefault(cloud.number, []).extend(_span(state, cloud, line, length))
    inches: dict[int, int] = {}
    thicker: list[Span] = []
    for number in sorted(found, reverse=True):
        before = _total(thicker)
        thicker += found[number]
        inches[number] = int((_total(thicker) - before) * length / INCH + HAIR)
    return {number: count for number, count in inches.items() if count}


def _span(state: State, cloud: Patch, line: Line, length: float) -> list[Span]:
    """The part of a line in a cloud, as shares of its length."""
    if not length:
        return []
    foot = state.ground.elevation(cloud.x, cloud.y)
    levels = 3 if cloud.word == FROM_FIRE else 1
    low, high = height_window(line, foot, foot + levels * INCH, truediv)
    if cloud.word == FROM_FIRE:
        side = cloud.radius
        outline = rectangle(cloud.x - side, cloud.y - side, cloud.x + side, cloud.y + side)
        flat = spans_inside(outline, line, True, truediv)
    else:
        flat = _chord(cloud, line, length)
    return [(max(into, low), min(out, high)) for into, out in flat if max(into, low) < min(out, high)]


def _chord(cloud: Patch, line: Line, length: float) -> list[Span]:
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    px, py = cloud.x - line.x0, cloud.y - line.y0
    aside = (px * dy - py * dx) / length
    if abs(aside) >= cloud.radius:
        return []
    half, ahead = sqrt(cloud.radius**2 - aside * aside) / length, (px * dx + py * dy) / (length * length)
    into, out = max(0.0, ahead - half), min(1.0, ahead + half)
    return [(into, out)] if into < out else []


def _total(spans: list[Span]) -> float:
    """How much of a line lies in any of these stretches."""
    total = reached = 0.0
    for into, out in sorted(spans):
        total += max(0.0, out - max(into, reached))
        reached = max(reached, out)
    return total


# --- 2.6.6: high ground between two units, and the dead zones at its foot. Everything here is exact

DEAD_ZONE: Final = INCH
"""How near to the foot of a rise a unit is in its dead zone, and how near to its edge another looks down into it."""
HIGHER, DEAD = "higher", "dead zone"
Rise = tuple[Outline, tuple[int, int, int, int], int, str]
"""High ground: its outline, the box around it, how high it is, and its id."""
SpanHighGround = tuple[Fraction, Fraction]


def is_rise(piece: Piece) -> bool:
    """Whether it lifts the ground: a hill, of any type of terrain."""
    return piece.kind == "hill" and piece.top > 0


def is_rock(piece: Piece) -> bool:
    """Whether it is a single thing that stands in the way, and no terrain that is looked through."""
    kind = type_of(piece)
    return piece.kind == "instance" and piece.top > piece.base and kind not in WEIGHTS and kind not in (*WALLS, *BUILT)


class Relief:
    """What rises on a ground, made ready for looking across, and the lines found so far."""

    __slots__ = ("_found", "_rises", "_rocks")

    def __init__(self, ground: Ground) -> None:
        self._rises = [_ready(piece) for piece in ground.pieces if is_rise(piece)]
        self._rocks = [_ready(piece) for piece in ground.pieces if is_rock(piece)]
        self._found: dict[tuple[Line, int], tuple[str, str]] = {}

    def stops(self, line: Line, tallest: int) -> tuple[str, str]:
        """What stops a line: ground higher than both, or a dead zone, and the piece; two empty words if nothing does.

        `tallest` is the top of the taller of the two units: single rocks stop a line only if they are taller than that.
        """
        if not self._rises and not self._rocks:
            return "", ""
        key = (line, tallest)
        found = self._found.get(key)
        if found is None:
            if len(self._found) >= KEPT:
                self._found.clear()
            found = self._found[key] = self._judge(line, tallest)
        return found

    def _judge(self, line: Line, tallest: int) -> tuple[str, str]:
        rises = _near(self._rises, line)
        rocks = [rock for rock in _near(self._rocks, line) if rock[2] > tallest]
        if not (rises or rocks) or not line.square:
            return "", ""
        left, right = (_stop(rises, rocks, line, side) for side in (False, True))
        return right if left[0] and right[0] else ("", "")


@lru_cache(maxsize=64)
def relief_of(ground: Ground) -> Relief:
    """The heights of a ground, kept for the grounds in use."""
    return Relief(ground)


def _ready(piece: Piece) -> Rise:
    return piece.outline, bounds(piece.outline), piece.top, piece.id


def _near(rises: list[Rise], line: Line) -> list[Rise]:
    left, right = min(line.x0, line.x1), max(line.x0, line.x1)
    low, high = min(line.y0, line.y1), max(line.y0, line.y1)
    return [one for one in rises if one[1][0] <= right and left <= one[1][2] and one[1][1] <= high and low <= one[1][3]]


@heeds("tactical.2.6.6")
def _stop(rises: list[Rise], rocks: list[Rise], line: Line, right: bool) -> tuple[str, str]:
    """What stops a line, if sides that lie exactly on it are taken as a little beside it."""
    spans = [(spans_inside(outline, line, right, Fraction), top, name) for outline, _, top, name in rises]
    higher = [name for found, top, name in spans if found and top > max(line.z0, line.z1)]
    higher += [name for outline, _, _, name in rocks if spans_inside(outline, line, right, Fraction)]
    if higher:
        return HIGHER, higher[0]
    for end, level in ((0, line.z0), (1, line.z1)):
        ways = [(*_from(end, span), name) for found, top, name in spans if top > level for span in found]
        if ways and is_in_dead_zone([(into, out) for into, out, _ in sorted(ways)], line.square):
            return DEAD, min(ways)[2]
    return "", ""


def _from(end: int, span: SpanHighGround) -> SpanHighGround:
    """A stretch as it is met from one end of the line."""
    return (1 - span[1], 1 - span[0]) if end else span


@heeds("tactical.2.6.6")
def is_in_dead_zone(rises: list[SpanHighGround], square: int) -> bool:
    """Whether whoever stands at the beginning of a line is too near to the foot of the first rise on it.

    That is within 1 in of it, unless the other one stands on that same rise, no more than 1 in from its edge.
    """
    foot, reached = rises[0]
    if foot and is_as_long(foot, square, DEAD_ZONE) and not _is_exactly(foot, square, DEAD_ZONE):
        return False
    for into, out in rises[1:]:
        if into <= reached:
            reached = max(reached, out)
    if reached < 1:
        return True
    back = 1 - foot
    return is_as_long(back, square, DEAD_ZONE) and not _is_exactly(back, square, DEAD_ZONE)


def _is_exactly(share: Fraction, square: int, mils: int) -> bool:
    return share.numerator**2 * square == (mils * share.denominator) ** 2
