"""Infantry: one Action fires the small arms of all bases, and the heavy weapon of the one that has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.fieldmanual.attacks.aiming import refuse_attack
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, Attack
from gearlock.systems.fieldmanual.attacks.terms import FOLLOW_UP, PARTING, Terms
from gearlock.systems.fieldmanual.attacks.uses import rof_of
from gearlock.systems.fieldmanual.state import State

ALSO = "also-fire"
"""The question with how much RoF the other weapon of a squad fires in the same Action."""
Resolve: TypeAlias = Callable[[Ctx[State], Attack, Terms], Script[None]]


@rule("fieldmanual.infantry-attack")
def also_fires(state: State, order: Attack) -> list[str]:
    """The other weapons of a squad that attack the same target in the same Action."""
    unit = state.units[order.unit]
    if not unit.is_infantry or order.way != DIRECT or order.target not in state.units:
        return []
    others = (mount.id for mount in unit.card.weapons if mount.id != order.weapon)
    plain = (Attack(order.unit, name, order.target) for name in others)
    return [each.weapon for each in plain if refuse_attack(state, each, FOLLOW_UP) is None]


@heeds("fieldmanual.infantry-attack", "fieldmanual.cp-parting-shot", "fieldmanual.reaction-fire")
def offer_follow_up(ctx: Ctx[State], order: Attack, terms: Terms, resolve: Resolve) -> Script[None]:
    """Let the rest of the squad fire at the same target, on the same terms; a Parting Shot is one weapon's alone."""
    if terms.name in (FOLLOW_UP.name, PARTING.name):
        return
    shared = terms._replace(name=FOLLOW_UP.name, cost=0, ways=FOLLOW_UP.ways, own=False)
    for weapon in also_fires(ctx.state, order):
        unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
        if not unit.is_fielded or not target.is_fielded:
            return
        prompt = f"The {unit.name} also fires the {weapon} at the {target.name}: with how much RoF?"
        about = (weapon, order.target)
        answer = yield from ask(Ask(unit.seat, ALSO, order.unit, about, "fieldmanual.infantry-attack", prompt, True))
        if isinstance(answer, Attack):
            yield from resolve(ctx, answer, shared)


def refuse_follow_up(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """The weapon and the target that were asked about."""
    if (order.unit, order.weapon, order.target) != (asked.unit, *asked.about):
        words = f"In this Action the {asked.about[0]} fires at the target of the rest of the squad."
        return Refusal("follow-up", "fieldmanual.infantry-attack", words)
    return refuse_attack(state, order, FOLLOW_UP)


def offer_also(state: State, asked: Ask) -> Iterator[Option]:
    """Every Burst, or none."""
    unit, (weapon, target) = state.units[asked.unit], asked.about
    mount = unit.card.weapon(weapon)
    for burst in range(rof_of(state, unit, mount) + 1 if mount is not None else 0):
        order = Attack(unit.id, weapon, target, burst=burst)
        if refuse_attack(state, order, FOLLOW_UP) is None:
            label = f"{weapon} at the {state.units[target].name}{f', Burst {burst}' if burst else ''}"
            yield Target(label, order, "fieldmanual.infantry-attack", target, weapon)
    yield decline("Hold it", "fieldmanual.infantry-attack")
