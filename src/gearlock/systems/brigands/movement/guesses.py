"""2: moves made up at random, for bots and tests."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Order
from gearlock.kernel.system import Aim, Chooser
from gearlock.mechanics.going.climbing import nearest_face
from gearlock.mechanics.going.legs import turn_to_somebody
from gearlock.systems.brigands.mending.repairs import way_to_patient
from gearlock.systems.brigands.movement.climbing import approach, can_climb, pointed_climb
from gearlock.systems.brigands.movement.movement import budget_left, turns_left
from gearlock.systems.brigands.movement.orders import Climb, Jump, Move, Slide, Turn
from gearlock.systems.brigands.movement.pointing import legs_to
from gearlock.systems.brigands.objectives.wanted_places import errand_spot
from gearlock.systems.brigands.state import State, Unit, opponent
from gearlock.systems.brigands.transport.transport import way_to_transport
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.path import Leg


def guess_move(state: State, _ask: Ask, order: Move, chooser: Chooser, attempt: int) -> Order:
    """A turn and an advance, sometimes backward; who may turn again may do so at the end. Later guesses are shorter.

    Now and then Recovery models go to a friend in need, Infantry to a transport, anybody to where an Objective is won.
    """
    unit = state.units[order.unit]
    budget = budget_left(state, unit, order.gait) >> attempt // 2
    if attempt == 0 and order.gait == "W" and not order.drop and can_climb(unit) and chooser.randrange(0, 4) == 0:
        wall = nearest_face(state.ground, unit, budget)
        if wall is not None:
            return Move(order.unit, order.gait, approach(unit, wall), order.last)
    if attempt == 0 and (unit.has("Recovery") or unit.has("Transportable")) and chooser.randrange(0, 2) == 0:
        way = way_to_patient(state, unit, budget) if unit.has("Recovery") else way_to_transport(state, unit, budget)
        if way is not None:
            return Move(order.unit, order.gait, way, order.last, order.drop)
    if attempt == 0 and state.pursuits and chooser.randrange(0, 3) == 0:
        spot = errand_spot(state, unit, chooser)
        if spot is not None:
            return Move(order.unit, order.gait, legs_to(state, unit, order.gait, Aim(*spot)), order.last, order.drop)
    angle = chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    back = chooser.randrange(0, 8) == 0
    length = chooser.randrange(0, budget + 1)
    legs = [(angle, -(length // 2) if back else length)]
    turns = turns_left(state, unit, order.gait)
    if turns > 1 and chooser.randrange(0, 4):
        legs.append((_last_turn(state, unit, legs[0], chooser), 0))
    if turns <= 0:
        legs = [(0, legs[0][1])]
    return Move(order.unit, order.gait, tuple(legs), order.last, order.drop)


def _last_turn(state: State, unit: Unit, leg: Leg, chooser: Chooser) -> int:
    """Towards an enemy as a rule."""
    return turn_to_somebody(unit, leg, list(state.fielded(opponent(unit.seat))), RIGHT_ANGLE, chooser)


def guess_climb(state: State, _ask: Ask, order: Climb, chooser: Chooser, _attempt: int) -> Order:
    """Somewhere else at the face, or on the top."""
    if order.x or order.y:
        return order
    unit, reach = state.units[order.unit], 2 * INCH
    x, y = unit.x + chooser.randrange(-reach, reach), unit.y + chooser.randrange(-reach, reach)
    return pointed_climb(state, order, x, y)


def guess_jump(state: State, _ask: Ask, order: Jump, chooser: Chooser, _attempt: int) -> Order:
    power = state.units[order.unit].trait("Jetpack") * INCH
    length = chooser.randrange(1, power + 1)
    angle = chooser.randrange(-RIGHT_ANGLE, RIGHT_ANGLE + 1)
    return Jump(order.unit, angle, length if chooser.randrange(0, 8) else -length)


def guess_slide(state: State, _ask: Ask, order: Slide, chooser: Chooser, _attempt: int) -> Order:
    most = state.units[order.unit].trait("Thrusters") * INCH
    return Slide(order.unit, chooser.randrange(-most, most + 1))


def guess_turn(state: State, _ask: Ask, order: Turn, chooser: Chooser, _attempt: int) -> Order:
    return Turn(order.unit, _last_turn(state, state.units[order.unit], (0, 0), chooser))
