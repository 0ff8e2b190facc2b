"""3.2.1: falling damage."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.losing import lose
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.state import State

RULE = "tactical.3.2.1-falling"
FALL_DICE = 2


@heeds("tactical.3.2.1-falling")
def fall_damage(rolled: int, size: int, inches: int) -> int:
    """What a fall does: what two dice came to, times Size, times inches."""
    return rolled * max(1, size) * inches


@rule("tactical.3.2.1-falling")
def resolve_fall(ctx: Ctx[State], unit_id: str, inches: int, by: str = "") -> Script[None]:
    """A unit falls so many inches; a Fumble destroys it outright."""
    lines = (dice(FALL_DICE, f"a fall of {inches} in", RULE),)
    found = yield from throw_test(ctx, Test("falling", unit_id, lines, RULE))
    amount = fall_damage(found.total, ctx.state.units[unit_id].card.size, inches)
    blow = Blow(amount, by=by, rule=RULE, cause="a fall", screened=False)
    if found.fumbled:
        lose(ctx, unit_id, blow, rule_id=RULE)
    else:
        yield from resolve_damage(ctx, unit_id, blow)
