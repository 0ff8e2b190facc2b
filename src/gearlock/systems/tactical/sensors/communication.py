"""3.3.1: Communication rolls under enemy ECM, and Command Points that have to get through it."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.dice_tests.tests import EW, Test, skill_lines, throw_test
from gearlock.systems.tactical.line_of_sight.fittings import COMMUNICATIONS, GONE, aux_loss
from gearlock.systems.tactical.sensors.events import Communicated
from gearlock.systems.tactical.sensors.jamming import jamming_threshold
from gearlock.systems.tactical.state import State, Unit

RULE: Final = "tactical.3.3.1-ecm"
BY_HAND: Final = -2
"""The Communications rating of an infantry squad."""


@heeds("tactical.3.3.1-ecm", "tactical.3.3.1-command-points")
def communication_lines(unit: Unit, is_action: bool = False) -> tuple[Modifier, ...]:
    """A Communication roll: Electronic Warfare and the Communications rating; a squad its Skill and -2."""
    rating = BY_HAND if unit.is_infantry else unit.card.communications
    lines = [*skill_lines(unit, EW)]
    if rating:
        lines.append(result(rating, "Communications", RULE))
    if loss := aux_loss(unit, COMMUNICATIONS):
        lines.append(result(-loss, "damaged Communications", "tactical.3.5.1-auxiliary"))
    return (*lines, *(extra_lines(unit) if is_action else ()))


def can_communicate(unit: Unit) -> bool:
    """Whether it has anything to communicate with: Communications that are not destroyed."""
    return aux_loss(unit, COMMUNICATIONS) < GONE


@heeds("tactical.3.3.1-ecm")
def resolve_communication(
    ctx: Ctx[State], unit_id: str, purpose: str, is_action: bool = False, to: str = "", unnamed: bool = False
) -> Script[bool]:
    """A unit communicates; True if it gets through. Only enemy ECM has to be beaten: without any nobody rolls.

    Where it is known to whom it speaks, the jamming over that unit counts as well. Whoever is to stay `unnamed` is not
    told with its dice.
    """
    unit = ctx.state.units[unit_id]
    ends = (unit, ctx.state.units[to]) if to else (unit,)
    against = max(jamming_threshold(ctx.state, end) for end in ends)
    if against < 0:
        return True
    named = "" if unnamed else unit_id
    test = Test("communication", named, communication_lines(unit, is_action), RULE, against, seat=unit.seat)
    rolled = yield from throw_test(ctx, test)
    passed = not rolled.fumbled and rolled.total > against
    ctx.emit(Communicated(named, purpose, rolled.total, against, passed))
    return passed


@rule("tactical.3.3.1-command-points")
@heeds("tactical.2.6.4")
def resolve_passing(ctx: Ctx[State], commander_id: str, to: str = "") -> Script[bool]:
    """The commanding unit passes a Command Point on; True if it gets through to whoever is to use it.

    It tests where jamming lies over itself or over the receiver; who commands is not told by that.
    """
    return (yield from resolve_communication(ctx, commander_id, "a Command Point", to=to, unnamed=True))
