"""2.6.4: when a Command Point between two activations can change anything: nobody is asked where it cannot."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.command.orders import ABOUT_FACE, ACTIVATE, SpendPoint
from gearlock.systems.tactical.command.points import refuse_spending, refuse_use
from gearlock.systems.tactical.speed import MP, allowance
from gearlock.systems.tactical.state import COMBAT, HIDDEN, NO_GROUP, TOP, State, Unit, opponent
from gearlock.systems.tactical.switches import STRUCTURES
from gearlock.table.measure import HALF_TURN, INCH, distance

SLACK = 4 * INCH
"""What bases, a skid and the last inch may add to a way."""


@heeds("tactical.2.6.4-activate", "tactical.2.6.4-about-face")
def may_matter(state: State, question: Ask) -> bool:
    """Whether any use of a point now can make a difference: somebody can still get at somebody in this round.

    A unit that is called moves first; one that is turned round only looks another way. Where enemies are hidden nobody
    can tell.
    """
    enemy = opponent(question.seat)
    if any(unit.seat == enemy and unit.status == HIDDEN for unit in state.units.values()):
        return True
    own = [unit for unit in state.fielded(question.seat) if unit.group != NO_GROUP]
    called = [unit for unit in own if refuse_spending(state, question, SpendPoint(unit.id, ACTIVATE)) is None]
    if any(can_meet(state, one, foe, far(state, one)) for one in called for foe in state.fielded(enemy)):
        return True
    turned = [unit for unit in own if refuse_use(state, unit, ABOUT_FACE, HALF_TURN) is None]
    coming = [foe for foe in state.fielded(enemy) if not foe.done or foe.actions > 0]
    return any(can_meet(state, one, foe, 0) for one in turned for foe in coming)


def can_meet(state: State, one: Unit, foe: Unit, moves: int) -> bool:
    """Whether either could come to attack the other, or to where it is, after its move and so much of the other's."""
    most = far(state, foe) + moves + max(reach(one), reach(foe)) + SLACK
    return distance(one.x, one.y, foe.x, foe.y) <= most


@heeds("tactical.2.6.5", "tactical.3.2.5-roads")
def far(state: State, unit: Unit) -> int:
    """How far a unit could get in this round at most, in its best movement system; half as far again on roads."""
    pace = TOP if unit.speed == TOP else COMBAT
    points = max((allowance(unit, pace, mode) for mode in unit.card.modes), default=0)
    return (points + points // 2 * state.switch(STRUCTURES)) * INCH // MP


def reach(unit: Unit) -> int:
    """How far its weapons reach at most."""
    return max((mount.weapon.band_ends()[-1] for mount in unit.card.weapons if mount.weapon.base), default=0)
