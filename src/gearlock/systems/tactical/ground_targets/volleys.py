"""3.6.4: a squad that fires at a point: each other type of its weapons fires once with the same Action."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, decline, only_declines
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical.attacks.firing import attack_with, offer_volley
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.damage.structures import structure_at
from gearlock.systems.tactical.ground_targets.aiming import zone_at
from gearlock.systems.tactical.ground_targets.demolition import (
    offer_demolitions,
    refuse_demolition,
    resolve_demolition,
)
from gearlock.systems.tactical.ground_targets.orders import Demolish, Saturate
from gearlock.systems.tactical.ground_targets.saturation import (
    offer_saturation,
    refuse_saturation,
    resolve_saturating,
)
from gearlock.systems.tactical.state import State

RULE = "tactical.3.6.4"
FURTHER = "further fire"
"""The question with which the other weapons of a squad that fired at a point fire as well, or do not."""
PointShot = Demolish | Saturate


def shot_of(state: State, order: PointShot) -> str:
    """A shot at a point as a squad remembers it for its Action: the weapon, and the structure or the zone."""
    assert order.x is not None and order.y is not None, "the order was judged before"  # noqa: PT018 - one fact
    target = structure_at(state, order.x, order.y) if isinstance(order, Demolish) else zone_at(order.x, order.y)
    return f"{order.weapon}:{target}"


@heeds("tactical.3.6.4", "tactical.3.2.5", "tactical.3.4.5-saturation")
def resolve_point_shot(ctx: Ctx[State], order: PointShot) -> Script[None]:
    """The Action and the rounds are paid and the shot does what it does; then a squad's other weapons."""
    shot = shot_of(ctx.state, order)
    yield from _fire(ctx, order)
    yield from resolve_further(ctx, order.unit, shot)


def _fire(ctx: Ctx[State], order: PointShot, cost: int = 1) -> Script[None]:
    if isinstance(order, Demolish):
        yield from resolve_demolition(ctx, order, cost)
    else:
        yield from resolve_saturating(ctx, order, cost)


@heeds("tactical.3.6.4")
def resolve_further(ctx: Ctx[State], unit_id: str, first: str) -> Script[None]:
    """The other types of weapon of a squad, each once: at units, structures or zones, two targets at most in all."""
    shots = [first]
    while ctx.state.units[unit_id].is_infantry and ctx.state.units[unit_id].is_fielded:
        unit = ctx.state.units[unit_id]
        prompt = f"{unit.name}: what do its other weapons fire at, with the same Action?"
        question = Ask(unit.seat, FURTHER, unit.id, ("", *shots), RULE, prompt, optional=True)
        if only_declines(tuple(offer_further(ctx.state, question))):
            return
        order = yield from ask(question)
        if isinstance(order, Attack):
            yield from attack_with(ctx, order, cost=0)
            shots += [f"{order.weapon}:{name}" for name in (order.target, *order.others)]
        elif isinstance(order, Demolish | Saturate):
            shots.append(shot_of(ctx.state, order))
            yield from _fire(ctx, order, 0)
        else:
            return


@heeds("tactical.3.6.4")
def refuse_further_shot(state: State, question: Ask, order: PointShot) -> Refusal | None:
    """Why another type of weapon of the same squad cannot fire at a point with the Action."""
    if order.unit != question.unit:
        return Refusal("unit", RULE, f"The other weapons of {question.unit} fire now, as its first did.")
    shots = question.about[1:]
    if isinstance(order, Demolish):
        return refuse_demolition(state, order, shots)
    return refuse_saturation(state, order, shots)


def offer_further(state: State, question: Ask) -> Iterator[Option]:
    """What the types that have not fired could do: attacks, structures, zones; or nothing."""
    unit, shots = state.units[question.unit], question.about[1:]
    yield from offer_volley(state, question)
    yield from offer_saturation(state, unit, shots)
    yield from offer_demolitions(state, unit, shots)
    yield decline("Fire no more with this Action", RULE)
