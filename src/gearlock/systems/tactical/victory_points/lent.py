"""4.2.2, 4.1.4: with whom a unit began: neither who is called in later nor a traitor belongs to the side it is on."""

from __future__ import annotations

from gearlock.systems.tactical.plots import TURNED
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.systems.tactical.victory_points.events import CALLED_IN


def began_for(state: State, unit: Unit) -> str:
    """The side that a unit was with when the battle began; empty for who was called in later."""
    if state.points.get(CALLED_IN + unit.id):
        return ""
    return opponent(unit.seat) if state.points.get(TURNED + unit.id, 0) % 2 else unit.seat
