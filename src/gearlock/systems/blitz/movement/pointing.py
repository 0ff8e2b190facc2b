"""6: moves completed towards a spot that somebody pointed at."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.system import Aim
from gearlock.mechanics.going import legs
from gearlock.mechanics.going.legs import Pace
from gearlock.systems.blitz.movement.climbing import pointed_climb
from gearlock.systems.blitz.movement.gaits import GAITS, turns_freely, turns_of
from gearlock.systems.blitz.movement.movement import CAUTIOUS, budget_left
from gearlock.systems.blitz.movement.orders import Climb, ExtraTurn, Jump, Move
from gearlock.systems.blitz.state import State, Unit
from gearlock.table.measure import INCH, RIGHT_ANGLE, bearing, distance, turn_between
from gearlock.table.path import Path


@heeds("blitz.6.0", "blitz.6.1", "blitz.6.3-table")
def legs_to(state: State, unit: Unit, gait: str, spot: Aim, length: int) -> Path:
    """By the waypoints to the spot as far as movement lasts, with the turns and at the times the type allows.

    Who may turn only at the end goes straight ahead or back as far as the spot lies, and turns to it then.
    """
    now = state.activation
    made = now.turns if now is not None and now.gait else 0
    pace = Pace(length, turns_of(unit, gait) - made, RIGHT_ANGLE, 2)
    begun = now is not None and now.gait and now.advanced
    if turns_freely(unit, gait) or (GAITS[gait].first and not begun):
        return legs.legs_to(unit, (*spot.via, (spot.x, spot.y)), spot.facing, pace)
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y))
    far = distance(unit.x, unit.y, spot.x, spot.y)
    ahead = min(length, far) if abs(angle) <= RIGHT_ANGLE else -min(length // 2, far)
    if spot.facing is None or pace.turns < 1:
        return ((0, ahead),)
    turn = turn_between(unit.facing, spot.facing)
    return ((0, ahead), (max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn)), 0))


def aim_move(state: State, _ask: Ask, order: Move, spot: Aim) -> Order:
    """Towards the spot with this movement type."""
    unit = state.units[order.unit]
    length = CAUTIOUS if order.cautious else budget_left(state, unit, order.gait)
    path = legs_to(state, unit, order.gait, spot, length)
    return Move(order.unit, order.gait, path, order.last, order.cautious, order.drop)


def aim_climb(state: State, _ask: Ask, order: Climb, spot: Aim) -> Order:
    """Along the wall, unless it is said already where to."""
    return order if order.x or order.y else pointed_climb(state, order, spot.x, spot.y)


def aim_jump(state: State, _ask: Ask, order: Jump, spot: Aim) -> Order:
    """As far ahead, or back, as the spot lies."""
    unit = state.units[order.unit]
    length = min(unit.trait("Jetpack") * INCH, distance(unit.x, unit.y, spot.x, spot.y))
    angle = turn_between(unit.facing, bearing(unit.x, unit.y, spot.x, spot.y))
    return Jump(order.unit, length if abs(angle) <= RIGHT_ANGLE else -length)


def aim_turn(state: State, _ask: Ask, order: ExtraTurn, spot: Aim) -> Order:
    """To face the spot, or the way that was asked for, as far as one turn goes."""
    unit = state.units[order.unit]
    toward = bearing(unit.x, unit.y, spot.x, spot.y) if spot.facing is None else spot.facing
    turn = turn_between(unit.facing, toward)
    return ExtraTurn(order.unit, order.gait, max(-RIGHT_ANGLE, min(RIGHT_ANGLE, turn)))
