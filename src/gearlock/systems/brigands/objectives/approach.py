"""The ways left to Objectives of position, so that somebody goes there: the nearest that are needed, not everybody."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.systems.brigands.objectives.positions import CAPTURES, hold_on
from gearlock.systems.brigands.objectives.progress import ground_worth
from gearlock.systems.brigands.objectives.who_is_left import actions_of, group_of, is_drone
from gearlock.systems.brigands.pursuit import BREAK_THE_LINE, CAPTURE, HOLD, Pursuit, objectives
from gearlock.systems.brigands.state import NO_GROUP, State, Unit, opponent
from gearlock.systems.brigands.zones import is_in_zone, zone_of
from gearlock.table.measure import INCH, distance
from gearlock.table.polygon import distance_to

LONG = 36 * INCH
"""A way that is as good as endless."""
FOR_A_MARKER = 0.75
"""What such a way to one marker costs, in shares of a model: about half an Objective."""
AT_FIRST = 0.4
"""What the way counts, in the first Rounds, to ground that matters only when the battle ends."""


def ground_in_reach(state: State, seat: str) -> float:
    """What the ground a seat holds is worth to it, less the enemy's and less the ways left, in shares of a model."""
    return ground_worth(state, seat) + approach(state, seat)


def approach(state: State, seat: str) -> float:
    """What the ways left cost a seat, in shares of a model."""
    total, called = 0.0, set[str]()
    late = AT_FIRST + (1 - AT_FIRST) * state.round / max(1, state.rounds)
    for pursuit in state.pursuits:
        if pursuit.name == CAPTURE and pursuit.seat == seat and not pursuit.achieved:
            total += _to_capture(state, pursuit, called)
        elif pursuit.name == HOLD and pursuit.seat == seat:
            total += late * _to_hold(state, pursuit, called)
        elif pursuit.name == HOLD:
            total += late * _to_contest(state, pursuit)
        elif pursuit.name == BREAK_THE_LINE and pursuit.seat == seat:
            total += late * _to_break_through(state, seat)
    return FOR_A_MARKER * total


def _able(state: State, seat: str) -> Iterator[Unit]:
    """Who can capture or hold anything."""
    models = (unit for unit in state.fielded(seat) if unit.line.type != "Fortification")
    return (unit for unit in models if not is_drone(unit) and unit.group != NO_GROUP)


def _way(unit: Unit, marker: tuple[int, int], reach: int) -> float:
    """How far a model is from where it counts for a marker, of a long way."""
    return min(1.0, max(0, distance(unit.x, unit.y, *marker) - unit.line.radius - reach * INCH) / LONG)


def _to_capture(state: State, pursuit: Pursuit, called: set[str]) -> float:
    """The nearest models go to the nearest markers, one to each, as many as are still to be taken."""
    reach = objectives()[CAPTURE].reach
    ways = sorted(
        (_way(unit, spot, reach), unit.id, spot) for unit in _able(state, pursuit.seat) for spot in pursuit.markers
    )
    total, needed, taken = 0.0, CAPTURES - pursuit.captured, set[tuple[int, int]]()
    for way, unit, spot in ways:
        if needed and unit not in called and spot not in taken:
            called.add(unit)
            taken.add(spot)
            total, needed = total - way, needed - 1
    return total - needed


def _to_hold(state: State, pursuit: Pursuit, called: set[str]) -> float:
    """To each marker that is not held the nearest goes that is not there yet."""
    total, reach = 0.0, objectives()[HOLD].reach
    for marker in pursuit.markers:
        near = hold_on(state, marker)
        if near[pursuit.seat] <= near[opponent(pursuit.seat)]:
            ways = ((_way(u, marker, reach), u.id) for u in _able(state, pursuit.seat) if u.id not in called)
            way, unit = min((found for found in ways if found[0]), default=(1.0, ""))
            called.add(unit)
            total -= way
    return total


def _to_contest(state: State, pursuit: Pursuit) -> float:
    """One of the enemy's markers is enough to go to; nobody needs to while one is not the enemy's."""
    seat, best, reach = opponent(pursuit.seat), 1.0, objectives()[HOLD].reach
    for marker in pursuit.markers:
        near = hold_on(state, marker)
        if near[seat] >= near[pursuit.seat]:
            return 0.0
        ways = (_way(unit, marker, reach) for unit in _able(state, seat))
        best = min(best, min((way for way in ways if way), default=1.0))
    return -best


def _to_break_through(state: State, seat: str) -> float:
    """The foremost half of the Combat Group that has the shortest way, as long as half of one is left."""
    return -min(
        (_way_through(state, seat, group) for group in {unit.group for unit in _able(state, seat)}), default=2.0
    )


def _way_through(state: State, seat: str, group: int) -> float:
    """The mean way of half a Combat Group into the enemy zone, counted as that to two markers."""
    half = max(1, (actions_of(group_of(state, seat, group)) + 1) // 2)
    needed, total = half, 0.0
    models = (unit for unit in _able(state, seat) if unit.group == group)
    for way, actions in sorted((_way_in(state, unit), unit.line.actions) for unit in models):
        total += way * min(actions, needed)
        needed -= min(actions, needed)
    return 2 * (total + needed) / half


def _way_in(state: State, unit: Unit) -> float:
    enemy = opponent(unit.seat)
    if is_in_zone(state, enemy, unit.body):
        return 0.0
    return min(1.0, (distance_to(zone_of(state, enemy), unit.x, unit.y) + 2 * unit.line.radius) / LONG)
