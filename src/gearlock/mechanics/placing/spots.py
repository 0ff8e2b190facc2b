"""Spots: what somebody who is put down comes to stand on, and the places around a body that are tried for it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.mechanics.figures import Figure, Mover, body_at
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import slope_at, solids_under
from gearlock.table.bodies import Body
from gearlock.table.inches import footprint_inside, is_on_table
from gearlock.table.measure import FULL_TURN, INCH, advance, bearing
from gearlock.table.terrain import Ground

GRID = INCH // 2
"""Spacing of the spots that are searched for one that is free."""
POINTS = 16
"""Directions somebody may be pushed in."""


class Stand(NamedTuple):
    """A figure put down somewhere: the space it takes there, and the building it is in."""

    body: Body
    inside: str = ""


def stand_at(ground: Ground, mover: Mover, x: int, y: int, level: int) -> Stand | Refusal:
    """What a figure comes to stand on at a place: the ground, an incline, a top that holds it, or in a building.

    What leaves it room below it comes to stand under; but on a bridge, if whoever puts it down stands at that level.
    """
    figure, tall = mover.figure, mover.figure.body.height
    if not is_on_table(body_at(figure, x, y, 0), ground.width, ground.height):
        return Refusal("table", "", f"The {figure.name} would stand off the table.", {"x": x, "y": y})
    feet, floor = Body(x, y, 0, mover.girth), slope_at(ground, x, y)
    for piece in sorted(solids_under(ground, feet), key=lambda piece: piece.top):
        if piece.top <= floor or (piece.base >= floor + tall and piece.top != level):
            continue
        if is_building(piece) and piece.contains(x, y) and mover.enters(piece):
            return Stand(body_at(figure, x, y, piece.base), piece.id)
        if not piece.footing or not footprint_inside(feet, piece.outline):
            return Refusal("terrain", "", f"The {piece.name} is impassable.", {"piece": piece.id})
        floor = piece.top
    return Stand(body_at(figure, x, y, floor))


@lru_cache(maxsize=64)
def _offsets(reach: int) -> tuple[tuple[int, int], ...]:
    """The points of a grid within reach of its middle, the nearest first."""
    steps = range(-(reach // GRID) * GRID, reach + 1, GRID)
    found = [(x, y) for x in steps for y in steps if x * x + y * y <= reach * reach]
    return tuple(sorted(found, key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, spot)))


def spots_around(body: Body, reach: int) -> Iterator[tuple[int, int]]:
    """Places of a grid around a body, the nearest first, where somebody within reach of it might stand."""
    return ((body.x + x, body.y + y) for x, y in _offsets(body.radius + reach + GRID))


def spots_away(figure: Figure, intruder: Figure, farthest: int) -> Iterator[tuple[int, int]]:
    """Where a figure might be pushed to by another: just beside that, straight away from it first, then farther."""
    away = bearing(intruder.x, intruder.y, figure.x, figure.y)
    touching = intruder.body.radius + figure.body.radius + 2
    for reach in range(touching, touching + farthest, INCH // 4):
        for turn in sorted(range(-POINTS // 2, POINTS // 2), key=abs):
            yield advance(intruder.x, intruder.y, (away + turn * FULL_TURN // POINTS) % FULL_TURN, reach)
