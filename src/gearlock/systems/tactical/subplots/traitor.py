"""4.1.4: Traitor: the enemy's weakest unit fights for this side from a moment of its choice on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx
from gearlock.systems.tactical.damage.events import PassengersOut
from gearlock.systems.tactical.damage.losing import riders, room_near
from gearlock.systems.tactical.plots import TRAITOR, bought
from gearlock.systems.tactical.rounds.activation import ACTIVATE
from gearlock.systems.tactical.state import ABOARD, State, Unit, opponent
from gearlock.systems.tactical.subplots.events import TraitorTurned
from gearlock.systems.tactical.subplots.lots import those_of
from gearlock.systems.tactical.subplots.orders import CallTraitor

RULE: Final = "tactical.4.1.4-traitor"


@rule("tactical.4.1.4-traitor")
def weakest(state: State, seat: str) -> Unit | None:
    """The unit of a side with the lowest Threat Value, crew level included; the first of equal ones.

    Of those on the table or in a transport there. Who is alone has nobody to betray.
    """
    own = [unit for unit in those_of(state, seat) if unit.is_fielded or rides_openly(state, unit)]
    return min(own, key=lambda unit: unit.tv or unit.card.tv) if len(own) > 1 else None


def rides_openly(state: State, unit: Unit) -> bool:
    """Whether a squad is aboard a vehicle that stands on the table for all to see."""
    return unit.status == ABOARD and unit.carrier in state.units and state.units[unit.carrier].is_fielded


def left_to_call(state: State, seat: str) -> int:
    """How many traitors a side still has."""
    return bought(state, seat, TRAITOR) - state.points.get(f"traitors:{seat}", 0)


@heeds("tactical.4.1.4-traitor")
def refuse_call(state: State, question: Ask, order: CallTraitor) -> Refusal | None:
    """Once for each of these subplots, the weakest alone, and not in the middle of its own activation."""
    if left_to_call(state, question.seat) <= 0:
        return Refusal("traitor", RULE, "Nobody among the enemy works for you, or he has shown it already.")
    if question.kind == ACTIVATE and question.unit:
        return Refusal("called", RULE, "Say first how fast the unit goes that a Command Point has called.")
    unit = weakest(state, opponent(question.seat))
    if unit is None:
        return Refusal("alone", RULE, "The enemy has but one unit left on the table: there is nobody to betray.")
    if order.traitor != unit.id:
        return Refusal("weakest", RULE, f"Only the weakest of the enemy, the {unit.name}, works for you.")
    under_way = [one.unit for one in (state.activation, *state.interrupted) if one is not None]
    if unit.id in under_way or unit.carrier in under_way:
        return Refusal("active", RULE, f"The {unit.name} is in the middle of its activation: wait until it is over.")
    return None


@heeds("tactical.4.1.4-traitor")
def resolve_call(ctx: Ctx[State], order: CallTraitor) -> None:
    """Whoever rides in it gets out, and he who rides with others does; it is a combat group of its own."""
    state, unit = ctx.state, ctx.state.units[order.traitor]
    seat = opponent(unit.seat)
    for squad in [one.id for one in riders(state, unit.id)]:
        ctx.emit(PassengersOut(squad, unit.id, *room_near(state, squad, unit.id)))
    x, y = room_near(state, unit.id, unit.carrier) if unit.status == ABOARD else (unit.x, unit.y)
    group = 1 + max(one.group for one in state.units.values() if one.seat == seat)
    ctx.emit(TraitorTurned(unit.id, seat, group, x, y, unit.z))


def offer_traitor(state: State, question: Ask) -> Iterator[Option]:
    """The weakest of the enemy."""
    unit = weakest(state, opponent(question.seat)) if left_to_call(state, question.seat) > 0 else None
    if unit is not None and refuse_call(state, question, CallTraitor(unit.id)) is None:
        yield Pick(f"The {unit.name} shows that it works for you", CallTraitor(unit.id), RULE)
