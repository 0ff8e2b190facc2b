"""What moves, speeds and waiting would mean: attacks from where they lead, and the danger of being there."""

from __future__ import annotations

from gearlock.kernel.chapters import Show
from gearlock.kernel.orders import Refusal
from gearlock.kernel.view import Leg, Preview, Route
from gearlock.mechanics.judging.staying import with_danger
from gearlock.systems.tactical.command.orders import ABOUT_FACE, EXTRA_ACTION, SpendPoint
from gearlock.systems.tactical.deployment.orders import Deploy
from gearlock.systems.tactical.judging.errands import errand_hope, errand_of, errand_worth
from gearlock.systems.tactical.judging.reckoning import (
    best_of,
    best_worth,
    danger,
    danger_here,
    followed,
    guns_in_hand,
    imagined,
)
from gearlock.systems.tactical.movement.events import SpeedShifted
from gearlock.systems.tactical.movement.moving import judge
from gearlock.systems.tactical.movement.orders import Move, ShiftSpeed
from gearlock.systems.tactical.rounds.orders import Activate, Declare, EndActivation, Settle
from gearlock.systems.tactical.sensors.events import SmokeLaunched
from gearlock.systems.tactical.sensors.orders import LaunchSmoke
from gearlock.systems.tactical.speed import MP, allowance, refuse_pace
from gearlock.systems.tactical.state import CLASSES, COMBAT, EVADING, State, Unit, opponent
from gearlock.systems.tactical.under_way import Activation
from gearlock.table.measure import INCH, distance, inches, turned

AN_INCH = 0.008
"""The worth of an inch nearer to the enemy, or of an inch that could be gone."""
CLOSE = 8 * INCH
"""Nearer than this nobody comes for nearness alone."""
FAR_OFF, FOR_SPEED = 30 * INCH, 0.05
"""From so far on Top Speed is worth something, and how much."""
A_POINT_LESS = 0.65
"""What an attack is worth at a point less, roughly."""
A_POINT = 0.05
"""What a Command Point is kept for."""


def pose_of(unit: Unit) -> tuple[int, int, int]:
    """Where a unit stands and which way it faces."""
    return unit.x, unit.y, unit.facing


def staying(shown: Show[State]) -> Show[State]:
    """An order that leaves the unit where it is, with the danger of that."""
    return with_danger(shown, danger_here)


def preview_deploy(_state: State, _seat: str, order: Deploy) -> Preview:
    """The place alone."""
    return Preview(ends=(order.x, order.y, order.facing))


def at_pace(state: State, unit: Unit, pace: str) -> State:
    """The position in which a unit has been activated at a pace."""
    after = imagined(state, unit)
    after.activation = Activation(unit.id, pace, unit.mode)
    return after


def preview_activation(state: State, _seat: str, order: Activate) -> Preview:
    """What the pace gives an attack from where the unit stands, and a little for each inch it allows."""
    unit = state.units.get(order.unit)
    if (
        unit is None
        or not unit.is_fielded
        or order.pace not in CLASSES
        or refuse_pace(state, unit, order.pace) is not None
    ):
        return Preview()
    there = at_pace(state, unit, order.pace)
    far = allowance(unit, order.pace) * INCH // MP
    gives = best_worth(there, unit) + AN_INCH * far / INCH + errand_hope(state, unit, far)
    risk = danger(there, unit)
    return Preview(gives=gives, hoped=gives, risks=risk, lasting=risk, ends=pose_of(unit))


def nearing(state: State, unit: Unit, end: Unit) -> float:
    """A little for every inch nearer to an enemy, up to the range at which most weapons fire well."""
    foes = list(state.fielded(opponent(unit.seat)))

    def away(figure: Unit) -> int:
        return max(CLOSE, min((distance(figure.x, figure.y, foe.x, foe.y) for foe in foes), default=CLOSE))

    return AN_INCH * (away(unit) - away(end)) / INCH


