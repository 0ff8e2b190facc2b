"""Objectives on the table: the score, the markers, the zone to be broken into, and a note on each Objective."""

from __future__ import annotations

from gearlock.kernel.view import Goal, Shape
from gearlock.systems.brigands.objectives.casualties import worth_left
from gearlock.systems.brigands.objectives.progress import standing_of, won_by
from gearlock.systems.brigands.pursuit import BREAK_THE_LINE, DEMOLITIONS, Pursuit, objectives
from gearlock.systems.brigands.state import State, opponent
from gearlock.systems.brigands.zones import zone_of
from gearlock.table.measure import FULL_TURN, INCH, advance, inches

CORNERS = 12


def objective_score(state: State) -> dict[str, int]:
    """How many Objectives each seat would win if the battle ended now."""
    return {seat: len(won_by(state, seat)) for seat in ("red", "blue")}


def objective_markers(state: State) -> tuple[Shape, ...]:
    """The markers that lie on the table; the label says how far around one counts."""
    return tuple(
        Shape(
            marker_id(pursuit, x, y),
            "marker",
            f"{pursuit.seat} {pursuit.name}, {objectives()[pursuit.name].reach} in around it",
            _disc(x, y),
        )
        for pursuit in state.pursuits
        if pursuit.name != DEMOLITIONS
        for x, y in pursuit.markers
    )


def _disc(x: int, y: int) -> tuple[tuple[int, int], ...]:
    """A point as one can see it: an inch around."""
    return tuple(advance(x, y, corner * FULL_TURN // CORNERS, INCH) for corner in range(CORNERS))


def objective_zones(state: State) -> tuple[Shape, ...]:
    """The enemy deployment zone of every seat that wants to break the line."""
    return tuple(
        Shape(f"{pursuit.seat}-line", "zone", f"{pursuit.seat} breaks the line here", zone_of(state, enemy))
        for pursuit in state.pursuits
        if pursuit.name == BREAK_THE_LINE
        for enemy in (opponent(pursuit.seat),)
    )


def objective_notes(state: State) -> tuple[str, ...]:
    """How each Objective stands now, Casualties the last."""
    if not state.full or not state.pursuits:
        return ()
    goals = (goal.line for goal in objective_goals(state))
    return (*goals, f"Casualties: red has {worth_left(state, 'red')} TV left, blue {worth_left(state, 'blue')}")


def objective_goals(state: State) -> tuple[Goal, ...]:
    """Every chosen Objective as the table lies; Casualties is a matter of what both have left."""
    return tuple(_goal(state, pursuit) for pursuit in state.pursuits) if state.full else ()


def _goal(state: State, pursuit: Pursuit) -> Goal:
    standing = standing_of(state, pursuit)
    where = "; ".join(f"{inches(x)} {inches(y)}" for x, y in pursuit.markers)
    done = ", achieved" if standing.achieved else ""
    line = f"{pursuit.seat} {pursuit.name}: {standing.words}{done}{f' (at {where})' if where else ''}"
    full = standing.full or 1
    now = full if standing.achieved else min(standing.now, full - 1)
    laid = () if pursuit.name == DEMOLITIONS else pursuit.markers
    places = (marker_id(pursuit, *spot) for spot in laid)
    return Goal(pursuit.name, pursuit.seat, now, full, standing.words, places=tuple(places), line=line)


def marker_id(pursuit: Pursuit, x: int, y: int) -> str:
    """The name of a marker's drawing."""
    return f"{pursuit.seat}-{pursuit.name.lower()}-{x}-{y}"
