"""4.1.4: subplots that break normal control: what units may not do that flee, hate, or have agreed on a target."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from gearlock.kernel.asks import OPEN_OPTIONS, Ask, Option
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.systems.tactical.attacks.orders import Attack
from gearlock.systems.tactical.attacks.snap_fire import SNAP
from gearlock.systems.tactical.melee.orders import Strike, Throw
from gearlock.systems.tactical.plots import FLEEING, quarry
from gearlock.systems.tactical.rounds.activation import ACT, ACTIVATE, activatable
from gearlock.systems.tactical.rounds.declaration import DECLARE
from gearlock.systems.tactical.rounds.orders import PassGroup
from gearlock.systems.tactical.state import State, Unit
from gearlock.systems.tactical.subplots.coordinated import refuse_other_target
from gearlock.systems.tactical.subplots.falling_back import refuse_fleeing
from gearlock.systems.tactical.subplots.vendetta import refuse_hunting

BOUND: Final = (ACT, ACTIVATE, DECLARE, SNAP)
"""The questions in which units are bound."""
Offer = Callable[[State, Ask], Iterable[Option]]


def is_bound(state: State, unit: Unit) -> bool:
    """Whether a unit is not free to do nothing."""
    return bool(unit.token(FLEEING)) or quarry(state, unit) is not None


@heeds("tactical.4.1.4-coward", "tactical.4.1.4-vendetta", "tactical.4.1.4-coordinated")
def refuse_bound(state: State, question: Ask, order: Order) -> Refusal | None:
    """Why a unit is not free to do something; None for who is, and for everything no subplot is about."""
    if question.kind not in BOUND:
        return None
    if isinstance(order, PassGroup):
        return refuse_passing(state, question)
    unit = state.units.get(getattr(order, "unit", ""))
    if unit is None or unit.seat != question.seat or not unit.tokens:
        return None
    if isinstance(order, (Attack, Strike, Throw)) and (agreed := refuse_other_target(state, unit, order.target)):
        return agreed
    prey = quarry(state, unit)
    if unit.token(FLEEING):
        return refuse_fleeing(state, unit, order)
    if prey is None or (question.kind == SNAP and not isinstance(order, Attack)):
        return None
    return refuse_hunting(state, unit, prey, order)


@heeds("tactical.4.1.4-coward", "tactical.4.1.4-vendetta")
def refuse_passing(state: State, question: Ask) -> Refusal | None:
    """The rest of a group does not stand by while one of it falls back or hunts somebody."""
    bound = next((unit for unit in activatable(state, question.seat) if is_bound(state, unit)), None)
    if bound is None:
        return None
    what, rule_id = ("falls back", "coward") if bound.token(FLEEING) else ("goes after whom it hates", "vendetta")
    message = f"The {bound.name} {what}: activate it first."
    return Refusal("bound", f"tactical.4.1.4-{rule_id}", message, {"unit": bound.id})


def free(offer: Offer) -> Offer:
    """An offer without what units are not free to do; open ones are judged when they are completed."""

    def offered(state: State, question: Ask) -> Iterator[Option]:
        for option in offer(state, question):
            if isinstance(option, OPEN_OPTIONS) or refuse_bound(state, question, option.order) is None:
                yield option

    return offered
