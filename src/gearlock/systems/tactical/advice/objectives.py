"""Where a side wants its units for what the battle is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from gearlock.kernel.chapters import Show
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Preview
from gearlock.mechanics.objectives import marked_places
from gearlock.systems.tactical.damage.condition import is_immobile
from gearlock.systems.tactical.datacards import GEAR
from gearlock.systems.tactical.printed_scenarios.the_six import (
    BRIDGEHEAD,
    CHITS,
    CONVOY,
    LAST_STAND,
    NORTH,
    RIDGE,
    SOUTH,
    STEVENS,
    TOUCH,
    VILLAGE,
    is_bridge,
    is_played,
    known_vehicle,
    on_piece,
    trucks,
    vehicle,
    working,
)
from gearlock.systems.tactical.printed_scenarios.the_six import chits as chits_on_table
from gearlock.systems.tactical.scenario_generator.missions import (
    EDGES,
    NEAR_METRES,
    OBJECT,
    LeaveTable,
    Mission,
    TakeObject,
    WreckObject,
    edge_distance,
    has_marked,
    holding,
    mission_of,
    name_of,
    owner_of,
    spot_of,
    vital,
)
from gearlock.systems.tactical.scenario_generator.tables import (
    ALL_FORCES,
    CAPTURE,
    DESTROY,
    DISABLE,
    PROVIDE,
    TERRAIN,
    VEHICLE,
)
from gearlock.systems.tactical.scenario_generator.tables import OBJECT as ABOUT_OBJECT
from gearlock.systems.tactical.state import FIELDED, NEEDED, NO_EVASION, NO_GROUP, State, Unit, opponent
from gearlock.table.measure import INCH, distance
from gearlock.table.polygon import bounds, distance_to
from gearlock.table.terrain import Marker

# --- Where a side wants its units for what the battle is about: its mission, or a printed scenario
# Only what a side knows is looked at: its own mission, and of chits what it has been shown. Cheap on purpose: bots
# ask for every place they think of.

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
    goes_out = mission.type == PROVIDE
    if goes_out and mission.objective in (ABOUT_OBJECT, VEHICLE, ALL_FORCES):
        yield from _way_out(state, seat, mission.objective)
    owner = owner_of(mission.type, seat)
    placed = mission.objective in (ABOUT_OBJECT, TERRAIN, VEHICLE)
    spot = spot_of(state, mission.objective, owner, seat) if placed else None
    if spot is not None:
        x, y = spot
        near = (
            INCH
            if mission.objective == ABOUT_OBJECT and (goes_out or owner != seat)
            else state.kilometre() // NEAR_METRES
        )
        yield Wish(lambda unit: distance(unit.x, unit.y, x, y) - near, most=WANTED)


def _way_out(state: State, seat: str, objective: str) -> Iterator[Wish]:
    """Who has to leave by the enemy's home edge."""
    edge, mark, matters = state.homes[opponent(seat)], name_of(OBJECT, seat), vital(state, seat)

    def is_meant(unit: Unit) -> bool:
        if objective == ABOUT_OBJECT:
            return bool(unit.token(mark))
        return objective == ALL_FORCES or (matters is not None and unit.id == matters.id)

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


# --- Where the sides of printed scenarios want their units

CLOSE = 6 * INCH
"""Nearer than this nobody has to come to fire well."""
EVERYBODY = 60
STRONG_AT = 0.8
"""What it is worth to be at the vehicle: more than an attack."""


class Wish(NamedTuple):
    """A place units are wanted at: how far it is from a unit, what it is worth, how many go, and who may."""

    left: Callable[[Unit], int]
    worth: float = 0.25
    most: int = EVERYBODY
    whom: Callable[[Unit], bool] = lambda unit: True  # noqa: ARG005


Wishes = Callable[[State, str], Iterator[Wish]]


