"""3.2.5 and 3.8.1: which buildings vehicles go through."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import is_building
from gearlock.systems.tactical.damage.structures import is_half_gone
from gearlock.systems.tactical.state import SKIRMISH_SCALE, State
from gearlock.table.terrain import Piece


@heeds("tactical.3.2.5-urban", "tactical.3.8.1-buildings")
def is_open(state: State, piece: Piece) -> bool:
    """Whether units go through a building: at 50 m an inch it is Urban terrain, else once half of it is gone."""
    if not is_building(piece):
        return False
    return state.scale != SKIRMISH_SCALE or is_half_gone(state, piece)
