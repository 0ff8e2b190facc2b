"""3.2.5, 3.8.1: damage to man-made structures: what each part can take, and what it has taken."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.damage.built import StructureFell, StructureHurt
from gearlock.systems.tactical.damage.parts import as_fought_over, is_fallen, is_in_squares, part_at, piece_of
from gearlock.systems.tactical.damage.pits import with_pits
from gearlock.systems.tactical.line_of_sight.standing import still_there
from gearlock.systems.tactical.line_of_sight.terrain import (
    BRIDGE,
    DENSE_URBAN,
    DENSE_WALL,
    ROAD,
    URBAN,
    WALL,
    type_of,
)
from gearlock.systems.tactical.state import SKIRMISH_SCALE, TACTICAL_SCALE, State
from gearlock.table.measure import INCH
from gearlock.table.terrain import Ground, Piece

PER_INCH = {ROAD: 100, BRIDGE: 100, WALL: 12, DENSE_WALL: 16}
PER_SQUARE = {TACTICAL_SCALE: {URBAN: 80, DENSE_URBAN: 100}, SKIRMISH_SCALE: {URBAN: 16, DENSE_URBAN: 20}}
RAM_SIZE = {URBAN: 6, DENSE_URBAN: 12, WALL: 4, DENSE_WALL: 10}
"""The Size that a building or wall counts as for who runs into it at skirmish scale."""


@rule("tactical.3.2.5-urban")
@heeds("tactical.3.2.5-roads", "tactical.3.2.5-bridges", "tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def capacity_in(ground: Ground, scale: str, part: str) -> int:
    """The Damage Points a part can take: what the map says, or the usual; a single building by its square inches.

    0 for what is no structure.
    """
    piece = piece_of(ground, part)
    if piece is None:
        return 0
    kind = type_of(piece)
    if "capacity" in piece.props:
        return int(piece.props["capacity"])
    if kind in PER_INCH:
        return PER_INCH[kind]
    points = PER_SQUARE[scale].get(kind, 0)
    return points if is_in_squares(piece) else points * max(1, -(-piece.area // INCH**2))


@lru_cache(maxsize=64)
def structures_on(ground: Ground, scale: str) -> tuple[Piece, ...]:
    """The pieces of a ground that are structures and stand."""
    standing = (piece for piece in ground.pieces if not is_fallen(ground, piece.id))
    return tuple(piece for piece in standing if capacity_in(ground, scale, piece.id))


def capacity_of(state: State, part: str) -> int:
    """The Damage Points a part of a structure can take."""
    return capacity_in(state.ground, state.scale, part)


def gathered(state: State, part: str) -> int:
    """The damage points a part has taken."""
    return state.structures.get(part, 0)


@heeds("tactical.3.2.5-roads", "tactical.3.2.5-bridges")
def structure_at(state: State, x: int, y: int) -> str:
    """The part of a structure at a point, the uppermost; empty if there is none that stands.

    A road on a bridge goes by the points of the bridge.
    """
    found: dict[str, str] = {}
    for piece in still_there(state.ground.pieces_at(x, y)):
        part = part_at(piece, x, y)
        if capacity_of(state, part) and not is_fallen(state.ground, part):
            found[part] = type_of(piece)
    bridges = [part for part, kind in found.items() if kind == BRIDGE]
    return (bridges or [*found] or [""])[-1]


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def is_half_gone(state: State, piece: Piece) -> bool:
    """Whether a building or an inch of wall has lost half of its points or more: then it can be gone through."""
    capacity = capacity_of(state, piece.id)
    return capacity > 0 and 2 * gathered(state, piece.id) >= capacity


@rule("tactical.3.2.5")
def falls_by(capacity: int, total: int) -> bool:
    """A structure is destroyed when it has taken more than its capacity."""
    return total > capacity


@heeds("tactical.3.2.5")
def hurt(ctx: Ctx[State], part: str, amount: int, by: str = "") -> bool:
    """Let a part gather damage points; whether that is more than it can take."""
    capacity, total = capacity_of(ctx.state, part), gathered(ctx.state, part) + amount
    ctx.emit(StructureHurt(part, by, amount, total, capacity))
    return falls_by(capacity, total)


@heeds("tactical.3.2.5")
def bring_down(ctx: Ctx[State], part: str, by: str = "") -> None:
    """A part falls; whatever brought it down, more than it could take counts as done to it."""
    ctx.emit(StructureFell(part, by, max(gathered(ctx.state, part), capacity_of(ctx.state, part) + 1)))


def ground_of(printed: Ground, state: State) -> Ground:
    """The ground of a set-up as this battle has changed it."""
    parts, printed = state.structures, with_pits(printed, state.patches)
    return as_fought_over(printed, parts, {part: capacity_in(printed, state.scale, part) for part in parts})