def _gap(state: State, name: str) -> Callable[[Unit], int]:
    outline = state.ground.piece(name).outline

    def left(unit: Unit) -> int:
        return 0 if on_piece(state, unit, name) else distance_to(outline, unit.x, unit.y) + INCH

    return left


def ridge(state: State, _seat: str) -> Iterator[Wish]:
    """Onto the ridge, both sides."""
    yield Wish(_gap(state, "ridge"))


def bridge(state: State, seat: str) -> Iterator[Wish]:
    """Over the bridge; the North waits at its own end of it while the enemy is not much weaker. Without it, nowhere."""
    corners = [
        corner for part in state.ground.pieces if part.id.partition(":")[0] == "bridge" for corner in part.outline
    ]
    if not corners:
        return
    x0, y0, x1, y1 = bounds(tuple(corners))
    middle, near, far = (x0 + x1) // 2, (y0 if seat == SOUTH else y1), (y1 if seat == SOUTH else y0)
    home, goal = ("south-bank", "north-bank") if seat == SOUTH else ("north-bank", "south-bank")

    def left(unit: Unit) -> int:
        if on_piece(state, unit, goal):
            return 0
        if on_piece(state, unit, home):
            return distance(unit.x, unit.y, middle, near) + abs(far - near) + INCH
        return abs(unit.y - far) + INCH

    weaker = 2 * len(working(state, opponent(seat))) <= len(working(state, seat))
    if seat == SOUTH or weaker:
        yield Wish(left)
    else:
        yield Wish(lambda unit: distance(unit.x, unit.y, middle, near) - CLOSE)


def _at_enemies(enemies: list[Unit]) -> Iterator[Wish]:
    if enemies:
        yield Wish(lambda unit: min(distance(unit.x, unit.y, foe.x, foe.y) for foe in enemies) - CLOSE, 0.0)


def village(state: State, seat: str) -> Iterator[Wish]:
    """The South closes in on the Mammoth; its escort stays near it."""
    mammoth = [unit for unit in state.fielded(NORTH) if unit.token(NEEDED)]
    if seat == SOUTH:
        yield from _at_enemies(mammoth or list(state.fielded(NORTH)))


def last_stand(state: State, seat: str) -> Iterator[Wish]:
    """The South closes in; who is attacked waits."""
    if seat == SOUTH:
        yield from _at_enemies(list(state.fielded(NORTH)))


def convoy(state: State, seat: str) -> Iterator[Wish]:
    """Trucks go south, escorts go with the first of them, the South goes for them."""
    rolling = [unit for unit in trucks(state) if unit.is_fielded]
    if seat == SOUTH:
        yield from _at_enemies(rolling)
        return
    yield Wish(lambda unit: edge_distance(state, unit, "south") - INCH, whom=lambda unit: bool(unit.token(NO_EVASION)))
    if rolling:
        lead = min(rolling, key=lambda unit: (unit.y, unit.id))
        yield Wish(lambda unit: distance(unit.x, unit.y, lead.x, lead.y - CLOSE) - CLOSE, 0.0)


