"""Completing an open option towards a spot that somebody pointed at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Aim
from gearlock.systems.brigands import orders as o
from gearlock.systems.brigands.answering.legality import refuse
from gearlock.systems.brigands.beginning.zones import faces
from gearlock.systems.brigands.companions.answers import COMPANIONS_AIMS
from gearlock.systems.brigands.moving.footholds import climb_towards
from gearlock.systems.brigands.moving.movement import budget_left, turns_left
from gearlock.systems.brigands.moving.terrain import is_building
from gearlock.systems.brigands.objectives.answers import OBJECTIVES_AIMS
from gearlock.systems.brigands.observation.answers import OBSERVATION_AIMS
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, RIGHT_ANGLE, advance, bearing, distance, turn_between


def aim(state: State, ask: Ask, option: Option, spot: Aim) -> Order | Refusal:
    """The legal order that comes nearest to the spot, or why there is none."""
    order = option.order
    if isinstance(order, o.Deploy):
        facing = faces(state, ask.seat)
        order = o.Deploy(order.unit, spot.x, spot.y, facing if spot.facing is None else spot.facing % FULL_TURN)
    elif isinstance(order, o.Move):
        legs = legs_to(state, state.units[order.unit], order.gait, spot)
        order = o.Move(order.unit, order.gait, legs, order.last, order.drop)
    elif isinstance(order, o.Climb) and not (order.x or order.y):
        order = climb_towards(state, order, spot.x, spot.y)
    elif isinstance(order, o.Jump):
        order = jump_to(state.units[order.unit], spot)
    elif isinstance(order, o.Slide):
        order = o.Slide(order.unit, _aside(state.units[order.unit], spot))
    elif isinstance(order, o.Turn):
        unit = state.units[order.unit]
        toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
        order = o.Turn(order.unit, turn_between(unit.facing, toward))
    elif isinstance(order, o.Attack) and not order.targets:
        order = o.Attack(order.unit, order.weapon, order.category, (), (spot.x, spot.y, 0))
    elif isinstance(order, o.Demolish):
        here = [piece.id for piece in state.ground.pieces_at(spot.x, spot.y) if is_building(piece)]
        order = o.Demolish(order.unit, order.weapon, order.category, here[0] if here else "")
    towards = _AIMS.get(type(order))
    if towards is not None:
        order = towards(state, ask, order, spot)
    refusal = refuse(state, ask, order)
    return order if refusal is None else refusal


def legs_to(state: State, unit: Unit, gait: str, spot: Aim) -> tuple[o.Leg, ...]:
    """By the waypoints to the spot, straight from one to the next, as far as movement lasts.

    What lies behind a model that may not turn so far it backs up to. It ends with the facing asked for if there are
    Turns left for that.
    """
    left, spare = budget_left(state, unit, gait), turns_left(state, unit, gait)
    x, y, facing = unit.x, unit.y, unit.facing
    legs: tuple[o.Leg, ...] = ()
    for to_x, to_y in (*spot.via, (spot.x, spot.y)):
        length = distance(x, y, to_x, to_y)
        angle = turn_between(facing, bearing(x, y, to_x, to_y)) if length else 0
        turns = _turns(angle)
        spare -= len(turns)
        if spare < 0 and abs(angle) > RIGHT_ANGLE:
            return legs + _with_advance(_turns(turn_between(HALF_TURN, angle % FULL_TURN)), -min(length, left // 2))
        legs += _with_advance(turns, min(length, left))
        left -= min(length, left)
        x, y, facing = to_x, to_y, (facing + angle) % FULL_TURN
    if spot.facing is None:
        return legs
    final = _turns(turn_between(facing, spot.facing % FULL_TURN))
    return legs + final if len(final) <= spare else legs


def jump_to(unit: Unit, spot: Aim) -> o.Jump:
    """Straight for the spot as far as the Jetpack carries; backward to what lies behind."""
    power = unit.trait("Jetpack") * INCH
    length = min(power, distance(unit.x, unit.y, spot.x, spot.y))
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y)) if length else 0
    if abs(angle) <= RIGHT_ANGLE:
        return o.Jump(unit.id, angle, length)
    return o.Jump(unit.id, turn_between(HALF_TURN, angle % FULL_TURN), -length)


def _aside(unit: Unit, spot: Aim) -> int:
    """How far to the left of a model a spot lies, to the right if negative, within what its Thrusters shift."""
    most = unit.trait("Thrusters") * INCH
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y))
    _, left = advance(0, 0, angle % FULL_TURN, distance(unit.x, unit.y, spot.x, spot.y))
    return max(-most, min(most, left))


def _turns(angle: int) -> tuple[o.Leg, ...]:
    """A rotation as Turns of at most 90 degrees."""
    if angle == 0:
        return ()
    if abs(angle) <= RIGHT_ANGLE:
        return ((angle, 0),)
    quarter = RIGHT_ANGLE if angle > 0 else -RIGHT_ANGLE
    return ((quarter, 0), (angle - quarter, 0))


def _with_advance(legs: tuple[o.Leg, ...], length: int) -> tuple[o.Leg, ...]:
    """Turns, and an advance after the last of them."""
    if not length:
        return legs
    return (*legs[:-1], (legs[-1][0], length)) if legs else ((0, length),)


_AIMS: dict[type[Order], Callable[[State, Ask, Any, Aim], Order]] = {
    **OBSERVATION_AIMS,
    **COMPANIONS_AIMS,
    **OBJECTIVES_AIMS,
}
