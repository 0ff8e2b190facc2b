"""4.1.4: Friendly Fire: a plane drops what it has left on whoever is there."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical.assets import FIGHTER_BOMBER
from gearlock.systems.tactical.dice_tests.tests import throw_dice
from gearlock.systems.tactical.plots import FRIENDLY_FIRE
from gearlock.systems.tactical.state import SEATS, State, opponent
from gearlock.systems.tactical.subplots.lots import due, foresee, pick
from gearlock.systems.tactical.support.air import attack_run, line_through
from gearlock.table.measure import FULL_TURN, RIGHT_ANGLE

RULE: Final = "tactical.4.1.4-friendly-fire"
SIXTH: Final = FULL_TURN // 6


@heeds("tactical.4.1.4-friendly-fire")
def resolve_planes(ctx: Ctx[State], seat: str) -> Script[None]:
    """A die says in which round the plane comes."""
    yield from foresee(ctx, seat, FRIENDLY_FIRE, RULE)


@rule("tactical.4.1.4-friendly-fire")
@heeds("tactical.4.1.3-air")
def resolve_friendly_fire(ctx: Ctx[State]) -> Script[None]:
    """In Step Four of its round a Fighter-Bomber crosses the table over a random enemy, in a direction by a die.

    A 1 is straight up the table, each number more a sixth of a turn clockwise. Its attacks are at whoever is in its
    corridor, friend or foe, by lot.
    """
    for seat in SEATS:
        for _ in range(due(ctx.state, seat, FRIENDLY_FIRE)):
            found = [unit for unit in ctx.state.fielded(opponent(seat)) if not unit.carrier]
            if not found:
                continue
            name = yield from pick("whom the plane is over", found, seat, RULE)
            (face,) = yield from throw_dice(ctx, "way of the plane", 1, seat, name, RULE)
            unit = ctx.state.units[name]
            facing = (RIGHT_ANGLE - SIXTH * (face - 1)) % FULL_TURN
            line = line_through(ctx.state, unit.x, unit.y, facing)
            yield from attack_run(ctx, seat, FIGHTER_BOMBER, *line, at_random=True)
