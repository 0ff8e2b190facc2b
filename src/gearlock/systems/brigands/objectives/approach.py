"""The ways left to Objectives of position, so that somebody goes there: the nearest that are needed, not everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gearlock.mechanics.objectives.approach import left_to_any, left_to_bring, left_to_hold, left_to_take, way_to
from gearlock.mechanics.objectives.marked_places import worth_in_reach
from gearlock.mechanics.objectives.progress import is_held
from gearlock.systems.brigands.objectives.marked import has_marked, holding
from gearlock.systems.brigands.objectives.positions import CAPTURES, hold_on
from gearlock.systems.brigands.objectives.progress import ground_worth
from gearlock.systems.brigands.objectives.who_is_left import actions_of, group_of, is_drone
from gearlock.systems.brigands.pursuit import BREAK_THE_LINE, CAPTURE, HOLD, Pursuit, objectives
from gearlock.systems.brigands.state import NO_GROUP, State, Unit, opponent
from gearlock.systems.brigands.zones import is_in_zone, zone_of
from gearlock.table.measure import INCH
from gearlock.table.polygon import distance_to

LONG = 36 * INCH
"""A way that is as good as endless."""
FOR_A_MARKER = 0.75
"""What such a way to one marker costs, in shares of a model: about half an Objective."""
AT_FIRST = 0.4
"""What the way counts, in the first Rounds, to ground that matters only when the battle ends."""


def ground_in_reach(state: State, seat: str) -> float:
    """What the ground a seat holds is worth to it, less the enemy's and less the ways left, in shares of a model."""
    marked = worth_in_reach(state.ground, holding(state), seat) if has_marked(state) else 0.0
    return ground_worth(state, seat) + approach(state, seat) + marked


def approach(state: State, seat: str) -> float:
    """What the ways left cost a seat, in shares of a model."""
    total, called = 0.0, set[str]()
    late = AT_FIRST + (1 - AT_FIRST) * state.round / max(1, state.rounds)
    for pursuit in state.pursuits:
        if pursuit.name == CAPTURE and pursuit.seat == seat and not pursuit.achieved:
            total -= _to_capture(state, pursuit, called)
        elif pursuit.name == HOLD and pursuit.seat == seat:
            total -= late * _to_hold(state, pursuit, called)
        elif pursuit.name == HOLD:
            total -= late * _to_contest(state, pursuit)
        elif pursuit.name == BREAK_THE_LINE and pursuit.seat == seat:
            total -= late * _to_break_through(state, seat)
    return FOR_A_MARKER * total


def _able(state: State, seat: str) -> Iterator[Unit]:
    """Who can capture or hold anything."""
    models = (unit for unit in state.fielded(seat) if unit.line.type != "Fortification")
    return (unit for unit in models if not is_drone(unit) and unit.group != NO_GROUP)


def _way(reach: int) -> Callable[[Unit, tuple[int, int]], float]:
    """How far a model is from where it counts for a marker, of a long way."""
    return lambda unit, marker: way_to(unit, marker, unit.line.radius + reach * INCH, LONG)


def _to_capture(state: State, pursuit: Pursuit, called: set[str]) -> float:
    """The nearest models go to the nearest markers, one to each, as many as are still to be taken."""
    way, needed = _way(objectives()[CAPTURE].reach), CAPTURES - pursuit.captured
    return left_to_take(_able(state, pursuit.seat), pursuit.markers, way, needed, called)


def _to_hold(state: State, pursuit: Pursuit, called: set[str]) -> float:
    """To each marker that is not held the nearest goes that is not there yet."""
    total, way = 0.0, _way(objectives()[HOLD].reach)
    for marker in pursuit.markers:
        if not is_held(hold_on(state, marker), pursuit.seat):
            total += left_to_hold(_able(state, pursuit.seat), marker, way, called)
    return total


def _to_contest(state: State, pursuit: Pursuit) -> float:
    """One of the enemy's markers is enough to go to; nobody needs to while one is not the enemy's."""
    if not all(is_held(hold_on(state, marker), pursuit.seat) for marker in pursuit.markers):
        return 0.0
    able = list(_able(state, opponent(pursuit.seat)))
    return left_to_any(able, pursuit.markers, _way(objectives()[HOLD].reach))


def _to_break_through(state: State, seat: str) -> float:
    """The foremost half of the Combat Group that has the shortest way, as long as half of one is left."""
    return min((_way_through(state, seat, group) for group in {unit.group for unit in _able(state, seat)}), default=2.0)


def _way_through(state: State, seat: str, group: int) -> float:
    """The mean way of half a Combat Group into the enemy zone, counted as that to two markers."""
    half = max(1, (actions_of(group_of(state, seat, group)) + 1) // 2)
    ways = ((_way_in(state, unit), unit.line.actions) for unit in _able(state, seat) if unit.group == group)
    return 2 * left_to_bring(ways, half) / half


def _way_in(state: State, unit: Unit) -> float:
    enemy = opponent(unit.seat)
    if is_in_zone(state, enemy, unit.body):
        return 0.0
    return min(1.0, (distance_to(zone_of(state, enemy), unit.x, unit.y) + 2 * unit.line.radius) / LONG)
