"""6: moves made up at random, for bots and tests."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Chooser
from gearlock.mechanics.going.legs import turn_to_somebody
from gearlock.systems.blitz.movement.climbing import pointed_climb
from gearlock.systems.blitz.movement.gaits import GAITS, turns_freely
from gearlock.systems.blitz.movement.movement import CAUTIOUS, budget_left
from gearlock.systems.blitz.movement.orders import Climb, ExtraTurn, Jump, Move
from gearlock.systems.blitz.state import TOP_SPEED, State, Unit, opponent
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.path import Leg

LEAST = INCH // 2
"""The shortest way anybody bothers to go, if it can go farther."""


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order:
    """An advance and a turn at a time the movement type allows; now and then backward. Later guesses are shorter."""
    unit, now = state.units[order.unit], state.activation
    assert now is not None, "only the active model moves"
    budget = (CAUTIOUS if order.cautious else budget_left(state, unit, order.gait)) >> attempt // 2
    length = chooser.randrange(min(budget, LEAST), budget + 1)
    if unit.stance != TOP_SPEED and chooser.randrange(0, 8) == 0:
        length = -(length // 2)
    legs: list[Leg] = [(0, length)]
    free, spent = turns_freely(unit, order.gait), now.gait and now.turns
    if not spent and (free or (GAITS[order.gait].first and not now.advanced and chooser.randrange(0, 2))):
        legs = [(chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1), length)]
    if not spent and order.last and (free or not legs[0][0]) and not order.cautious:
        legs.append((_last_turn(state, unit, legs[0], chooser), 0))
    return Move(order.unit, order.gait, tuple(legs), order.last, order.cautious, order.drop)


def _last_turn(state: State, unit: Unit, leg: Leg, chooser: Chooser) -> int:
    """Towards an enemy as a rule."""
    return turn_to_somebody(unit, leg, list(state.fielded(opponent(unit.seat))), RIGHT_ANGLE, chooser)


def guess_climb(state: State, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the wall, or on the top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return pointed_climb(state, order, x, y)


def guess_jump(state: State, _ask: Ask, order: Jump, chooser: Chooser, _attempt: int) -> Order:
    """Ahead, mostly; back where that is allowed."""
    unit = state.units[order.unit]
    length = chooser.randrange(1, unit.trait("Jetpack") * INCH + 1)
    back = unit.stance != TOP_SPEED and chooser.randrange(0, 8) == 0
    return Jump(order.unit, -length if back else length)


def guess_turn(state: State, _ask: Ask, order: ExtraTurn, chooser: Chooser, _attempt: int) -> Order:
    """To face an enemy, or some other way."""
    unit = state.units[order.unit]
    return ExtraTurn(order.unit, order.gait, _last_turn(state, unit, (0, 0), chooser) or 1)