def preview_move(state: State, _seat: str, order: Move) -> Preview:
    """The best attack there is from where the order ends, and the danger of that place."""
    unit = state.units.get(order.unit)
    now = state.activation
    if unit is None or now is None or now.unit != unit.id:
        return Preview()
    course = judge(state, order)
    if isinstance(course, Refusal):
        return Preview(notes=(course.message,))
    after = imagined(state, course.unit)
    hoped, lasting = best_worth(after, course.unit), danger(after, course.unit)
    legs = tuple(Leg(x, y, f"{inches(spent)} MP") for x, y, spent in course.trail)
    used = f"{inches(course.spent)} of {inches(course.most)} MP"
    route = Route((unit.x, unit.y), legs, used, sum(abs(far) for _, far in order.legs))
    gives = hoped + nearing(state, unit, course.unit) + errand_worth(state, unit, course.unit)
    ends = pose_of(course.unit)
    return Preview(gives=gives, risks=lasting, hoped=hoped, lasting=lasting, ends=ends, route=route)


def preview_settling(state: State, _seat: str, order: Settle) -> Preview:
    """The attack that a steadier aim gives."""
    unit, now = state.units.get(order.unit), state.activation
    if unit is None or now is None or now.unit != unit.id or order.pace not in CLASSES:
        return Preview()
    after = imagined(state, unit)
    after.activation = now.clone()
    after.activation.limit = order.pace
    hoped, lasting = best_worth(after, unit), danger(after, unit)
    return Preview(gives=hoped, hoped=hoped, risks=lasting, lasting=lasting, ends=pose_of(unit))


def preview_shift(state: State, _seat: str, order: ShiftSpeed) -> Preview:
    """Top Speed spoils the aim of a whole round: it is for who is far from any enemy."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    foes = state.fielded(opponent(unit.seat))
    near = any(distance(unit.x, unit.y, foe.x, foe.y) <= FAR_OFF for foe in foes)
    errand = errand_of(state, unit) if not unit.card.weapons else None
    near = near if errand is None else not errand.way(unit)
    worth = FOR_SPEED if near == (order.to == COMBAT) else -FOR_SPEED
    after = followed(state, SpeedShifted(unit.id, order.to)) if state.active() is unit else state
    lasting = danger(after, after.units[unit.id])
    return Preview(gives=worth, risks=lasting, lasting=lasting, ends=pose_of(unit))


def preview_smoke(state: State, _seat: str, order: LaunchSmoke) -> Preview:
    """The danger behind the cloud."""
    unit = state.active()
    if unit is None or unit.id != order.unit or order.x is None or order.y is None:
        return Preview()
    after = followed(state, SmokeLaunched(unit.id, order.x, order.y))
    lasting = danger(after, after.units[unit.id])
    return Preview(risks=lasting, lasting=lasting, ends=pose_of(unit), spot=(order.x, order.y, 0))


def preview_waiting(state: State, _seat: str, order: EndActivation) -> Preview:
    """The danger of staying where one is."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    here = danger_here(state, unit)
    return Preview(risks=here, lasting=here, ends=pose_of(unit))


def preview_declaring(state: State, _seat: str, order: Declare) -> Preview:
    """Evasion saves a part of the danger and gives the attack up; extra Actions are more attacks, and all are worse."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    hoped = best_of(state, unit, state.fielded(opponent(unit.seat)), None)
    if not order.evade:
        attacks = unit.extra + 1
        gives = hoped * ((attacks + order.extra) * A_POINT_LESS**order.extra - attacks)
        return Preview(gives=gives, ends=pose_of(unit))
    there = unit.clone()
    there.tokens[EVADING] = 1
    saved = danger_here(state, unit) - danger(imagined(state, there), there)
    return Preview(gives=saved - hoped, ends=pose_of(unit))


def preview_point(state: State, _seat: str, order: SpendPoint) -> Preview:
    """An extra Action is another attack; an about-face what can be attacked then. A point is worth something too."""
    unit = state.units.get(order.unit)
    if unit is None or not unit.is_fielded:
        return Preview()
    there = unit.clone()
    if order.use == EXTRA_ACTION:
        there.actions = 1
    elif order.use == ABOUT_FACE:
        there.facing = turned(unit.facing, order.angle)
    before = best_worth(state, unit) if order.use == ABOUT_FACE else 0.0
    after = imagined(state, there)
    guns = guns_in_hand(after, there)
    worth = best_of(after, there, state.fielded(opponent(unit.seat)), guns) if guns and there.actions > 0 else 0.0
    lasting, gives = danger(after, there), worth - before - A_POINT
    if state.active() is unit:
        return Preview(gives=gives, risks=lasting, lasting=lasting, ends=pose_of(there))
    safer = danger_here(state, unit) - lasting
    return Preview(gives=gives + max(0.0, safer), risks=max(0.0, -safer), lasting=lasting, ends=pose_of(there))
