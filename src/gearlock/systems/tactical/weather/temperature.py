"""3.7: extreme cold and heat: vehicles without protection break down."""

from __future__ import annotations

from typing import Final

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.dice_tests.tests import throw_die
from gearlock.systems.tactical.line_of_sight.conditions import is_strained
from gearlock.systems.tactical.state import BROKEN_DOWN, State, Unit
from gearlock.systems.tactical.weather.events import BreakdownsPassed, BrokeDown

RULE: Final = "tactical.3.7-temperature"
BREAKS: Final = 1
COLDEST, HOTTEST = -40, 50


def extreme_at(celsius: int) -> str:
    """The word for a temperature: extreme cold from -40 down, extreme heat from +50 up, nothing between."""
    return s.COLD if celsius <= COLDEST else s.HEAT if celsius >= HOTTEST else ""


def is_at_risk(state: State, unit: Unit) -> bool:
    """Whether a vehicle rolls this round: on the table, unprotected, and not stopped already."""
    return unit.is_fielded and is_strained(state, unit) and not unit.token(BROKEN_DOWN)


@rule("tactical.3.7-temperature")
def resolve_temperature(ctx: Ctx[State]) -> Script[None]:
    """At the beginning of each round a die for every unprotected vehicle: on a 1 it stands for a die of rounds."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if is_at_risk(ctx.state, unit)]:
        if (yield from throw_die(ctx, "extreme temperature", unit_id, RULE)) == BREAKS:
            rounds = yield from throw_die(ctx, "rounds of breakdown", unit_id, RULE)
            ctx.emit(BrokeDown(unit_id, rounds))


@heeds("tactical.3.7-temperature")
def pass_breakdowns(ctx: Ctx[State]) -> None:
    """At the end of a round those that broke down have one less to wait."""
    if any(unit.token(BROKEN_DOWN) for unit in ctx.state.units.values()):
        ctx.emit(BreakdownsPassed())
