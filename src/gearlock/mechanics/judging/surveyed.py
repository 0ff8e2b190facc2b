"""A figure put where it might go, to be surveyed from there; and another that it looks at."""

from __future__ import annotations

from typing import Any

from gearlock.kernel.orders import Refusal
from gearlock.kernel.survey import no_such_piece
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.table.measure import FULL_TURN


def put_at(state: Any, seat: str, piece: str, spot: Any | None) -> tuple[Any, Any] | Refusal:
    """A figure of the seat's own, put where it might go, and the state with it there; refused off the table."""
    unit = state.units.get(piece)
    if unit is None or unit.seat != seat or not unit.is_fielded:
        return no_such_piece(piece)
    if spot is None:
        return state, unit
    ground = state.ground
    if not (0 <= spot.x <= ground.width and 0 <= spot.y <= ground.height):
        return Refusal("table", "", "That spot is off the table.")
    there = unit.clone()
    level = max(slope_at(ground, spot.x, spot.y), surface_at(ground, spot.x, spot.y, ground.height))
    there.x, there.y, there.z = spot.x, spot.y, level
    there.facing = unit.facing if spot.facing is None else spot.facing % FULL_TURN
    return state.with_unit(there), there


def pair_at(state: Any, seat: str, piece: str, spot: Any | None, target: str) -> tuple[Any, Any, Any] | Refusal:
    """The same, and another figure on the table that it looks at."""
    found = put_at(state, seat, piece, spot)
    if isinstance(found, Refusal):
        return found
    after, unit = found
    other = after.units.get(target)
    if other is None or not other.is_fielded or other.id == unit.id:
        return no_such_piece(target)
    return after, unit, other