def chits(state: State, seat: str) -> Iterator[Wish]:
    """The North goes and looks at chits, then to the vehicle; the South stays about what it knows to be it."""
    target, places = vehicle(state), chits_on_table(state)
    if target is not None and target.status == FIELDED:
        at = target.x, target.y
        near = TOUCH + target.card.radius
        if seat == NORTH:
            yield Wish(lambda unit: distance(unit.x, unit.y, *at) - near - unit.card.radius, STRONG_AT, 3, _is_gear)
        yield Wish(lambda unit: distance(unit.x, unit.y, *at) - CLOSE, 0.1)
    elif seat == NORTH:
        for at in places.values():
            yield Wish(_to(at, 2 * INCH), 0.1, 3)
    else:
        at = places.get(known_vehicle(state, seat), (state.ground.width // 2, state.ground.height // 4))
        yield Wish(_to(at, 2 * CLOSE), 0.1, 5)


def _to(at: tuple[int, int], near: int) -> Callable[[Unit], int]:
    return lambda unit: distance(unit.x, unit.y, *at) - near


def _is_gear(unit: Unit) -> bool:
    return unit.card.kind == GEAR


DRAWN_TO: Final[Mapping[str, Wishes]] = {
    RIDGE: ridge,
    BRIDGEHEAD: bridge,
    VILLAGE: village,
    LAST_STAND: last_stand,
    CONVOY: convoy,
    CHITS: chits,
}


# --- What a battle is about, minded in what orders are worth: prizes, forbidden targets, who must do nothing

RUIN = 20.0
"""What it costs to lose the game."""
STANDS_STILL = 1.0
"""What it costs to do anything while one has to stand still."""
OUT = 2.0
"""What it is worth that somebody gets away who is to."""


def is_prize(state: State, seat: str, target: Unit) -> bool:
    """Whether the loss of an enemy serves what a side is to do."""
    if target.token(NO_EVASION) or target.token(STEVENS) or (target.token(NEEDED) and target.group != NO_GROUP):
        return True
    mission = mission_of(state, seat)
    if mission is None or mission.type not in (DESTROY, DISABLE, CAPTURE) or mission.objective != VEHICLE:
        return False
    matters = vital(state, opponent(seat))
    return matters is not None and matters.id == target.id


def must_stand_still(state: State, unit: Unit) -> bool:
    """Whether a unit is at the vehicle and has to do nothing for a while."""
    target = vehicle(state) if is_played(state, CHITS) else None
    if target is None or target.status != FIELDED or unit.seat != NORTH:
        return False
    errand = errand_of(state, unit)
    return errand is not None and errand.worth > PRIZE and not errand.way(unit)


def minded(shown: Show[State]) -> Show[State]:
    """An order at a target or a point, with what the battle is about in mind."""

    def preview(state: State, seat: str, order: Any) -> Preview:
        found = shown(state, seat, order)
        target, unit = state.units.get(getattr(order, "target", "") or ""), state.units.get(order.unit)
        x, y = getattr(order, "x", None), getattr(order, "y", None)
        if target is not None and target.group == NO_GROUP and target.token(NEEDED):
            return _with(found, -RUIN, "Whoever destroys the C3 vehicle loses the game.")
        if is_played(state, BRIDGEHEAD) and x is not None and y is not None and is_bridge(state, x, y):
            return _with(found, -RUIN, "Whoever fires on the bridge loses the game.")
        if unit is not None and must_stand_still(state, unit):
            return _with(found, -STANDS_STILL, "It has to stand at the vehicle and do nothing for two full rounds.")
        if target is not None and target.seat != seat and is_prize(state, seat, target):
            return msgspec.structs.replace(found, gives=found.gives * (1 + PRIZE))
        return found

    return preview


def _with(found: Preview, more: float, note: str) -> Preview:
    return msgspec.structs.replace(found, gives=found.gives + more, notes=(*found.notes, note))


def preview_wrecking(state: State, seat: str, order: WreckObject) -> Preview:
    """An enemy's object destroyed is worth a mission to who has that one."""
    mission = mission_of(state, seat)
    wanted = mission is not None and mission.objective == ABOUT_OBJECT and mission.type in (DESTROY, DISABLE)
    return Preview(gives=OUT if wanted and order.owner != seat else 0.0)


def preview_taking(state: State, seat: str, order: TakeObject) -> Preview:
    """One's own object picked up is the beginning of bringing it out."""
    mission = mission_of(state, seat)
    wanted = mission is not None and mission.objective == ABOUT_OBJECT and mission.type == PROVIDE
    return Preview(gives=OUT if wanted and order.owner == seat else 0.0)


def preview_leaving(state: State, _seat: str, order: LeaveTable) -> Preview:
    """Going off the table is for who is to get away; all others are missed."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Preview()
    return Preview(gives=OUT if may_go(state, unit, order.edge) else -OUT, ends=(unit.x, unit.y, unit.facing))
