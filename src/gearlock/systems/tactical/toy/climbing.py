"""3.9.2: climbing: a length straight up a cliff face, or down again; who is not up yet hangs there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx
from gearlock.mechanics.ground.forms import is_solid
from gearlock.mechanics.ground.surfaces import nearest_side
from gearlock.systems.tactical.movement.room import has_room, level_below
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.toy.activity import CLIMB, MOVES, refuse_gait
from gearlock.systems.tactical.toy.block_and_run import reach_goal
from gearlock.systems.tactical.toy.events import ToyClimbed
from gearlock.systems.tactical.toy.orders import ClimbFace
from gearlock.systems.tactical.toy.toys import hangs, length_of, step_of
from gearlock.table.measure import distance, inches_text
from gearlock.table.terrain import Piece

NEAR: Final = 10
"""A face is climbed from within so great a part of a length, base to face."""
CLEAR: Final = 2
"""Mils between a base and the face it hangs on."""


class Climbed(NamedTuple):
    """Where a climb ends, and whether on the face."""

    x: int
    y: int
    z: int
    hangs: bool


def find_climb(state: State, order: ClimbFace) -> Climbed | Refusal:
    """Where a climb leads, or why there is none."""
    unit = state.units.get(order.unit)
    if unit is None:
        return Refusal("unit", MOVES, f"There is no toy {order.unit or 'without a name'}.")
    if (refusal := refuse_gait(state, unit, CLIMB)) is not None:
        return refusal
    piece = next((each for each in near_pieces(state, unit) if each.id == order.piece), None)
    if piece is None:
        message = f"The {unit.name} is not at the side of anything called '{order.piece}': walk up to it first."
        return Refusal("face", MOVES, message)
    return climb_up(state, unit, piece) if order.up else climb_down(state, unit, piece)


def near_pieces(state: State, unit: Unit) -> Iterator[Piece]:
    """The things whose side is within reach of a toy, or that it stands on near the edge."""
    reach = unit.card.radius + length_of(state) // NEAR
    for piece in state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach):
        if is_solid(piece) and piece.base <= unit.z:
            x, y, _, _ = nearest_side(piece, unit.x, unit.y)
            if distance(unit.x, unit.y, round(x), round(y)) <= reach:
                yield piece


@heeds("tactical.3.9.2-movement")
def climb_up(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """A length up, no farther than the top, where it comes to stand; it need not get so far in one round."""
    rise = piece.top - unit.z
    if piece.contains(unit.x, unit.y) or rise <= step_of(state):
        message = f"There is nothing to climb up at the {piece.name}: the {unit.name} just walks."
        return Refusal("low", MOVES, message)
    z = unit.z + min(rise, length_of(state))
    if z < piece.top:
        return Climbed(unit.x, unit.y, z, True)
    x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
    for inward in (unit.card.radius, CLEAR):
        spot = round(x - out_x * inward), round(y - out_y * inward)
        if piece.footing and piece.contains(*spot) and has_room(state, unit, *spot, z):
            return Climbed(*spot, z, False)
    return Refusal("room", MOVES, f"There is no room for the {unit.name} on top of the {piece.name}.")


@heeds("tactical.3.9.2-movement")
def climb_down(state: State, unit: Unit, piece: Piece) -> Climbed | Refusal:
    """A length down: over the edge at first, and onto what is below at the last."""
    spot = unit.x, unit.y
    if not hangs(unit):
        if unit.z != piece.top or not piece.contains(unit.x, unit.y):
            return Refusal("low", MOVES, f"The {unit.name} is not on the {piece.name}: nothing to climb down.")
        x, y, out_x, out_y = nearest_side(piece, unit.x, unit.y)
        away = unit.card.radius + CLEAR
        spot = round(x + out_x * away), round(y + out_y * away)
    foot = level_below(state, *spot, unit.z)
    if unit.z - foot <= step_of(state) and not hangs(unit):
        return Refusal("low", MOVES, f"There is nothing to climb down at the {piece.name}.")
    z = max(foot, unit.z - length_of(state))
    if not has_room(state, unit, *spot, z) or _is_wet(state, *spot):
        return Refusal("room", MOVES, f"There is no room for the {unit.name} below the {piece.name}.")
    return Climbed(*spot, z, z > foot)


def _is_wet(state: State, x: int, y: int) -> bool:
    return any(piece.kind == "water" for piece in state.ground.pieces_at(x, y))


def refuse_climb(state: State, _ask: Ask, order: ClimbFace) -> Refusal | None:
    """Why a toy cannot climb there."""
    found = find_climb(state, order)
    return found if isinstance(found, Refusal) else None


def resolve_climb(ctx: Ctx[State], order: ClimbFace) -> None:
    """Climb there."""
    found = find_climb(ctx.state, order)
    assert isinstance(found, Climbed), "the order was judged before"
    ctx.emit(ToyClimbed(order.unit, found.x, found.y, found.z, found.hangs, order.up, CLIMB))
    reach_goal(ctx, order.unit)


def offer_climbs(state: State, unit: Unit) -> Iterator[Option]:
    """Up and down whatever it stands at."""
    if refuse_gait(state, unit, CLIMB) is not None:
        return
    for piece in near_pieces(state, unit):
        for up in (True, False):
            order = ClimbFace(unit.id, piece.id, up)
            found = find_climb(state, order)
            if isinstance(found, Climbed):
                way = "up" if up else "down"
                rest = ", and hang there" if found.hangs else ""
                label = f"Climb {way} the {piece.name} ({inches_text(abs(found.z - unit.z))} in{rest})"
                yield Pick(label, order, MOVES)
