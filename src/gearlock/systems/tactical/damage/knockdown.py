"""3.2.3: walkers knocked down by the force of a hit."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.cards import WALKER
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.driving import is_driverless, piloting_lines
from gearlock.systems.tactical.damage.events import KnockedDown
from gearlock.systems.tactical.damage.levels import NONE
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.state import FALLEN, HEAVY, LIGHT, ON_TABLE, State, Unit
from gearlock.systems.tactical.switches import FALLING

RULE = "tactical.3.2.3"


@heeds("tactical.3.2.3")
def is_staggered(unit: Unit, amount: int) -> bool:
    """Whether so much damage may throw it off its feet: twice its Size or more, in Walker movement, while it stands."""
    walks = unit.mode == WALKER and not unit.is_infantry and not unit.token(FALLEN)
    return walks and amount >= 2 * unit.card.size


@heeds("tactical.3.2.3")
def is_knocked(state: State, unit_id: str, blow: Blow) -> bool:
    """Whether a blow asks a unit to keep its feet."""
    unit = state.units[unit_id]
    if not state.switch(FALLING) or not blow.knocks or unit.status not in ON_TABLE:
        return False
    return is_staggered(unit, blow.amount)


@rule("tactical.3.2.3")
def resolve_footing(ctx: Ctx[State], unit_id: str, blow: Blow) -> Script[str]:
    """A Piloting test against 1 more than the margin: a tie stays up. Gives the damage of the fall: Light, or Heavy.

    A walker that nobody drives just falls.
    """
    against = 1 + max(0, blow.margin)
    if is_driverless(ctx.state.units[unit_id]):
        ctx.emit(KnockedDown(unit_id))
        return LIGHT
    lines = piloting_lines(ctx.state.units[unit_id])
    found = yield from throw_test(ctx, Test("keeping its feet", unit_id, lines, RULE, against))
    if found.total >= against and not found.fumbled:
        return NONE
    ctx.emit(KnockedDown(unit_id))
    return HEAVY if found.fumbled else LIGHT
