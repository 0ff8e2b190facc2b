"""Printed scenarios laid out for tests: everybody on the table, wherever a test wants them."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.systems.tactical import SYSTEM
from gearlock.systems.tactical.printed_scenarios.the_six import BEGAN, force_of
from gearlock.systems.tactical.state import DESTROYED, FIELDED, SEATS, WAITING, State, Unit
from systems.tactical.tables import mils

ROWS = {"red": 2.0, "blue": 46.0}


def scene(name: str, **options: str) -> State:
    """A scenario in its first round, both sides in two rows at their edges; who is still to come is not there."""
    state = SYSTEM.begin(SYSTEM.prepare(name, 7, {"priorities": "no", **options}))
    for seat in SEATS:
        state.points[BEGAN + seat] = len(force_of(state, seat))
        mine = [unit for unit in state.units.values() if unit.seat == seat and unit.status == WAITING]
        for number, unit in enumerate(mine):
            put(state, unit, 2 + 3.5 * number, ROWS[seat])
    state.round, state.phase, state.turn = 1, "activation", "red"
    return state


def put(state: State, unit: Unit, x: float, y: float) -> Unit:
    """A unit at a place of the table, on top of whatever is there."""
    unit.x, unit.y, unit.status, unit.actions = mils(x), mils(y), FIELDED, unit.card.actions
    unit.z = state.ground.elevation(unit.x, unit.y)
    return unit


def of(state: State, seat: str) -> list[Unit]:
    """The units of a side on the table."""
    return list(state.fielded(seat))


def destroy(units: Iterable[Unit]) -> None:
    """These are gone."""
    for unit in units:
        unit.status = DESTROYED


def judged(state: State) -> tuple[str, int, int] | None:
    """The winner and the points of red and blue, as the battle sees it."""
    found = SYSTEM.outcome(state)
    return None if found is None else (found.winner, found.score["red"], found.score["blue"])
