"""What a seat sees of a printed scenario: what is counted, who is still to come, chits, and what is not printed."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Shape
from gearlock.systems.tactical.scenarios import bridge, chits, convoy, last_stand, printed, ridge, village
from gearlock.systems.tactical.scenarios.arrivals import to_come
from gearlock.systems.tactical.state import SEATS, State
from gearlock.table.measure import INCH

HALF = INCH // 2


@heeds("tactical.4.3.6")
def chits_shown(state: State, seat: str | None) -> tuple[Shape, ...]:
    """The chits, all alike; who knows it is told which is the vehicle."""
    truth, found = chits.known_vehicle(state, seat), []
    for name, (x, y) in chits.chits(state).items():
        words = f"Chit {name.partition(':')[2]}" + (" (the C3 vehicle)" if name == truth else "")
        outline = ((x - HALF, y - HALF), (x + HALF, y - HALF), (x + HALF, y + HALF), (x - HALF, y + HALF))
        found.append(Shape(name, "marker", words, outline))
    return tuple(found)


def scenario_notes(state: State, seat: str | None) -> tuple[str, ...]:
    """How a printed scenario stands."""
    scenario = printed.printed_of(state)
    if scenario is None:
        return ()
    ours = (MAP_IS_OURS,) if state.switch(printed.MAP_DRAWN) else ()
    return (f"{scenario.title}: {scenario.goal}", *_counted(state, seat), *ours)


MAP_IS_OURS = "The map is drawn after the scenario's text, as the printed one is lost."


def _counted(state: State, seat: str | None) -> Iterator[str]:
    late = to_come(state, printed.NORTH)
    if late:
        yield f"Still to come for blue: {', '.join(state.units[name].name for name in late)}"
    if printed.is_played(state, printed.RIDGE):
        yield f"The South alone on the ridge: {state.points.get(ridge.ALONE, 0)} of {ridge.ROUNDS_ALONE} rounds"
    elif printed.is_played(state, printed.BRIDGEHEAD):
        across = (f"{side} {state.points.get(bridge.ACROSS + side, 0)}" for side in SEATS)
        yield f"Rounds with half of the force across, of {bridge.ROUNDS_ACROSS}: {', '.join(across)}"
    elif printed.is_played(state, printed.VILLAGE):
        yield f"Northern Gears lost: {village.gears_lost(state)}; buildings lost: {village.buildings_lost(state)}"
    elif printed.is_played(state, printed.LAST_STAND):
        unit = last_stand.stevens(state)
        yield f"Colonel Stevens: {'not named yet' if unit is None else unit.name}"
    elif printed.is_played(state, printed.CONVOY):
        through, gone = convoy.trucks_through(state), sum(unit.is_lost for unit in convoy.trucks(state))
        yield f"Trucks through: {through}; destroyed: {gone}"
    elif chits.known_vehicle(state, seat):
        yield f"The C3 vehicle: chit {chits.known_vehicle(state, seat).partition(':')[2]}"
