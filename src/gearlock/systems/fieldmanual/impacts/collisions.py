"""Unintentional Impacts: whoever wins the roll may count it as a ram of its own; terrain always rams."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.harm import Hit, consequence, resolve_hit
from gearlock.systems.fieldmanual.damage.sides import Origin
from gearlock.systems.fieldmanual.dice_tests.tests import Test, margin
from gearlock.systems.fieldmanual.impacts.events import Collided
from gearlock.systems.fieldmanual.impacts.orders import CountAsRam
from gearlock.systems.fieldmanual.impacts.rams import CRUSHING, HEAD_ON, is_plated, resolve_crash, shake
from gearlock.systems.fieldmanual.melee.blows import resolve_guard
from gearlock.systems.fieldmanual.melee.events import BlowResolved
from gearlock.systems.fieldmanual.melee.free_strikes import FUMBLED, resolve_free_strike
from gearlock.systems.fieldmanual.melee.lines import defense_dice, hindrances, ram_lines
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.table.measure import advance

RULE = "fieldmanual.unintentional-impact"
IMPACT = "impact"
FEATURE = 5
"""What a terrain feature is taken to roll."""


@rule("fieldmanual.unintentional-impact")
@heeds("fieldmanual.ram", "fieldmanual.free-strikes")
def resolve_collision(ctx: Ctx[State], unit_id: str, other_id: str, head_on: bool = False) -> Script[None]:
    """A model that could not stop runs into another: rolled as a ram; who wins may count it as a ram of its own.

    `head_on`: it counts as head on whichever way they face, as for who comes down on somebody.
    """
    if ctx.state.units[other_id].is_static:
        heading = ctx.state.units[unit_id].facing
        yield from resolve_terrain_impact(ctx, unit_id, heading, ctx.state.units[other_id].name)
        return
    ctx.emit(Collided(unit_id, other_id))
    lines = ram_lines(ctx.state.units[unit_id], ctx.state.units[other_id])
    made = yield from resolve_test(ctx, Test(IMPACT, unit_id, lines, RULE, target=other_id))
    defense = yield from resolve_guard(ctx, other_id, unit_id, made.total)
    ctx.emit(BlowResolved(unit_id, "", other_id, made.total, defense))
    difference = margin(made.total, defense)
    winner, loser = (unit_id, other_id) if difference > 0 else (other_id, unit_id)
    if difference and (yield from _counts(ctx, winner, loser, abs(difference))):
        yield from resolve_crash(ctx, winner, loser, abs(difference), head_on)
    if made.fumbled:
        yield from resolve_free_strike(ctx, other_id, unit_id, FUMBLED)


def _counts(ctx: Ctx[State], winner: str, loser: str, difference: int) -> Script[bool]:
    """Ask the winner whether it wants the ram."""
    unit, other = ctx.state.units[winner], ctx.state.units[loser]
    prompt = f"The {unit.name} wins the impact by {difference}: count it as its Ram of the {other.name}?"
    order = yield from ask(Ask(unit.seat, IMPACT, winner, (loser, str(difference)), RULE, prompt, optional=True))
    return isinstance(order, CountAsRam)


@heeds("fieldmanual.unintentional-impact")
def impact_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What a model rolls against a terrain feature: its Defense Skill and what hinders every roll."""
    return (defense_dice(unit), *hindrances(unit))


@heeds("fieldmanual.unintentional-impact", "fieldmanual.perk-ram-plate")
def terrain_hit(unit: Unit, heading: int, difference: int) -> Hit:
    """What terrain does to who runs into it: always head on, with a DM of the model's own Size."""
    x, y = advance(unit.x, unit.y, heading, unit.card.radius)
    plated = is_plated(unit, x, y)
    share = HEAD_ON // 2 if plated else HEAD_ON
    return Hit(unit.card.size, difference, () if plated else CRUSHING, "", Origin(x, y, unit.z), IMPACT, share)


@heeds("fieldmanual.unintentional-impact", "fieldmanual.ram")
def resolve_terrain_impact(ctx: Ctx[State], unit_id: str, heading: int, what: str = "") -> Script[None]:
    """A terrain feature rolls 5 and rams the model."""
    ctx.emit(Collided(unit_id, "", what or "the ground"))

    def means(total: int) -> Hashable:
        unit = ctx.state.units[unit_id]
        return consequence(unit, terrain_hit(unit, heading, margin(FEATURE, total)))

    test = Test(IMPACT, unit_id, impact_lines(ctx.state.units[unit_id]), RULE, FEATURE, means=means)
    made = yield from resolve_test(ctx, test)
    difference = margin(FEATURE, made.total)
    if difference <= 0:
        return
    yield from resolve_hit(ctx, unit_id, terrain_hit(ctx.state.units[unit_id], heading, difference))
    shake(ctx, unit_id, IMPACT)


@heeds("fieldmanual.unintentional-impact")
def refuse_count(_state: State, question: Ask, order: CountAsRam) -> Refusal | None:
    """Only who won counts it, against who lost."""
    if (order.unit, order.target) == (question.unit, question.about[0]):
        return None
    return Refusal("target", RULE, "Only the model that won the roll can count it as a ram, of the one that lost it.")


def offer_counts(state: State, question: Ask) -> Iterator[Option]:
    """The ram, with damage to both, or nothing."""
    other = state.units[question.about[0]]
    yield Pick(f"Count it as a Ram of the {other.name}", CountAsRam(question.unit, other.id), RULE)
    yield decline("Let it pass", RULE)
