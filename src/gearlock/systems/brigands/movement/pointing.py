"""2: moves completed towards a spot that somebody pointed at."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim
from gearlock.mechanics.going import legs
from gearlock.mechanics.going.legs import Pace, aside_of
from gearlock.systems.brigands.movement.climbing import pointed_climb
from gearlock.systems.brigands.movement.movement import budget_left, turns_left
from gearlock.systems.brigands.movement.orders import Climb, Jump, Move, Slide, Turn
from gearlock.systems.brigands.state import State, Unit
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, RIGHT_ANGLE, bearing, distance, turn_between
from gearlock.table.path import Path


@heeds("brigands.2.2", "brigands.2.2a")
def legs_to(state: State, unit: Unit, gait: str, spot: Aim) -> Path:
    """By the waypoints to the spot as far as movement lasts; backing up counts twice."""
    pace = Pace(budget_left(state, unit, gait), turns_left(state, unit, gait), RIGHT_ANGLE, 2)
    return legs.legs_to(unit, (*spot.via, (spot.x, spot.y)), spot.facing, pace)


def jump_to(unit: Unit, spot: Aim) -> Jump:
    """Straight for the spot as far as the Jetpack carries; backward to what lies behind."""
    power = unit.trait("Jetpack") * INCH
    length = min(power, distance(unit.x, unit.y, spot.x, spot.y))
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y)) if length else 0
    if abs(angle) <= RIGHT_ANGLE:
        return Jump(unit.id, angle, length)
    return Jump(unit.id, turn_between(HALF_TURN, angle % FULL_TURN), -length)


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order:
    """Towards the spot with this movement type."""
    path = legs_to(state, state.units[order.unit], order.gait, spot)
    return Move(order.unit, order.gait, path, order.last, order.drop)


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the face, unless it is said already where to."""
    return order if order.x or order.y else pointed_climb(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """Straight for the spot."""
    return jump_to(state.units[order.unit], spot)


def aim_slide(state: State, _ask: Ask, order: Slide, spot: Aim) -> Order:
    """As far aside as the spot lies, within what Thrusters shift."""
    unit = state.units[order.unit]
    most = unit.trait("Thrusters") * INCH
    return Slide(order.unit, max(-most, min(most, aside_of(unit, spot.x, spot.y))))


def aim_turn(state: State, _ask: Ask, order: Turn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    return Turn(order.unit, turn_between(unit.facing, toward))
