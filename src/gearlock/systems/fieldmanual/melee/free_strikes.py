"""Free Strikes: free blows for whoever was given an opening. A fumbled one is an opening again."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.melee.blows import refuse_blow, resolve_blow, struck
from gearlock.systems.fieldmanual.melee.engagement import enemies_in_reach, is_in_melee_range
from gearlock.systems.fieldmanual.melee.events import BlowStruck
from gearlock.systems.fieldmanual.melee.lines import melee_mounts
from gearlock.systems.fieldmanual.melee.orders import Strike
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.weapons import Weapon

RULE = "fieldmanual.free-strikes"
FREE_STRIKE = "free-strike"
FUMBLED, LEFT, SHOT = "fumbled", "left melee", "shot in melee"
WORDS = {FUMBLED: "has fumbled", LEFT: "leaves melee", SHOT: "shoots in melee"}


def can_strike(state: State, striker: Unit, offender: Unit) -> bool:
    """Whether a model has anything to strike back with."""
    return any(refuse_blow(state, striker, mount.id, offender, False) is None for mount in melee_mounts(striker))


@rule("fieldmanual.free-strikes")
def resolve_free_strike(ctx: Ctx[State], striker_id: str, offender_id: str, cause: str) -> Script[None]:
    """Offer a Free Strike. Who fumbles it gives the other one in turn."""
    while True:
        striker, offender = ctx.state.units[striker_id], ctx.state.units[offender_id]
        if not (striker.is_fielded and offender.is_fielded and can_strike(ctx.state, striker, offender)):
            return
        prompt = f"The {offender.name} {WORDS[cause]}: make a Free Strike with the {striker.name}?"
        order = yield from ask(
            Ask(striker.seat, FREE_STRIKE, striker_id, (offender_id, cause), RULE, prompt, optional=True)
        )
        if not isinstance(order, Strike):
            return
        near = is_in_melee_range(ctx.state, striker, offender)
        ctx.emit(BlowStruck(striker_id, order.weapon, offender_id, False, cause, near))
        if not (yield from resolve_blow(ctx, striker_id, order.weapon, offender_id)):
            return
        striker_id, offender_id, cause = offender_id, striker_id, FUMBLED


@heeds("fieldmanual.free-strikes")
def resolve_free_strikes(ctx: Ctx[State], offender_id: str, strikers: Iterable[str], cause: str) -> Script[None]:
    """Offer all of these a Free Strike at one model, one after the other."""
    for striker_id in list(strikers):
        yield from resolve_free_strike(ctx, striker_id, offender_id, cause)


@heeds("fieldmanual.free-strikes", "fieldmanual.wt-melee")
def resolve_after_shot(ctx: Ctx[State], shooter_id: str, weapon: Weapon) -> Script[None]:
    """After a ranged attack: enemies within Melee Range of the shooter strike; not at one with the trait Melee."""
    if "M" in weapon.traits or not ctx.state.units[shooter_id].is_fielded:
        return
    near = dict.fromkeys(
        enemy.id for base in ctx.state.bases(ctx.state.units[shooter_id]) for enemy in enemies_in_reach(ctx.state, base)
    )
    yield from resolve_free_strikes(ctx, shooter_id, near, SHOT)


@heeds("fieldmanual.free-strikes")
def refuse_free_strike(state: State, question: Ask, order: Strike) -> Refusal | None:
    """A Free Strike is a standard blow by who was given it, at who gave it, with a weapon that bears."""
    if (order.unit, order.target) != (question.unit, question.about[0]):
        return Refusal("target", RULE, "This Free Strike is for one model at another: those that were named.")
    return refuse_blow(state, state.units[order.unit], order.weapon, state.units[order.target], False)


@heeds("fieldmanual.free-strikes", "fieldmanual.melee-attack")
def resolve_strike(ctx: Ctx[State], order: Strike) -> Script[None]:
    """A Melee Attack in an activation; a Fumble gives the defender a Free Strike."""
    struck(ctx, order)
    if (yield from resolve_blow(ctx, order.unit, order.weapon, order.target)):
        yield from resolve_free_strike(ctx, order.target, order.unit, FUMBLED)
