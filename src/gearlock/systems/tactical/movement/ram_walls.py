"""3.8.1: at skirmish scale a vehicle may drive straight into a building or wall that is closed to it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.parts import part_at
from gearlock.systems.tactical.line_of_sight.measuring import TOUCH
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, WALLS, type_of
from gearlock.systems.tactical.movement.passage import refuse_walls
from gearlock.systems.tactical.movement.structures_entered import is_open
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State, Unit
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_touches
from gearlock.table.measure import advance, bearing, distance, turn_between
from gearlock.table.path import Path, Stride
from gearlock.table.polygon import Outline
from gearlock.table.terrain import Piece


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def closed_pieces(state: State) -> Iterator[Piece]:
    """The buildings and walls that stop vehicles and could be rammed."""
    if state.scale != SKIRMISH_SCALE or not state.switch(STRUCTURES):
        return
    for piece in state.ground.pieces:
        if type_of(piece) in (*BUILT, *WALLS) and piece.top > piece.base and not is_open(state, piece):
            yield piece


def closed_piece(state: State, name: str) -> Piece | None:
    """The building or wall of that id, if it can be rammed."""
    return next((piece for piece in closed_pieces(state) if piece.id == name), None)


def nearest_point(outline: Outline, x: int, y: int) -> tuple[int, int]:
    """The point of an outline that lies nearest."""
    found = [_on_side(outline[at - 1], corner, x, y) for at, corner in enumerate(outline)]
    return min(found, key=lambda point: (point[0] - x) ** 2 + (point[1] - y) ** 2)


def _on_side(a: tuple[int, int], b: tuple[int, int], x: int, y: int) -> tuple[int, int]:
    (ax, ay), (bx, by) = a, b
    square = (bx - ax) ** 2 + (by - ay) ** 2
    along = min(max((x - ax) * (bx - ax) + (y - ay) * (by - ay), 0), square)
    return (ax, ay) if not square else (ax + (bx - ax) * along // square, ay + (by - ay) * along // square)


def way_into_wall(state: State, unit: Unit, piece: Piece) -> Path:
    """The turn towards the nearest point of it, and straight on until the base touches it."""
    x, y = nearest_point(piece.outline, unit.x, unit.y)
    facing = bearing(unit.x, unit.y, x, y)
    low, high = 0, distance(unit.x, unit.y, x, y)
    while low < high:
        middle = (low + high + 1) // 2
        stride = Stride(unit.x, unit.y, *advance(unit.x, unit.y, facing, middle), middle)
        stopped = refuse_walls(state, unit, stride)
        low, high = (low, middle - 1) if isinstance(stopped, Refusal) else (middle, high)
    return ((turn_between(unit.facing, facing), low),)


def touches_wall(unit: Unit, piece: Piece) -> bool:
    """Whether a base is in contact with a building or wall."""
    return footprint_touches(Body(unit.x, unit.y, unit.z, unit.card.radius + TOUCH), piece.outline)


def part_met(unit: Unit, piece: Piece) -> str:
    """The part of it that a unit has run into."""
    return part_at(piece, *nearest_point(piece.outline, unit.x, unit.y))
