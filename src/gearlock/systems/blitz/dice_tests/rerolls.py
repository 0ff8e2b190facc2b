"""2.6 and 15.6: re-rolls. All dice of a test again, once; the second result stands."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.blitz.chain_of_command.formation import is_in_formation
from gearlock.systems.blitz.chain_of_command.points import may_spend_on
from gearlock.systems.blitz.chain_of_command.ranks import chain_of
from gearlock.systems.blitz.dice_tests.comms_tests import CommsTest, roll_comms
from gearlock.systems.blitz.dice_tests.events import CallEnded, Rerolled, Transmitted
from gearlock.systems.blitz.dice_tests.second_throws import ACROBATIC as ACROBATIC
from gearlock.systems.blitz.dice_tests.second_throws import CALL, ask_for_reroll, reroll_sources
from gearlock.systems.blitz.dice_tests.second_throws import free_rerolls as free_rerolls
from gearlock.systems.blitz.paying import has_action
from gearlock.systems.blitz.state import COMMAND, State, Unit

POINT = "command point"


@rule("blitz.2.6")
@heeds("blitz.15.6")
def offer_reroll(
    ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str], target: str = ""
) -> Script[bool]:
    """Ask whether a test is rolled again; a commander who has to be called may not get through."""
    calls = far_commanders(ctx.state, ctx.state.units[unit_id])
    while True:
        source = yield from ask_for_reroll(ctx, unit_id, what, shown, [*free, *(CALL + name for name in calls)])
        if not source:
            return False
        name = source.removeprefix(CALL)
        if source == name or (yield from _call(ctx, name, unit_id)):
            ctx.emit(Rerolled(unit_id, what, name, target))
            return True
        calls.remove(name)


@heeds("blitz.2.6")
def may_reroll(state: State, unit: Unit, free: Iterable[str]) -> bool:
    """Whether anybody could pay for a re-roll of this model."""
    return bool(reroll_sources(state, unit, free) or far_commanders(state, unit))


@heeds("blitz.15.6", "blitz.14.1a")
def far_commanders(state: State, unit: Unit) -> list[str]:
    """Commanders with a point and an action for a model they are not in formation with, by id."""
    return [
        commander.id
        for commander in chain_of(state, unit.seat)
        if has_action(commander) and may_spend_on(commander, unit) and not is_in_formation(state, unit, commander)
    ]


@heeds("blitz.15.6", "blitz.14.1a")
def _call(ctx: Ctx[State], commander: str, unit_id: str) -> Script[bool]:
    """An action of the commander and a comms test: one success is enough, if the point was not spent on the call."""
    ctx.emit(Transmitted(commander, POINT, unit_id, call=True))
    test = CommsTest(
        commander, "comms test for a command point", "blitz.15.6", call=True, enough=1, stake="a success gets through"
    )
    signal = yield from roll_comms(ctx, test)
    ctx.emit(CallEnded(commander, unit_id, signal.net > 0))
    return signal.net > 0 and ctx.state.units[commander].token(COMMAND) > 0
