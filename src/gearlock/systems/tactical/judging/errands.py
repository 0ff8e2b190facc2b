"""Where a side wants its units for what the battle is about: its mission, or a printed scenario.

Only what a side knows is looked at: its own mission, and of chits what it has been shown. Cheap on purpose: bots ask
for every place they think of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.objectives import marked_places
from gearlock.systems.tactical.damage.condition import is_immobile
from gearlock.systems.tactical.generator import tables as t
from gearlock.systems.tactical.judging.scenario_errands import DRAWN_TO, Wish
from gearlock.systems.tactical.missions.aims import Mission, mission_of, owner_of, vital
from gearlock.systems.tactical.missions.carrying import EDGES, edge_distance
from gearlock.systems.tactical.missions.condition import spot_of
from gearlock.systems.tactical.missions.marked import has_marked, holding
from gearlock.systems.tactical.missions.things import NEAR_METRES, OBJECT, name_of
from gearlock.systems.tactical.state import State, Unit, opponent
from gearlock.table.measure import INCH, distance
from gearlock.table.terrain import Marker

LONG = 36 * INCH
"""A way that is as good as endless."""
FOR_A_PLACE = 1.0
"""What such a way to a place costs, in shares of a unit."""
WORTH = 0.25
"""What it is worth to be there."""
PRIZE = 0.6
"""How much more damage counts on a unit whose loss serves the aim of a side."""
WANTED = 4
"""Units that go for one place."""


class Errand(NamedTuple):
    """A place a unit is wanted at: how far it still is from there, and what it is worth to be there."""

    left: Callable[[Unit], int]
    worth: float = WORTH

    def way(self, unit: Unit) -> float:
        """How far a unit still has to go, of a long way."""
        return min(2.0, max(0, self.left(unit)) / LONG)

    def gain(self, before: float, after: float) -> float:
        """What it brings to come so near, or costs to leave."""
        return FOR_A_PLACE * (before - after) + self.worth * (int(not after) - int(not before))


def errand_of(state: State, unit: Unit) -> Errand | None:
    """The errand of a unit; those of its whole side are noted."""
    key = ("errands", unit.seat)
    if key not in state.notes:
        state.notes[key] = _errands(state, unit.seat)
    found: Errand | None = state.notes[key].get(unit.id)
    return found


def _errands(state: State, seat: str) -> dict[str, Errand]:
    able = [unit for unit in state.fielded(seat) if unit.group and not unit.carrier and not is_immobile(unit)]
    wishes = DRAWN_TO.get(state.scenario)
    if wishes is not None:
        return dict(_sent(able, wishes(state, seat)))
    if has_marked(state):
        return {unit.id: errand for unit in able for errand in _to_markers(state, unit)}
    mission = mission_of(state, seat)
    return dict(_sent(able, _wish_of(state, seat, mission))) if mission else {}


def _to_markers(state: State, unit: Unit) -> Iterator[Errand]:
    """To the place that the map marks where a unit is needed, if any."""
    for marker in marked_places.wanted(state.ground, holding(state), unit)[:1]:
        yield _to_marker(marker)


def _to_marker(marker: Marker) -> Errand:
    return Errand(lambda unit: distance(unit.x, unit.y, marker.x, marker.y) - marked_places.REACH)


def _sent(able: list[Unit], wishes: Iterator[Wish]) -> Iterator[tuple[str, Errand]]:
    """Who goes where: for each wish in turn the nearest of those it is about that are free."""
    busy = set[str]()
    for wish in wishes:
        errand = Errand(wish.left, wish.worth)
        free = [unit for unit in able if unit.id not in busy and wish.whom(unit)]
        for _, who in sorted((errand.way(unit), unit.id) for unit in free)[: wish.most]:
            busy.add(who)
            yield who, errand


@heeds("tactical.4.1.2-capture", "tactical.4.1.2-defend", "tactical.4.1.2-provide", "tactical.4.1.2-destroy")
def _wish_of(state: State, seat: str, mission: Mission) -> Iterator[Wish]:
    """Where a mission wants units: near what is to be held or destroyed, at the edge by which something goes out."""
    goes_out = mission.type == t.PROVIDE
    if goes_out and mission.objective in (t.OBJECT, t.VEHICLE, t.ALL_FORCES):
        yield from _way_out(state, seat, mission.objective)
    owner = owner_of(mission.type, seat)
    placed = mission.objective in (t.OBJECT, t.TERRAIN, t.VEHICLE)
    spot = spot_of(state, mission.objective, owner, seat) if placed else None
    if spot is not None:
        x, y = spot
        near = (
            INCH if mission.objective == t.OBJECT and (goes_out or owner != seat) else state.kilometre() // NEAR_METRES
        )
        yield Wish(lambda unit: distance(unit.x, unit.y, x, y) - near, most=WANTED)


def _way_out(state: State, seat: str, objective: str) -> Iterator[Wish]:
    """Who has to leave by the enemy's home edge."""
    edge, mark, matters = state.homes[opponent(seat)], name_of(OBJECT, seat), vital(state, seat)

    def is_meant(unit: Unit) -> bool:
        if objective == t.OBJECT:
            return bool(unit.token(mark))
        return objective == t.ALL_FORCES or (matters is not None and unit.id == matters.id)

    if edge in EDGES:
        yield Wish(lambda unit: edge_distance(state, unit, edge) - INCH, most=60, whom=is_meant)


def errand_worth(state: State, unit: Unit, there: Unit) -> float:
    """What it is worth to its side that a unit goes to another place."""
    errand = errand_of(state, unit)
    return 0.0 if errand is None else errand.gain(errand.way(unit), errand.way(there))


def errand_hope(state: State, unit: Unit, reach: int) -> float:
    """The most a unit could do for its errand by going so far."""
    errand = errand_of(state, unit)
    if errand is None:
        return 0.0
    way = errand.way(unit)
    return errand.gain(way, max(0.0, way - reach / LONG))


def is_there(state: State, unit: Unit) -> bool:
    """Whether a unit is where it is wanted."""
    errand = errand_of(state, unit)
    return errand is not None and not errand.way(unit)


def ground_in_reach(state: State, seat: str) -> float:
    """What it is worth where the units of a seat are, less the ways they have left, in shares of a unit."""
    worth = 0.0
    for unit in state.fielded(seat):
        errand = errand_of(state, unit)
        if errand is not None:
            way = errand.way(unit)
            worth += errand.worth * int(not way) - FOR_A_PLACE * way
    return worth


def may_go(state: State, unit: Unit, edge: str) -> bool:
    """Whether leaving the table by an edge is what a unit is to do."""
    errand = errand_of(state, unit)
    wanted = edge == state.homes[opponent(unit.seat)]
    return errand is not None and wanted and not errand.way(unit)
