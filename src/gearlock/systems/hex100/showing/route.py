"""The way a move goes: from hex to hex, and what it takes of the movement points of its action."""

from __future__ import annotations

from gearlock.kernel.view import Leg, Route
from gearlock.systems.hex100.moving.ways import stride
from gearlock.systems.hex100.state import State, Unit
from gearlock.table.hexes import Hex


def route_of(state: State, unit: Unit, path: tuple[Hex, ...], way: str = "") -> Route:
    """Each hex with the movement points spent so far; what a hex costs is known to all."""
    points, kind = stride(state, unit, way)
    legs, spent = [], 0
    for hex_ in path:
        spent += state.land.cost(hex_, kind)
        legs.append(Leg(*hex_, f"{spent} MP"))
    return Route(unit.hex, tuple(legs), f"{spent} of {points} movement points", len(path))
