"""4.3: who counts: on the table and working, lost, gone, and where on the map."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.damage.condition import is_immobile
from gearlock.systems.tactical.damage.crew import is_crewless
from gearlock.systems.tactical.missions.things import is_disabled
from gearlock.systems.tactical.state import LEFT, NO_EVASION, NO_GROUP, RESERVE, WAITING, State, Unit
from gearlock.systems.tactical.victory_points.events import CALLED_IN

BEGAN = "began:"
"""Counted in `State.points`: the units a side took the field with, those still to come among them."""


def force_of(state: State, seat: str) -> list[Unit]:
    """All units of a side that fight, lost or not; trucks and what lies behind a chit do not."""
    return [unit for unit in state.units.values() if unit.seat == seat and fights(unit)]


@heeds("tactical.4.3.2", "tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6", "tactical.4.2.2-spending")
def took_the_field(state: State, unit: Unit) -> bool:
    """Whether a unit counts for halves and percentages: who was called in later does not."""
    return not state.points.get(CALLED_IN + unit.id)


@heeds("tactical.4.3.4", "tactical.4.3.5", "tactical.4.3.6")
def lost_of(state: State, seat: str) -> int:
    """How many of those that a side took the field with are destroyed."""
    return lost(unit for unit in force_of(state, seat) if took_the_field(state, unit))


def fights(unit: Unit) -> bool:
    """Whether a unit is one of the force, and neither a truck nor what a chit stood for."""
    return unit.group != NO_GROUP and not unit.token(NO_EVASION)


def working(state: State, seat: str) -> list[Unit]:
    """The units of a side on the table that can still do something."""
    return [unit for unit in state.fielded(seat) if unit.group != NO_GROUP and not is_disabled(unit)]


def lost(units: Iterable[Unit]) -> int:
    """How many are destroyed."""
    return sum(unit.is_lost for unit in units)


def on_piece(state: State, unit: Unit, name: str) -> bool:
    """Whether the middle of a base is on a piece of terrain."""
    return state.ground.piece(name).contains(unit.x, unit.y)


@heeds("tactical.4.3.1", "tactical.4.3.2", "tactical.4.3.4")
def is_driven_off(state: State, seat: str) -> bool:
    """Whether a side has nobody left that works on the table, and nobody still to come."""
    if any(unit.status in (RESERVE, WAITING) and unit.group != NO_GROUP for unit in state.in_play(seat)):
        return False
    return not working(state, seat)


@heeds("tactical.4.3.1")
def is_stopped(unit: Unit) -> bool:
    """Whether a vehicle is destroyed, away, without a crew, or cannot move any more."""
    return unit.is_lost or unit.status == LEFT or is_crewless(unit) or (not unit.is_infantry and is_immobile(unit))
