"""3.2.5 and 3.8.1: which buildings vehicles go through."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.tactical.damage.structures import is_half_gone
from gearlock.systems.tactical.line_of_sight.terrain import BUILT, ROUGH, WALLS, type_of
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State
from gearlock.table.path import Stride
from gearlock.table.terrain import Piece


@rule("tactical.3.8.1-buildings")
@heeds("tactical.3.2.5-urban", "tactical.3.8.1-walls")
def is_open(state: State, piece: Piece) -> bool:
    """Whether units go through a building or wall: at 50 m an inch it is Urban terrain, else once half is gone."""
    if type_of(piece) in WALLS:
        return is_half_gone(state, piece)
    if not is_building(piece):
        return False
    return state.scale != SKIRMISH_SCALE or is_half_gone(state, piece)


@heeds("tactical.3.8.1-walls")
def is_rubble(state: State, stride: Stride) -> bool:
    """Whether a stride leads onto a wall or off one."""
    ends = (stride.x0, stride.y0), (stride.x1, stride.y1)
    return any(type_of(piece) in WALLS for end in ends for piece in state.ground.pieces_at(*end))


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls")
def type_now(state: State, piece: Piece) -> str:
    """The type of terrain a piece is to who goes there: Rough once half of a building or wall is shot away."""
    kind = type_of(piece)
    if kind in WALLS or (kind in BUILT and state.scale == SKIRMISH_SCALE):
        return ROUGH if is_half_gone(state, piece) else kind
    return kind
