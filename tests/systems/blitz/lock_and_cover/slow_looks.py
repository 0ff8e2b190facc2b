"""The plain way to judge a look: every line of a fine grid between two silhouettes, against everything on the table."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf
from typing import NamedTuple

from gearlock.systems.blitz.lock_and_cover.looks import DICE, HEAVY, MEDIUM, is_area, rating_class
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.table.bodies import Body
from gearlock.table.measure import FULL_TURN, advance
from gearlock.table.polygon import Outline, distance_to, spans_inside
from gearlock.table.terrain import Piece

ACROSS = 15
"""Places across a silhouette, its ends among them."""
ROUND = 96

Line = tuple[int, int, int, int, float, float]
"""From where to where in plan, and the shares of it that lie outside both bases."""


class Thing(NamedTuple):
    """Something that may hide a model, as a prism."""

    outline: Outline
    top: int
    klass: int
    area: bool


class Scan(NamedTuple):
    """What all those lines find; `least` is how little of the most hiding piece lies on the most open line."""

    sight: bool
    blocked: bool
    adjacent: int
    additional: int


def things_of(state: State, looker: Unit, target: Unit) -> Iterator[Thing]:
    """All terrain and all wrecks; the twin knows no other models."""
    for piece in state.ground.pieces:
        if rating_class(piece):
            yield Thing(piece.outline, piece.top, rating_class(piece), is_area(piece))
    for unit in state.units.values():
        if unit.status == WRECK and unit not in (looker, target):
            corners = [advance(unit.x, unit.y, n * FULL_TURN // ROUND, unit.line.radius) for n in range(ROUND)]
            yield Thing(tuple(corners), unit.height, MEDIUM, False)


def lines_between(start: Body, end: Body) -> list[Line]:
    """Lines between the two flats, and the shares at which they leave one base and meet the other."""
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    left, ahead = -dy / length, dx / length
    found: list[Line] = []
    for i in range(ACROSS):
        for j in range(ACROSS):
            here, there = (2 * i / (ACROSS - 1) - 1) * start.radius, (2 * j / (ACROSS - 1) - 1) * end.radius
            x0, y0 = round(start.x + left * here), round(start.y + ahead * here)
            x1, y1 = round(end.x + left * there), round(end.y + ahead * there)
            found.append((x0, y0, x1, y1, leaving((x0, y0), (x1, y1), start), 1 - leaving((x1, y1), (x0, y0), end)))
    return found


def leaving(one: tuple[int, int], other: tuple[int, int], body: Body) -> float:
    """The share of a line at which it leaves a base, by halving."""
    low, high = 0.0, 1.0
    for _ in range(40):
        share = (low + high) / 2
        x, y = one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share
        low, high = (share, high) if hypot(x - body.x, y - body.y) <= body.radius else (low, share)
    return low


def on_line(thing: Thing, line: Line, z0: float, z1: float) -> float:
    """Mils of a thing on a line from one height to another; of a solid any, of an area those between the bases."""
    x0, y0, x1, y1, leaves, meets = line
    low, high = (leaves, meets) if thing.area else (0.0, 1.0)
    if z0 != z1:
        over = (thing.top - z0) / (z1 - z0)
        low, high = (max(low, over), high) if z1 < z0 else (low, min(high, over))
    elif z0 > thing.top:
        return 0.0
    spans = spans_inside(thing.outline, x0, y0, x1, y1, True)
    return sum(max(0.0, min(out, high) - max(into, low)) for into, out in spans) * hypot(x1 - x0, y1 - y0)


def scan(state: State, looker: Unit, target: Unit) -> Scan:
    """Sight, blocked and dice, as the rules say it."""
    start, end = looker.body, target.body
    lines = lines_between(start, end)
    hidden: dict[Thing, list[bool]] = {}
    for thing in things_of(state, looker, target):
        if any(on_line(thing._replace(area=False), line, 1, 1) > 0 for line in lines):
            need = 1000 if thing.area else 0
            hidden[thing] = [on_line(thing, line, start.top, end.top) > need for line in lines]
    sight = not all(any(row) for row in zip(*hidden.values(), strict=True)) if hidden else True
    thick = [thing for thing in hidden if thing.klass == HEAVY and straight(thing, start, end) >= 1000]
    blocked = bool(thick) and all(any(row) for row in zip(*(hidden[thing] for thing in thick), strict=True))
    adjacent, additional, partial = 0, 0, 0
    for thing, row in hidden.items():
        full = all(row)
        if 2 * thing.top < end.height or (not full and is_own(thing, start, end)):
            continue
        if away(thing, end) <= 1000:
            adjacent = max(adjacent, DICE[thing.klass])
        elif full:
            additional += DICE[thing.klass]
        elif not (thing.area and thing.top >= max(start.top, end.top)) or (
            away(thing, start) > 0 and straight(thing, start, end) > 1000
        ):
            partial = 1
    return Scan(sight, blocked, adjacent, additional + partial)


def away(thing: Thing, body: Body) -> int:
    return distance_to(thing.outline, body.x, body.y) - body.radius


def is_own(thing: Thing, start: Body, end: Body) -> bool:
    """Near the looker, all its sides within twice its height, and not touched by the target."""
    if away(thing, start) > 1000 or away(thing, end) <= 0:
        return False
    corners = thing.outline
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        steps = [(x0 + (x1 - x0) * n / 100, y0 + (y1 - y0) * n / 100) for n in range(101)]
        if min(hypot(x - start.x, y - start.y) for x, y in steps) > start.radius + 2 * start.height:
            return False
    return True


def straight(thing: Thing, start: Body, end: Body) -> float:
    """The most of a thing on any line along the way, on grounds where both bases are equally wide."""
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    most = -inf
    for n in range(1, 200):
        aside = (2 * n / 200 - 1) * start.radius
        x, y = -dy / length * aside, dx / length * aside
        x0, y0, x1, y1 = (round(v) for v in (start.x + x, start.y + y, end.x + x, end.y + y))
        spans = spans_inside(thing.outline, x0, y0, x1, y1, True)
        most = max(most, sum(out - into for into, out in spans) * length)
    return most


def is_free(ground_pieces: tuple[Piece, ...], x: int, y: int, room: int) -> bool:
    """Whether a base may stand there: not in anything solid."""
    return all(
        is_area(piece) or not rating_class(piece) or distance_to(piece.outline, x, y) > room for piece in ground_pieces
    )
