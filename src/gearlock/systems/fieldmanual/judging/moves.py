"""What moves, speeds and waiting would mean: attacks from where they lead, and the danger of being there."""

from __future__ import annotations

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Refusal
from gearlock.kernel.view import Preview
from gearlock.mechanics.judging.staying import with_danger
from gearlock.systems.fieldmanual.deployment.orders import Deploy
from gearlock.systems.fieldmanual.judging.danger import best_worth, danger, danger_here
from gearlock.systems.fieldmanual.judging.errands import errand_hope, errand_worth
from gearlock.systems.fieldmanual.judging.outlook import KEPT_FOR_AN_ANSWER
from gearlock.systems.fieldmanual.judging.reckoning import imagined
from gearlock.systems.fieldmanual.movement.climbing import trace_climb
from gearlock.systems.fieldmanual.movement.deceleration import band_after
from gearlock.systems.fieldmanual.movement.events import Climbed, hold_on, push_on
from gearlock.systems.fieldmanual.movement.jumping import trace_jump
from gearlock.systems.fieldmanual.movement.least import what_ending_does
from gearlock.systems.fieldmanual.movement.moving import judge
from gearlock.systems.fieldmanual.movement.orders import Climb, Decelerate, Jump, Move, QuickTurn
from gearlock.systems.fieldmanual.movement.routes import route_of
from gearlock.systems.fieldmanual.rounds.orders import Activate, EndActivation
from gearlock.systems.fieldmanual.state import BANDS, STUN, TOP, State, Unit, opponent
from gearlock.table.measure import INCH, distance, turned

WORTH_OF_AN_INCH = 0.004
DRIVEN = 0.2
"""What it costs to be driven into something, in shares of a model."""
CLOSE = 12 * INCH
"""Nearer than this nobody comes for nearness alone."""


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a model stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the model where it is, with the danger of that, so that orders can be compared."""
    return with_danger(shown, danger_here)


def preview_deploy(_state: State, _seat: str, order: Deploy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def preview_activation(state: State, _seat: str, order: Activate) -> Preview:
    """What the speed gives an attack from where the model stands, and a little for each inch it allows."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded or order.band not in BANDS:
        return Preview()
    poised = unit.clone()
    poised.mode, poised.band = order.mode, order.band
    poised.tokens.pop(STUN, None)
    poised.actions -= int(order.band == TOP)
    there = imagined(state, poised)
    row = poised.row
    inches = {"top": row.top, "combat": row.combat, "reverse": row.combat / 2}.get(order.band, 1)
    gives = best_worth(there, poised) + WORTH_OF_AN_INCH * inches + errand_hope(state, unit, round(inches * INCH))
    risk = danger(there, poised)
    return Preview(gives=gives, hoped=gives, risks=risk, lasting=risk, ends=pose_of(unit))


def nearing(state: State, unit: Unit, end: Unit) -> float:
    """A little for every inch nearer to an enemy, up to the range at which most weapons fire best."""

    def away(figure: Unit) -> int:
        far = [distance(figure.x, figure.y, foe.x, foe.y) for foe in state.fielded(opponent(unit.seat))]
        return max(CLOSE, min(far, default=CLOSE))

    return WORTH_OF_AN_INCH * (away(unit) - away(end)) / INCH


def preview_move(state: State, _seat: str, order: Move | Climb | Jump) -> Preview:
    """The best attack there is from where the order ends, and the danger of that place."""
    unit = state.units.get(order.unit)
    if unit is None or not state.is_active(unit):
        return Preview()
    end = _traced(state, order)
    if isinstance(end, Refusal):
        return Preview(notes=(end.message,))
    after = imagined(state, end)
    hoped, lasting = best_worth(after, end), danger(after, end)
    route, errand = route_of(state, order), errand_worth(state, unit, end) + nearing(state, unit, end)
    return Preview(gives=hoped + errand, risks=lasting, hoped=hoped, lasting=lasting, ends=pose_of(end), route=route)


def _traced(state: State, order: Move | Climb | Jump) -> Unit | Refusal:
    """The figure where an order of movement would leave it."""
    if isinstance(order, Move):
        course = judge(state, order)
        return course if isinstance(course, Refusal) else course.unit
    found = trace_climb(state, order) if isinstance(order, Climb) else trace_jump(state, order)
    if isinstance(found, Refusal):
        return found
    there = state.units[order.figure or order.unit].clone()
    there.x, there.y, there.z = found.x, found.y, found.z
    if isinstance(found, Climbed):
        hold_on(there, found.hangs)
    else:
        push_on(there, found.band)
        there.actions -= int(found.paid)
    return there


def preview_quick(state: State, _seat: str, order: Decelerate | QuickTurn) -> Preview:
    """The best attack after the turn, with a Stun counter and at the speed that is left."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    there = unit.clone()
    there.facing, there.band = turned(unit.facing, order.angle), band_after(unit, order)
    there.tokens[STUN] = 1
    after = imagined(state, there)
    hoped, lasting = best_worth(after, there), danger(after, there)
    return Preview(gives=hoped, risks=lasting, hoped=hoped, lasting=lasting, ends=pose_of(there))


def preview_waiting(state: State, _seat: str, order: EndActivation) -> Preview:
    """The danger of staying where one is; Actions saved are worth a part of what they could do now."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    kept = KEPT_FOR_AN_ANSWER * best_worth(state, unit)
    fate = what_ending_does(state, unit) if state.is_active(unit) else ""
    notes = (f"It must go on and cannot: it {fate}.",) if fate else ()
    return Preview(gives=kept, risks=here + DRIVEN * bool(fate), lasting=here, ends=pose_of(unit), notes=notes)
