"""9.2 and 9.3: where a drone, or whoever leaves a transport, may be put down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.ground.surfaces import slope_at, solids_under, water_depth
from gearlock.systems.brigands.ground.standing_room import girth_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.bodies import Body
from gearlock.table.inches import bodies_overlap, footprint_inside, is_on_table
from gearlock.table.measure import INCH

GRID = INCH // 2
"""Spacing of the spots that are searched for one that is free."""


class Stand(NamedTuple):
    """A model put down somewhere: its Silhouette there, and the building it is in."""

    body: Body
    inside: str = ""


@heeds("brigands.9.2", "brigands.9.3", "brigands.2.6")
def stand_at(state: State, unit: Unit, x: int, y: int, level: int) -> Stand | Refusal:
    """A model put down at a place, or why it cannot be: off the table, terrain it could not enter, somebody there.

    What leaves it room below it comes to stand under; but on a bridge, if whoever puts it down stands on that.
    """
    if not is_on_table(Body(x, y, 0, unit.line.radius), state.ground.width, state.ground.height):
        return Refusal("table", "brigands.2.2", f"The {unit.name} would stand off the table.", {"x": x, "y": y})
    stand = _footing(state, unit, x, y, level)
    if isinstance(stand, Refusal):
        return stand
    deep = not stand.body.z and 2 * water_depth(state.ground, x, y) > unit.line.height
    if deep and "H" not in unit.line.move and not unit.trait("Amphib"):
        return Refusal("water", "brigands.3.2a", f"The water is too deep for the {unit.name}.")
    for other in state.obstacles():
        if other is not unit and bodies_overlap(stand.body, other.body):
            return Refusal("overlap", "brigands.2.6", f"The {other.name} stands there.", {"unit": other.id})
    return stand


@heeds("brigands.9.3", "brigands.9.1-basing", "brigands.3.2b")
def _footing(state: State, unit: Unit, x: int, y: int, level: int) -> Stand | Refusal:
    """What a model comes to stand on: the ground, an incline, a top that holds it; Infantry goes into buildings."""
    infantry = unit.line.type == "Infantry"
    radius = girth_of(unit)
    floor = slope_at(state.ground, x, y)
    for piece in sorted(solids_under(state.ground, Body(x, y, 0, radius)), key=lambda piece: piece.top):
        if piece.top <= floor or (piece.base >= floor + unit.height and piece.top != level):
            continue
        if infantry and is_building(piece) and piece.contains(x, y):
            return Stand(Body(x, y, piece.base, unit.line.radius, unit.height), piece.id)
        if not piece.footing or not footprint_inside(Body(x, y, 0, radius), piece.outline):
            return Refusal("terrain", "brigands.3.1", f"The {piece.name} is impassable.", {"piece": piece.id})
        floor = piece.top
    return Stand(Body(x, y, floor, unit.line.radius, unit.height))


@lru_cache(maxsize=64)
def _offsets(reach: int) -> tuple[tuple[int, int], ...]:
    """The points of a grid within reach of its middle, the nearest first."""
    steps = range(-(reach // GRID) * GRID, reach + 1, GRID)
    found = [(x, y) for x in steps for y in steps if x * x + y * y <= reach * reach]
    return tuple(sorted(found, key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, spot)))


def spots_around(body: Body, reach: int) -> Iterator[tuple[int, int]]:
    """Places of a grid around a body, the nearest first, where somebody within reach of it might stand."""
    return ((body.x + x, body.y + y) for x, y in _offsets(body.radius + reach + GRID))
