"""2.6: what could pay for a second throw, and the question about it."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.chain_of_command.points import point_sources
from gearlock.systems.blitz.dice_tests.events import Rerolled
from gearlock.systems.blitz.dice_tests.orders import Reroll
from gearlock.systems.blitz.general_concepts.dice import PILOT
from gearlock.systems.blitz.state import BRACED, State, Unit

ACROBATIC = "Acrobatic"
CALL = "call:"
"""Before the id of a commander who has to be called first."""


@rule("blitz.trait.acrobat")
def free_rerolls(unit: Unit, skill: str) -> list[str]:
    """What a model may re-roll for nothing: any PILOT test, if it is Acrobatic and not braced."""
    return [ACROBATIC] if skill == PILOT and unit.has("Acrobatic") and unit.stance != BRACED else []


@heeds("blitz.2.6", "blitz.15.6", "blitz.15.7")
def reroll_sources(state: State, unit: Unit, named: Iterable[str]) -> list[str]:
    """What could pay: what the test has for nothing, a skill point, commanders by id, those to be called last."""
    free = [source for source in named if not source.startswith(CALL)]
    calls = [source for source in named if source.startswith(CALL)]
    return [*free, *point_sources(state, unit), *calls]


@heeds("blitz.2.6")
def ask_for_reroll(ctx: Ctx[State], unit_id: str, what: str, shown: str, named: list[str]) -> Script[str]:
    """What pays for a second throw, if its owner wants one; empty if not."""
    unit = ctx.state.units[unit_id]
    if not reroll_sources(ctx.state, unit, named):
        return ""
    prompt = f"{shown}. Re-roll the {what} of the {unit.name}?"
    order = yield from ask(Ask(unit.seat, "reroll", unit_id, (what, *named), "blitz.2.6", prompt, optional=True))
    if not isinstance(order, Reroll):
        return ""
    return order.by or reroll_sources(ctx.state, ctx.state.units[unit_id], named)[0]


@heeds("blitz.2.6", "blitz.15.6")
def reroll_at_hand(ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str]) -> Script[bool]:
    """Ask whether a test is rolled again with what is at hand: nobody is called for it."""
    source = yield from ask_for_reroll(ctx, unit_id, what, shown, free)
    if source:
        ctx.emit(Rerolled(unit_id, what, source))
    return bool(source)
