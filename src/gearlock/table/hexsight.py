"""What lies on the straight line between two hexes: the one sight function of hex games.

A blocking hex strictly between the ends blocks; the hexes of looker and target never do. A tie blocks only when both of
its hexes block. A line along the edge of the map has half of its ties beyond it: the half on the map decides. A line
that begins or ends beyond the edge is blocked by the first step that lies wholly beyond it.
"""

from functools import lru_cache
from typing import NamedTuple

from gearlock.table.hexes import Hex
from gearlock.table.hexlines import Step, line, steps_by_offset
from gearlock.table.hexmaps import OFF_MAP, HexGround


class Crossing(NamedTuple):
    """A hex that a line passes through, with its terrain."""

    hex: Hex
    terrain: str


class HexSight(NamedTuple):
    """What a straight look from hex to hex meets strictly between them, whether or not it gets through."""

    clear: bool
    blocked_by: Step | None
    """The first step that blocks: one hex, or both hexes of a tie."""
    crossed: tuple[Crossing, ...]
    """The hexes passed through, in order from the looker; ties are not among them."""
    ties: tuple[tuple[Crossing, ...], ...]
    """The pairs touched along a hexside, in order; at the edge of the map only the half that is on it."""


def sight(ground: HexGround, a: Hex, b: Hex, blocking: bytes) -> HexSight:
    """Look from a to b over a ground; `blocking` is a mask of it (`ground.mask`), smoke and the like included."""
    if a not in ground or b not in ground:
        return _sight_past_the_edge(ground, a, b, blocking)
    blocked_by: Step | None = None
    crossed: list[Crossing] = []
    ties: list[tuple[Crossing, ...]] = []
    q, r = a
    at, cells, names = ground.cell(a), ground.cells, ground.names
    for one, cell, tie in _between(ground.stride, b[0] - q, b[1] - r):
        if tie is None:
            hex_ = (q + one[0], r + one[1])
            crossed.append(Crossing(hex_, names[cells[at + cell]]))
            if blocked_by is None and blocking[at + cell]:
                blocked_by = (hex_,)
        else:
            halves = [(hex_, at + each) for hex_, each in ((one, cell), tie) if cells[at + each] != OFF_MAP]
            met = tuple(Crossing((q + dq, r + dr), names[cells[each]]) for (dq, dr), each in halves)
            ties.append(met)
            if blocked_by is None and all(blocking[each] for _, each in halves):
                blocked_by = tuple(crossing.hex for crossing in met)
    return HexSight(blocked_by is None, blocked_by, tuple(crossed), tuple(ties))


def _sight_past_the_edge(ground: HexGround, a: Hex, b: Hex, blocking: bytes) -> HexSight:
    """Hex by hex, because beyond the edge a cell so many bytes away would be one of another row."""
    blocked_by: Step | None = None
    crossed: list[Crossing] = []
    ties: list[tuple[Crossing, ...]] = []
    for step in line(a, b)[1:-1]:
        met = tuple(Crossing(hex_, ground.terrain_at(hex_)) for hex_ in step if hex_ in ground)
        if blocked_by is None and all(blocking[ground.cell(crossing.hex)] for crossing in met):
            blocked_by = tuple(crossing.hex for crossing in met) or step
        if len(step) == 1:
            crossed += met
        elif met:
            ties.append(met)
    return HexSight(blocked_by is None, blocked_by, tuple(crossed), tuple(ties))


def can_see(ground: HexGround, a: Hex, b: Hex, blocking: bytes) -> bool:
    """The bare answer of `sight`, quick enough to ask for every pair of units after every step."""
    if a not in ground or b not in ground:
        return _sight_past_the_edge(ground, a, b, blocking).clear
    singles, pairs = _cells_between(ground.stride, b[0] - a[0], b[1] - a[1])
    at = ground.cell(a)
    for cell in singles:
        if blocking[at + cell]:
            return False
    return not pairs or not any(blocking[at + left] and blocking[at + right] for left, right in pairs)


Place = tuple[Hex, int]
"""A hex relative to the looker's, and how far away a mask keeps it."""


@lru_cache(maxsize=1 << 16)
def _between(stride: int, dq: int, dr: int) -> tuple[tuple[Hex, int, Place | None], ...]:
    """The steps strictly between, each a place and, for a tie, the other place of the pair."""
    places = [[(hex_, hex_[1] * stride + hex_[0]) for hex_ in at] for at in steps_by_offset(dq, dr)[1:-1]]
    return tuple((*at[0], at[1] if len(at) == 2 else None) for at in places)


@lru_cache(maxsize=1 << 16)
def _cells_between(stride: int, dq: int, dr: int) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
    """The steps strictly between as cells alone: the single hexes, then the ties."""
    between = _between(stride, dq, dr)
    singles = tuple(cell for _, cell, tie in between if tie is None)
    return singles, tuple((cell, tie[1]) for _, cell, tie in between if tie is not None)
