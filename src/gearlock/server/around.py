"""A way around what stands in the way, for somebody who points behind it. The rules judge every try."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from gearlock.kernel.asks import Path
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Aim
from gearlock.kernel.view import Piece, Point, View
from gearlock.table.measure import INCH, distance

TRIES = 60
"""Ways that are tried before somebody is told that there is none."""
SPARE = 60
"""Mils between a base and what it goes around."""
NEAR = INCH // 20
"""So near to where one pointed counts as there."""
DETOUR = 3
"""Ways of so many times the straight length are not thought of."""
MOST_BODIES = 12


def way_around(seat: Seat, option: Path, aim: Aim) -> Order | None:
    """The order for the shortest way by one or two corners that leads to the spot; None where none is found."""
    view = seat.view()
    mover = next((piece for piece in view.pieces if piece.id == option.unit), None)
    if mover is None or view.table.kind != "inches":
        return None
    start, end = (mover.x, mover.y), (aim.x, aim.y)
    for via in islice(_vias(start, end, _corners(view, mover, end)), TRIES):
        order = seat.aim(option, Aim(aim.x, aim.y, aim.facing, (*aim.via, *via)))
        if isinstance(order, Refusal):
            continue
        ends = seat.preview(order).ends
        if ends is not None and distance(ends[0], ends[1], aim.x, aim.y) <= NEAR:
            return order
    return None


def _vias(start: Point, end: Point, corners: list[Point]) -> Iterator[tuple[Point, ...]]:
    """Ways by one corner, then by two, the shorter first."""
    straight = distance(*start, *end)
    ones = [((corner,), _length(start, (corner,), end)) for corner in corners]
    nearest = sorted(corners, key=lambda corner: _length(start, (corner,), end))[:MOST_BODIES]
    twos = [((a, b), _length(start, (a, b), end)) for a in nearest for b in nearest if a != b]
    for found in (ones, twos):
        worth_it = [each for each in found if each[1] <= straight * DETOUR + INCH]
        yield from (via for via, _ in sorted(worth_it, key=lambda each: each[1]))


def _length(start: Point, via: tuple[Point, ...], end: Point) -> int:
    stops = (start, *via, end)
    return sum(distance(*a, *b) for a, b in pairwise(stops))


def _corners(view: View, mover: Piece, end: Point) -> list[Point]:
    """Places just clear of the corners of what lies between somebody and a spot: ground, and other pieces."""
    clear = mover.radius + SPARE
    reach = distance(mover.x, mover.y, *end) + 2 * INCH
    found: list[Point] = []
    for shape in view.table.shapes:
        if shape.outline and shape.kind not in ("open", "road"):
            found += _pushed_out(shape.outline, clear)
    for piece in view.pieces:
        if piece.id != mover.id:
            found += _around(piece, clear)
    middle = ((mover.x + end[0]) // 2, (mover.y + end[1]) // 2)
    inside = ((x, y) for x, y in found if 0 <= x <= view.table.width and 0 <= y <= view.table.height)
    return [place for place in inside if distance(*place, *middle) <= reach]


def _pushed_out(outline: tuple[Point, ...], clear: int) -> list[Point]:
    """The corners of an outline, moved away from its middle so far that a base passes them."""
    x = sum(corner[0] for corner in outline) // len(outline)
    y = sum(corner[1] for corner in outline) // len(outline)
    return [_beyond((x, y), corner, clear * 3 // 2) for corner in outline]


def _around(piece: Piece, clear: int) -> list[Point]:
    """Eight places around another piece."""
    side = piece.radius + clear
    slant = side * 71 // 100
    steps = ((side, 0), (slant, slant), (0, side), (-slant, slant), (-side, 0), (-slant, -slant), (0, -side))
    return [(piece.x + dx, piece.y + dy) for dx, dy in (*steps, (slant, -slant))]


def _beyond(middle: Point, corner: Point, more: int) -> Point:
    """The place so many mils farther from a middle than a corner is."""
    away = max(1, distance(*middle, *corner))
    dx, dy = corner[0] - middle[0], corner[1] - middle[1]
    return corner[0] + dx * more // away, corner[1] + dy * more // away
