"""3.2.5: buildings and what is left of them."""

from __future__ import annotations

from gearlock.systems.tactical.state import State
from gearlock.table.terrain import Piece


def is_half_gone(_state: State, _piece: Piece) -> bool:
    """Whether half of a building's points are gone."""
    return False
