"""4.2.2: what the pools of a campaign buy in a battle: results cancelled as they come, weather by the round."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Ask, Option, Pick, decline, only_declines
from gearlock.kernel.errors import shortened
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.tactical import switches as s
from gearlock.systems.tactical.state import HEAVY, LIGHT, SEATS, State
from gearlock.systems.tactical.victory_points.events import (
    BEFORE,
    WHOLE_BATTLE,
    BoughtConditionEnded,
    ConditionBought,
    DamageCancelled,
    left_over,
)
from gearlock.systems.tactical.victory_points.orders import (
    BuyClip,
    BuyCondition,
    BuyCover,
    BuyReinforcement,
    BuySalvo,
    CancelDamage,
)
from gearlock.systems.tactical.victory_points.pools import RULE, points_to_spend
from gearlock.systems.tactical.victory_points.wares import end_cover, resolve_ware, wares_for

CANCEL, PURCHASE = "cancel damage", "purchase"
OVERKILL = "overkill"
CANCELLING = {LIGHT: 2, HEAVY: 5, OVERKILL: 10}
CONDITIONS = {s.FOG: 3, s.NIGHT: 2, s.RAIN_BY_DISTANCE: 1, s.HEAVY_RAIN_BY_DISTANCE: 2}
"""Rain is that of the generator, whose conditions the price list names."""


@heeds("tactical.4.2.2-spending")
def resolve_cancelling(ctx: Ctx[State], unit_id: str, level: str) -> Script[bool]:
    """Whether a damage result is paid off: offered as it is inflicted, before counters are exchanged."""
    unit = ctx.state.units[unit_id]
    price = CANCELLING.get(level, 0)
    if not price or points_to_spend(ctx.state, unit.seat) < price:
        return False
    prompt = f"{unit.name} suffers {level} damage. Cancel it for {price} Victory Points?"
    order = yield from ask(Ask(unit.seat, CANCEL, unit_id, (level,), RULE, prompt, True))
    if not isinstance(order, CancelDamage):
        return False
    ctx.emit(DamageCancelled(unit_id, ctx.state.units[unit_id].seat, level, price))
    return True


def refuse_cancelling(_state: State, asked: Ask, order: CancelDamage) -> Refusal | None:
    """The unit that is struck, and what it suffers; that need not be said."""
    if order.unit != asked.unit:
        return Refusal("unit", RULE, "Another vehicle is struck.")
    if order.level not in ("", *asked.about):
        return Refusal("level", RULE, f"It suffers {' '.join(asked.about)} damage, not '{order.level[:20]}'.")
    return None


def offer_cancelling(_state: State, asked: Ask) -> Iterator[Option]:
    """Pay, or take it."""
    level = asked.about[0]
    yield Pick(f"Cancel it for {CANCELLING[level]} Victory Points", CancelDamage(asked.unit, level), RULE)
    yield decline("Take the damage", RULE)


@heeds("tactical.4.2.2-spending")
def end_purchases(ctx: Ctx[State]) -> None:
    """The round is over that weather and cover were bought for."""
    if BEFORE in ctx.state.switches and not ctx.state.switch(WHOLE_BATTLE):
        ctx.emit(BoughtConditionEnded())
    end_cover(ctx)


@heeds("tactical.4.2.2-spending", "tactical.2.6.2-step1")
def resolve_purchases(ctx: Ctx[State]) -> Script[None]:
    """Before Step One: what was bought for the last round is over; then each side may buy weather and more."""
    end_purchases(ctx)
    for seat in SEATS:
        while points_to_spend(ctx.state, seat) > 0 or left_over(ctx.state, seat):
            prompt = f"Spend Victory Points ({points_to_spend(ctx.state, seat)})? Weather and cover last this round."
            question = Ask(seat, PURCHASE, rule=RULE, prompt=prompt, optional=True)
            if only_declines(tuple(offer_conditions(ctx.state, question))):
                break
            order = yield from ask(question)
            if isinstance(order, BuyCondition):
                ctx.emit(ConditionBought(seat, order.condition, CONDITIONS[order.condition]))
            elif isinstance(order, BuySalvo | BuyCover | BuyReinforcement | BuyClip):
                yield from resolve_ware(ctx, seat, order)
            else:
                break


def conditions_for(state: State, seat: str) -> list[str]:
    """What a seat can pay for and does not have already."""
    now = (*state.switches.get(s.WEATHER, "").split("+"), state.switches.get(s.TIME, ""))
    points = points_to_spend(state, seat)
    return [name for name, price in CONDITIONS.items() if price <= points and name not in now]


def refuse_condition(state: State, asked: Ask, order: BuyCondition) -> Refusal | None:
    """Only what there is, can be paid for and is not there already."""
    found, name, has = conditions_for(state, asked.seat), order.condition, points_to_spend(state, asked.seat)
    if name in found:
        return None
    price = CONDITIONS.get(name)
    if price is None:
        why = f"No condition is called '{shortened(name)}'."
    elif price > has:
        why = f"{name.capitalize()} costs {price} Victory Points; you have {has}."
    else:
        why = f"There is {name} already."
    can = ", ".join(f"{each} for {CONDITIONS[each]}" for each in found)
    return Refusal("condition", RULE, f"{why} You can buy {can or 'no weather now'}.", {"has": has})


def offer_conditions(state: State, asked: Ask) -> Iterator[Option]:
    """Each with its price, or nothing."""
    for name in conditions_for(state, asked.seat):
        yield Pick(f"{name} for {CONDITIONS[name]} Victory Points", BuyCondition(name), RULE)
    yield from wares_for(state, asked)
    yield decline("Buy nothing", RULE)
