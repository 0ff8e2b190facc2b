"""3.2.1: cliffs: their faces, where a climber comes to, and how far it would fall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.mechanics.ground.forms import is_building, is_solid
from gearlock.mechanics.ground.surfaces import nearest_side
from gearlock.systems.tactical.cards import WALKER
from gearlock.systems.tactical.line_of_sight.terrain import WALLS, type_of
from gearlock.systems.tactical.movement.lifting import lifts
from gearlock.systems.tactical.movement.passage import CLIFF
from gearlock.systems.tactical.movement.room import has_room, level_below
from gearlock.systems.tactical.movement.structures_entered import is_open
from gearlock.systems.tactical.state import CLIMBING, SKIRMISH_SCALE, State, Unit
from gearlock.table.measure import INCH, distance
from gearlock.table.terrain import Piece

RULE = "tactical.3.2.1"
BESIDE = INCH // 2
"""Nobody begins to climb with its base farther than this from the face."""
CLEAR_OF = 2
STEP, THICKEST = 50, 2 * INCH
"""Mils from spot to spot behind a wall, and how thick a wall may be that is climbed over."""
HANGING, ARRIVED = 1, 2
"""What the token says: on the face, or down or up again and still out of breath until the round ends."""


class Climbed(NamedTuple):
    """Where an inch of climbing ends, whether on the face, and from how high and where one would fall."""

    x: int
    y: int
    z: int
    hangs: bool
    foot: tuple[int, int, int]
    inches: int


@rule("tactical.3.2.1")
def is_cliff(height: int) -> bool:
    """A vertical step of 2 in or more is a cliff."""
    return height >= CLIFF


@heeds("tactical.3.2.1", "tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
def can_climb(unit: Unit) -> bool:
    """Only a walker whose arms lift its own Size climbs."""
    return not unit.is_infantry and WALKER in unit.card.modes and lifts(unit) >= unit.card.size


@heeds("tactical.3.8.1-walls", "tactical.3.2.1")
def is_wall_to_climb(state: State, piece: Piece) -> bool:
    """At skirmish scale walls are climbed over, however low, while they cannot be gone through."""
    return state.scale == SKIRMISH_SCALE and type_of(piece) in WALLS and not is_open(state, piece)


def faces(state: State, unit: Unit) -> Iterator[tuple[Piece, bool]]:
    """The cliffs beside a unit, each with whether it would go up."""
    reach = unit.card.radius + BESIDE
    for piece in state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach):
        if not is_solid(piece) or is_building(piece) or not _is_beside(piece, unit):
            continue
        if unit.token(CLIMBING) == HANGING:
            if not piece.contains(unit.x, unit.y) and piece.base <= unit.z < piece.top:
                yield piece, True
                yield piece, False
        elif piece.contains(unit.x, unit.y):
            if unit.z == piece.top and isinstance(climb_down(state, unit, piece), Climbed):
                yield piece, False
        elif piece.base <= unit.z < piece.top and (is_wall_to_climb(state, piece) or is_cliff(piece.top - unit.z)):
            yield piece, True


def _is_beside(piece: Piece, unit: Unit) -> bool:
    x, y, _, _ = nearest_side(piece, unit.x, unit.y)
    return distance(unit.x, unit.y, round(x), round(y)) <= unit.card.radius + BESIDE


def climb_up(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """An inch up; the last one leads onto the top, and of a wall over it."""
    foot = level_below(state, unit.x, unit.y, unit.z)
    z = min(piece.top, unit.z + INCH)
    fall = (unit.x, unit.y, foot), inches_of(z - foot)
    if z < piece.top:
        return Climbed(unit.x, unit.y, z, True, *fall)
    x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
    if is_wall_to_climb(state, piece):
        for beyond in range(unit.card.radius + CLEAR_OF, unit.card.radius + THICKEST, STEP):
            spot = round(x - out_x * beyond), round(y - out_y * beyond)
            below = level_below(state, *spot, z)
            if not is_cliff(z - below) and has_room(state, unit, *spot, below):
                return Climbed(*spot, below, False, *fall)
        return Refusal("room", RULE, f"There is no room for the {unit.name} behind the {piece.name}.")
    for inward in (unit.card.radius, unit.card.radius // 2, CLEAR_OF):
        spot = round(x - out_x * inward), round(y - out_y * inward)
        if piece.contains(*spot) and has_room(state, unit, *spot, z):
            return Climbed(*spot, z, False, *fall)
    return Refusal("room", RULE, f"There is no room for the {unit.name} at the top of the {piece.name}.")


def climb_down(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """An inch down: over the edge at first, and onto the ground at the last."""
    spot = unit.x, unit.y
    if unit.token(CLIMBING) != HANGING:
        x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
        away = unit.card.radius + CLEAR_OF
        spot = round(x + out_x * away), round(y + out_y * away)
    foot = level_below(state, *spot, unit.z - 1)
    if unit.token(CLIMBING) != HANGING and not is_cliff(unit.z - foot):
        return Refusal("cliff", RULE, f"There is no cliff to climb down: the {unit.name} just goes there.")
    z = max(foot, unit.z - INCH)
    if not has_room(state, unit, *spot, z):
        return Refusal("room", RULE, f"There is no room for the {unit.name} below.")
    return Climbed(*spot, z, z > foot, (*spot, foot), inches_of(unit.z - foot))


def inches_of(mils: int) -> int:
    """Inches of a fall, a part of one counted whole."""
    return -(-mils // INCH)
