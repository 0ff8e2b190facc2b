"""Where the sides of printed scenarios want their units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from gearlock.systems.tactical.cards import GEAR
from gearlock.systems.tactical.missions.carrying import edge_distance
from gearlock.systems.tactical.scenarios import chits as c
from gearlock.systems.tactical.scenarios import printed as p
from gearlock.systems.tactical.scenarios.convoy import trucks
from gearlock.systems.tactical.scenarios.counting import on_piece, working
from gearlock.systems.tactical.state import FIELDED, NEEDED, NO_EVASION, State, Unit, opponent
from gearlock.table.measure import INCH, distance
from gearlock.table.polygon import bounds, distance_to

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
    middle, near, far = (x0 + x1) // 2, (y0 if seat == p.SOUTH else y1), (y1 if seat == p.SOUTH else y0)
    home, goal = ("south-bank", "north-bank") if seat == p.SOUTH else ("north-bank", "south-bank")

    def left(unit: Unit) -> int:
        if on_piece(state, unit, goal):
            return 0
        if on_piece(state, unit, home):
            return distance(unit.x, unit.y, middle, near) + abs(far - near) + INCH
        return abs(unit.y - far) + INCH

    weaker = 2 * len(working(state, opponent(seat))) <= len(working(state, seat))
    if seat == p.SOUTH or weaker:
        yield Wish(left)
    else:
        yield Wish(lambda unit: distance(unit.x, unit.y, middle, near) - CLOSE)


def _at_enemies(enemies: list[Unit]) -> Iterator[Wish]:
    if enemies:
        yield Wish(lambda unit: min(distance(unit.x, unit.y, foe.x, foe.y) for foe in enemies) - CLOSE, 0.0)


def village(state: State, seat: str) -> Iterator[Wish]:
    """The South closes in on the Mammoth; its escort stays near it."""
    mammoth = [unit for unit in state.fielded(p.NORTH) if unit.token(NEEDED)]
    if seat == p.SOUTH:
        yield from _at_enemies(mammoth or list(state.fielded(p.NORTH)))


def last_stand(state: State, seat: str) -> Iterator[Wish]:
    """The South closes in; who is attacked waits."""
    if seat == p.SOUTH:
        yield from _at_enemies(list(state.fielded(p.NORTH)))


def convoy(state: State, seat: str) -> Iterator[Wish]:
    """Trucks go south, escorts go with the first of them, the South goes for them."""
    rolling = [unit for unit in trucks(state) if unit.is_fielded]
    if seat == p.SOUTH:
        yield from _at_enemies(rolling)
        return
    yield Wish(lambda unit: edge_distance(state, unit, "south") - INCH, whom=lambda unit: bool(unit.token(NO_EVASION)))
    if rolling:
        lead = min(rolling, key=lambda unit: (unit.y, unit.id))
        yield Wish(lambda unit: distance(unit.x, unit.y, lead.x, lead.y - CLOSE) - CLOSE, 0.0)


def chits(state: State, seat: str) -> Iterator[Wish]:
    """The North goes and looks at chits, then to the vehicle; the South stays about what it knows to be it."""
    target, places = c.vehicle(state), c.chits(state)
    if target is not None and target.status == FIELDED:
        at = target.x, target.y
        near = c.TOUCH + target.card.radius
        if seat == p.NORTH:
            yield Wish(lambda unit: distance(unit.x, unit.y, *at) - near - unit.card.radius, STRONG_AT, 3, _is_gear)
        yield Wish(lambda unit: distance(unit.x, unit.y, *at) - CLOSE, 0.1)
    elif seat == p.NORTH:
        for at in places.values():
            yield Wish(_to(at, 2 * INCH), 0.1, 3)
    else:
        at = places.get(c.known_vehicle(state, seat), (state.ground.width // 2, state.ground.height // 4))
        yield Wish(_to(at, 2 * CLOSE), 0.1, 5)


def _to(at: tuple[int, int], near: int) -> Callable[[Unit], int]:
    return lambda unit: distance(unit.x, unit.y, *at) - near


def _is_gear(unit: Unit) -> bool:
    return unit.card.kind == GEAR


DRAWN_TO: Final[Mapping[str, Wishes]] = {
    p.RIDGE: ridge,
    p.BRIDGEHEAD: bridge,
    p.VILLAGE: village,
    p.LAST_STAND: last_stand,
    p.CONVOY: convoy,
    p.CHITS: chits,
}
