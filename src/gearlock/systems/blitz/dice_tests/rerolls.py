"""2.6: re-rolls. All dice of a test again, once; the second result stands."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.blitz.chain_of_command.points import point_sources
from gearlock.systems.blitz.dice_tests.events import Rerolled
from gearlock.systems.blitz.dice_tests.orders import Reroll
from gearlock.systems.blitz.general_concepts.dice import PILOT
from gearlock.systems.blitz.state import BRACED, State, Unit

ACROBATIC = "Acrobatic"


@rule("blitz.trait.acrobat")
def free_rerolls(unit: Unit, skill: str) -> list[str]:
    """What a model may re-roll for nothing: any PILOT test, if it is Acrobatic and not braced."""
    return [ACROBATIC] if skill == PILOT and unit.has("Acrobatic") and unit.stance != BRACED else []


@heeds("blitz.2.6", "blitz.15.6", "blitz.15.7")
def reroll_sources(state: State, unit: Unit, free: tuple[str, ...]) -> list[str]:
    """What could pay for a re-roll: what this test has for nothing, a skill point, commanders by id."""
    return [*free, *point_sources(state, unit)]


@rule("blitz.2.6")
@heeds("blitz.15.6")
def offer_reroll(
    ctx: Ctx[State], unit_id: str, what: str, shown: str, free: list[str], target: str = ""
) -> Script[bool]:
    """Ask whether a test is rolled again. Nobody asks twice about one test."""
    unit = ctx.state.units[unit_id]
    if not reroll_sources(ctx.state, unit, tuple(free)):
        return False
    prompt = f"{shown}. Re-roll the {what} of the {unit.name}?"
    order = yield from ask(Ask(unit.seat, "reroll", unit_id, (what, *free), "blitz.2.6", prompt, optional=True))
    if not isinstance(order, Reroll):
        return False
    source = order.by or reroll_sources(ctx.state, ctx.state.units[unit_id], tuple(free))[0]
    ctx.emit(Rerolled(unit_id, what, source, target))
    return True
