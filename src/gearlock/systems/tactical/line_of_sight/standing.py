"""2.6.5: which terrain lies at a place, and which one a unit is in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.tactical.line_of_sight.terrain import BRIDGE, CLEAR, ROAD, RUBBLE, SPAN, type_of
from gearlock.systems.tactical.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, footprint_overlaps
from gearlock.table.terrain import Ground, Piece

ACROSS: Final = 21
"""Points along the middle of a base at which its terrain is counted, in a lattice all over it."""


def winning(kinds: list[str]) -> str:
    """Of the types that lie over each other, in the order of the map: a bridge, else a road, else the last one."""
    if BRIDGE in kinds:
        return BRIDGE
    if ROAD in kinds:
        return ROAD
    return kinds[-1] if kinds else CLEAR


@heeds("tactical.3.2.5-roads", "tactical.3.2.5-bridge-collapse")
def still_there(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """What lies at a place without roads that are gone: with the bridge that carried them, or shot to pieces there."""
    lying = tuple(pieces)
    rubble = [piece for piece in lying if RUBBLE in piece.props]
    if not rubble:
        return lying
    lost = {piece.id for piece in lying if type_of(piece) == ROAD and any(_buries(heap, piece) for heap in rubble)}
    return tuple(piece for piece in lying if piece.id not in lost)


def _buries(heap: Piece, road: Piece) -> bool:
    return SPAN in heap.props or heap.id.startswith(f"{road.id}:")


def type_at(ground: Ground, x: int, y: int) -> str:
    """The type of terrain at a point of a ground; a border belongs to the piece."""
    return winning([kind for piece in still_there(ground.pieces_at(x, y)) if (kind := type_of(piece))])


def ground_type(state: State, x: int, y: int) -> str:
    """The type of terrain at a point of the table."""
    return type_at(state.ground, x, y)


@rule("tactical.2.6.5-terrain")
def terrain_under(state: State, unit: Unit) -> str:
    """The terrain a unit is in: that under more than half of its base.

    The table is measured, so there is never a dispute to roll for; where nothing covers more than half, the middle of
    the base decides.
    """
    return _under(state.ground, unit.x, unit.y, unit.card.radius)


@lru_cache(maxsize=1 << 12)
def _under(ground: Ground, x: int, y: int, radius: int) -> str:
    middle = type_at(ground, x, y)
    if not radius or not _is_mixed(ground, x, y, radius):
        return middle
    found: Counter[str] = Counter()
    half = ACROSS // 2
    for column in range(-half, half + 1):
        for row in range(-half, half + 1):
            if column * column + row * row <= half * half:
                found[type_at(ground, x + column * radius // half, y + row * radius // half)] += 1
    kind, count = found.most_common(1)[0]
    return kind if 2 * count > found.total() else middle


def _is_mixed(ground: Ground, x: int, y: int, radius: int) -> bool:
    """Whether the border of any piece runs under a base."""
    near = [piece.outline for piece in ground.pieces_near(x - radius, y - radius, x + radius, y + radius)]
    base = Body(x, y, 0, radius)
    return any(footprint_overlaps(base, one) and not footprint_inside(base, one) for one in near)
