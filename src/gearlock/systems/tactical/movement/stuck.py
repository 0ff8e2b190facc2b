"""7.2: Poor Off-Road Ability: forcing the way through heavy ground, and getting stuck in it."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.driving import piloting_lines
from gearlock.systems.tactical.damage.movement_hit import resolve_movement_hit
from gearlock.systems.tactical.dice_tests.tests import Test, throw_die, throw_test
from gearlock.systems.tactical.movement.events import FAST, STUCK
from gearlock.systems.tactical.movement.feats import GotStuck
from gearlock.systems.tactical.movement.orders import TakeMovementHit
from gearlock.systems.tactical.movement.perks_moving import POOR
from gearlock.systems.tactical.state import HEAVY, LIGHT, State, Unit
from gearlock.systems.tactical.switches import DETAILED_DAMAGE

RULE = "tactical.7.2-poor-off-road"
MIRED = "mired"
BASE = 4


def is_stuck(unit: Unit) -> bool:
    """Whether the ground holds it."""
    return bool(unit.token(STUCK) or unit.token(FAST))


@heeds("tactical.7.2-poor-off-road")
def refuse_stuck(unit: Unit) -> Refusal | None:
    """Why a vehicle does not move: the ground holds it."""
    if unit.token(FAST):
        return Refusal("stuck", RULE, f"The {unit.name} is stuck fast: somebody has to tow it out.")
    left = unit.token(STUCK)
    return Refusal("stuck", RULE, f"The {unit.name} is stuck: {left} more rounds.", {"rounds": left}) if left else None


@rule("tactical.7.2-poor-off-road")
@heeds("tactical.2.3.3")
def resolve_forcing(ctx: Ctx[State], unit_id: str, price: int) -> Script[None]:
    """Piloting against 4 and the MP cost for an inch at its normal price; a tie will do.

    Who fails is stuck for a die of rounds, who fumbles until it is towed out; with detailed damage its owner may have
    the movement system take a Light or Heavy hit in place of that.
    """
    lines = piloting_lines(ctx.state.units[unit_id])
    found = yield from throw_test(ctx, Test("off-road", unit_id, lines, RULE, BASE + price))
    if not found.fumbled and found.total >= BASE + price:
        return
    level = HEAVY if found.fumbled else LIGHT
    if ctx.state.switch(DETAILED_DAMAGE):
        unit = ctx.state.units[unit_id]
        prompt = f"The {unit.name} runs into trouble: does its movement system take a {level.title()} hit?"
        order = yield from ask(Ask(unit.seat, MIRED, unit_id, (level,), RULE, prompt, optional=True))
        if isinstance(order, TakeMovementHit):
            yield from resolve_movement_hit(ctx, unit_id, level, Blow(0, rule=RULE, cause="heavy ground"))
            return
    rounds = 0
    if not found.fumbled:
        rounds = yield from throw_die(ctx, "rounds stuck", unit_id, RULE)
    ctx.emit(GotStuck(unit_id, rounds))


def refuse_movement_hit(_state: State, question: Ask, order: TakeMovementHit) -> Refusal | None:
    """The vehicle in trouble."""
    if order.unit == question.unit:
        return None
    return Refusal("unit", RULE, "Another vehicle is in trouble.", {"unit": question.unit})


def offer_mired(_state: State, question: Ask) -> Iterator[Option]:
    """Take the damage, or stay."""
    level = question.about[0]
    yield Pick(f"{level.title()} damage to its movement system", TakeMovementHit(question.unit), RULE)
    stay = "until it is towed out" if level == HEAVY else "for a die of rounds"
    yield decline(f"Stay stuck {stay}", RULE)


def is_poor(unit: Unit) -> bool:
    """Whether a vehicle has this flaw."""
    return bool(unit.card.has(POOR))
