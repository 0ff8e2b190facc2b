"""2: moves completed towards a spot that somebody pointed at."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim
from gearlock.systems.brigands.movement.footholds import climb_towards
from gearlock.systems.brigands.movement.movement import budget_left, turns_left
from gearlock.systems.brigands.movement.orders import Climb, Jump, Move, Slide, Turn
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, RIGHT_ANGLE, advance, bearing, distance, turn_between
from gearlock.table.path import Leg


def legs_to(state: State, unit: Unit, gait: str, spot: Aim) -> tuple[Leg, ...]:
    """By the waypoints to the spot, straight from one to the next, as far as movement lasts.

    What lies behind a model that may not turn so far it backs up to. It ends with the facing asked for if there are
    Turns left for that.
    """
    left, spare = budget_left(state, unit, gait), turns_left(state, unit, gait)
    x, y, facing = unit.x, unit.y, unit.facing
    legs: tuple[Leg, ...] = ()
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


def jump_to(unit: Unit, spot: Aim) -> Jump:
    """Straight for the spot as far as the Jetpack carries; backward to what lies behind."""
    power = unit.trait("Jetpack") * INCH
    length = min(power, distance(unit.x, unit.y, spot.x, spot.y))
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y)) if length else 0
    if abs(angle) <= RIGHT_ANGLE:
        return Jump(unit.id, angle, length)
    return Jump(unit.id, turn_between(HALF_TURN, angle % FULL_TURN), -length)


def _aside(unit: Unit, spot: Aim) -> int:
    """How far to the left of a model a spot lies, to the right if negative, within what its Thrusters shift."""
    most = unit.trait("Thrusters") * INCH
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y))
    _, left = advance(0, 0, angle % FULL_TURN, distance(unit.x, unit.y, spot.x, spot.y))
    return max(-most, min(most, left))


def _turns(angle: int) -> tuple[Leg, ...]:
    """A rotation as Turns of at most 90 degrees."""
    if angle == 0:
        return ()
    if abs(angle) <= RIGHT_ANGLE:
        return ((angle, 0),)
    quarter = RIGHT_ANGLE if angle > 0 else -RIGHT_ANGLE
    return ((quarter, 0), (angle - quarter, 0))


def _with_advance(legs: tuple[Leg, ...], length: int) -> tuple[Leg, ...]:
    """Turns, and an advance after the last of them."""
    if not length:
        return legs
    return (*legs[:-1], (legs[-1][0], length)) if legs else ((0, length),)


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order:
    """Towards the spot with this movement type."""
    legs = legs_to(state, state.units[order.unit], order.gait, spot)
    return Move(order.unit, order.gait, legs, order.last, order.drop)


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the face, unless it is said already where to."""
    return order if order.x or order.y else climb_towards(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """Straight for the spot."""
    return jump_to(state.units[order.unit], spot)


def aim_slide(state: State, _ask: Ask, order: Slide, spot: Aim) -> Order:
    """As far aside as the spot lies."""
    return Slide(order.unit, _aside(state.units[order.unit], spot))


def aim_turn(state: State, _ask: Ask, order: Turn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return Turn(order.unit, turn_between(unit.facing, toward))
