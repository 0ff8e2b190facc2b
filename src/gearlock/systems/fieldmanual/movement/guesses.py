"""Moves made up at random, for bots and tests: as a rule they end facing an enemy."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.system import Chooser
from gearlock.mechanics.going.legs import turn_to_somebody
from gearlock.systems.fieldmanual.movement.climbing import pointed_climb
from gearlock.systems.fieldmanual.movement.jumping import power_of
from gearlock.systems.fieldmanual.movement.least import onward
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.movement.pointing import as_far, mils_left, steered
from gearlock.systems.fieldmanual.movement.reach import still_obliged
from gearlock.systems.fieldmanual.movement.turning import TURN, moves_freely
from gearlock.systems.fieldmanual.state import REVERSE, State, Unit, opponent
from gearlock.table.measure import FULL_TURN, HALF_TURN, INCH, advance, bearing, turn_between, turned
from gearlock.table.path import Path

LEAST = INCH // 2
ROUGHLY = 5
"""Halvings of a way that is made up: who guesses needs no hundredth of an inch."""


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order | None:
    """Somewhere within reach. Later guesses are shorter."""
    unit = state.units[order.figure or order.unit]
    budget = mils_left(state, unit) >> attempt // 2
    if attempt and budget and onward(state, unit) is None:
        budget = 0
    if moves_freely(unit):
        return _freely(state, unit, order, chooser, budget, attempt)
    least = min(budget, max(LEAST, still_obliged(state, unit)))
    length = chooser.randrange(least, budget + 1) if budget else 0
    ahead = turned(unit.facing, HALF_TURN) if unit.band == REVERSE else unit.facing
    angle = chooser.randrange(-TURN, TURN + 1) if chooser.randrange(0, 3) else 0
    spot = advance(unit.x, unit.y, turned(ahead, angle), max(length, INCH))
    path = steered(state, unit, (spot,) if length else (), _face_an_enemy(state, unit, spot, chooser), length)
    return _shortened(state, Move(order.unit, path, order.figure), attempt) if path else None


def _shortened(state: State, order: Move, attempt: int) -> Move:
    """A first guess as it is, a later one as far as it can be gone."""
    found = as_far(state, order, ROUGHLY) if attempt else order
    return order if isinstance(found, Refusal) else found


def _freely(state: State, unit: Unit, order: Move, chooser: Chooser, budget: int, attempt: int) -> Move:
    """Any way, and then towards an enemy; or keeping its facing."""
    length = chooser.randrange(min(budget, LEAST), budget + 1) if budget else 0
    angle = chooser.randrange(-HALF_TURN, HALF_TURN)
    leg = (angle, length)
    if order.aside:
        return _shortened(state, Move(order.unit, (leg,), order.figure, True), attempt)
    foes = list(state.fielded(opponent(unit.seat)))
    last = turn_to_somebody(unit, leg, foes, HALF_TURN, chooser)
    path: Path = (leg, (last, 0)) if last else (leg,)
    return _shortened(state, Move(order.unit, path, order.figure), attempt)


def _face_an_enemy(state: State, unit: Unit, spot: tuple[int, int], chooser: Chooser) -> int | None:
    """The facing towards an enemy from a place, as a rule."""
    foes = list(state.fielded(opponent(unit.seat)))
    if not foes or chooser.randrange(0, 4) == 0:
        return None
    foe = chooser.choice(foes)
    return bearing(*spot, foe.x, foe.y)


def guess_climb(state: State, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the cliff, or on its top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.figure or order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return pointed_climb(state, order, x, y)


def guess_jump(state: State, _ask: Ask, order: Jump, chooser: Chooser, attempt: int) -> Order:
    """Ahead, later guesses shorter."""
    most = power_of(state.units[order.figure or order.unit]) >> attempt // 2
    return Jump(order.unit, chooser.randrange(1, max(2, most + 1)), order.figure)


def guess_quick(state: State, _ask: Ask, order: Decelerate | QuickTurn, chooser: Chooser, _attempt: int) -> Order:
    """To face an enemy, or some other way."""
    unit = state.units[order.unit]
    most = TURN if isinstance(order, Decelerate) else 2 * TURN
    facing = _face_an_enemy(state, unit, (unit.x, unit.y), chooser)
    angle = chooser.randrange(0, FULL_TURN) - HALF_TURN if facing is None else turn_between(unit.facing, facing)
    return type(order)(order.unit, max(-most, min(most, angle)) or 1)
