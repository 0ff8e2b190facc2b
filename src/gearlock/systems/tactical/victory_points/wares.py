"""4.2.2: salvos, ECM and ECCM cover, Priority Points and reinforcements that Victory Points buy in a battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.assets import (
    ARTILLERY,
    COVER,
    HEAVY_SALVO,
    LIGHT_SALVO,
    MEDIUM_SALVO,
    REINFORCEMENTS,
    is_barred,
)
from gearlock.systems.tactical.cards import Card
from gearlock.systems.tactical.dice_tests.tests import Test, throw_test
from gearlock.systems.tactical.state import ECCM, ECM, SEATS, State, Unit
from gearlock.systems.tactical.switches import ELECTRONIC_WARFARE
from gearlock.systems.tactical.threat_value import level_of, unit_tv
from gearlock.systems.tactical.unit_files import all_cards, our_prices
from gearlock.systems.tactical.victory_points.events import (
    ClipBought,
    CoverBought,
    CoverEnded,
    PriorityBought,
    ReinforcementBought,
    SalvoBought,
    left_over,
)
from gearlock.systems.tactical.victory_points.lent import began_for
from gearlock.systems.tactical.victory_points.orders import (
    BuyClip,
    BuyCover,
    BuyPriority,
    BuyReinforcement,
    BuySalvo,
)
from gearlock.systems.tactical.victory_points.pools import RULE, points_to_spend

PRIORITY: Final = "priority point"
PRIORITY_PRICE: Final = 7
SALVOS: Final = {LIGHT_SALVO: 2, MEDIUM_SALVO: 3, HEAVY_SALVO: 5}
COVERS: Final = {ECM: 2, ECCM: 1}
"""Victory Points for each point of rating."""
MOST_RATING: Final = 10
OFFERED_RATINGS: Final = 5
A_POINT_BUYS: Final = 100
ANYBODY: Final = "any"
"""The faction of what everybody may field."""
MOST_UNITS: Final = 60
"""On a side, as many as any set-up takes."""


@rule("tactical.4.2.2-spending")
def price_of_reinforcements(tv: int) -> int:
    """Victory Points for so much Threat Value: one for every hundred begun."""
    return -(-tv // A_POINT_BUYS)


@heeds("tactical.4.2.2-spending")
def price_now(state: State, seat: str, tv: int) -> int:
    """What so much Threat Value costs a seat now: what it has paid for already in this round counts."""
    return price_of_reinforcements(max(0, tv - left_over(state, seat)))


def left_then(state: State, seat: str, tv: int) -> int:
    """What is paid for and left once so much is called in."""
    return left_over(state, seat) + A_POINT_BUYS * price_now(state, seat, tv) - tv


@heeds("tactical.4.2.2-spending")
def recruits_for(state: State, seat: str) -> list[Card]:
    """Whom a side may call in: the models it brought, and whatever its own factions or anybody fields.

    A traitor has come without his faction.
    """
    own_units = (unit for unit in state.units.values() if unit.group and began_for(state, unit) == seat)
    brought = {unit.card.id: unit.card for unit in own_units}
    own = {ANYBODY, *(card.faction for card in brought.values() if card.fieldable)}
    stock = {card.id: card for card in all_cards().values() if card.faction in own}
    return [card for card in {**brought, **stock, **brought}.values() if is_recruit(card)]


def recruit_tv(card: Card) -> int:
    """What a model costs that is called in, with its usual crew: Qualified, or the quality of a ready squad."""
    return unit_tv(card, level_of(card))


def is_recruit(card: Card) -> bool:
    """Whether a model can be had for Threat Value."""
    return card.fieldable and recruit_tv(card) > 0


def refuse_salvo(state: State, question: Ask, order: BuySalvo) -> Refusal | None:
    """A size there is, for a side that has artillery, and can pay."""
    if order.salvo not in SALVOS:
        return Refusal("salvo", RULE, f"'{order.salvo[:40]}' is no salvo: {', '.join(SALVOS)}.")
    if is_barred(state, question.seat, ARTILLERY):
        return Refusal("barred", RULE, "Your side has no artillery in this battle, bought or not.")
    return _refuse_price(state, question.seat, SALVOS[order.salvo])


def refuse_cover(state: State, question: Ask, order: BuyCover) -> Refusal | None:
    """ECM or ECCM at a rating, where they are in use, once a round each."""
    if order.system not in COVERS:
        return Refusal("system", RULE, f"'{order.system[:20]}' is neither {ECM} nor {ECCM}.")
    if not state.switch(ELECTRONIC_WARFARE):
        return Refusal("module", RULE, "This battle is played without ECM and ECCM.")
    if not 1 <= order.rating <= MOST_RATING:
        return Refusal("rating", RULE, f"A rating is 1 to {MOST_RATING}, not {order.rating}.")
    if COVER + f"{order.system}:{question.seat}" in state.points:
        return Refusal("again", RULE, f"You have {order.system.upper()} cover this round already.")
    return _refuse_price(state, question.seat, COVERS[order.system] * order.rating)


def refuse_reinforcement(state: State, question: Ask, order: BuyReinforcement) -> Refusal | None:
    """A model that the side brought or could have brought, if there is room and it can pay; never in a duel."""
    if is_barred(state, question.seat, REINFORCEMENTS):
        return Refusal("barred", RULE, "This is between those who are here: nobody is called in.")
    cards = {card.id: card for card in recruits_for(state, question.seat)}
    if order.card not in cards:
        message = f"'{order.card[:40]}' is no model of your factions: {', '.join(cards)} can be called in."
        return Refusal("card", RULE, message)
    if sum(1 for unit in state.units.values() if unit.seat == question.seat) >= MOST_UNITS:
        return Refusal("room", RULE, f"A side has {MOST_UNITS} units at most.")
    return _refuse_price(state, question.seat, price_now(state, question.seat, recruit_tv(cards[order.card])))


@heeds("tactical.4.2.2-spending", "tactical.2.3.6")
def clip_tv(unit: Unit, weapon: str) -> int:
    """The Threat Value of a spare clip, by the price list of its Gear; 0 where none can be had."""
    mount = unit.mount(weapon)
    row = None if mount is None else our_prices().get(unit.card.family, {}).get(mount.weapon.id)
    if mount is None or mount.ammo is None or row is None or row.clip is None:
        return 0
    return max(1, row.clip)


def refuse_clip(state: State, question: Ask, order: BuyClip) -> Refusal | None:
    """For a weapon of one's own on the table that has clips at a price."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    tv = clip_tv(unit, order.weapon)
    if not tv:
        return Refusal("weapon", RULE, f"There is no clip to be had for '{order.weapon[:20]}' of the {unit.name}.")
    return _refuse_price(state, question.seat, price_now(state, question.seat, tv))


def refuse_priority(state: State, question: Ask, _order: BuyPriority) -> Refusal | None:
    """One, if it can be paid."""
    return _refuse_price(state, question.seat, PRIORITY_PRICE)


def _refuse_price(state: State, seat: str, price: int) -> Refusal | None:
    have = points_to_spend(state, seat)
    if price <= have:
        return None
    return Refusal("points", RULE, f"This costs {price} Victory Points; you have {have} to spend.", {"price": price})


def wares_for(state: State, question: Ask) -> Iterator[Option]:
    """Everything besides weather that a side can pay for before Step One."""
    for name, price in SALVOS.items():
        salvo = BuySalvo(name)
        if refuse_salvo(state, question, salvo) is None:
            yield Pick(f"{name} for {price} Victory Points", salvo, RULE)
    for system, each in COVERS.items():
        for rating in range(1, OFFERED_RATINGS + 1):
            cover = BuyCover(system, rating)
            if refuse_cover(state, question, cover) is None:
                words = f"{system.upper()} cover of rating {rating} for this round, {each * rating} Victory Points"
                yield Pick(words, cover, RULE)
    yield from _reinforcements(state, question)


def _reinforcements(state: State, question: Ask) -> Iterator[Option]:
    """Clips for weapons that have fired, and units."""
    for unit in state.fielded(question.seat):
        for mount in unit.card.weapons:
            clip = BuyClip(unit.id, mount.id)
            if unit.used.get(mount.id) and refuse_clip(state, question, clip) is None:
                words = f"A clip for the {mount.id} of the {unit.name} next round"
                yield Pick(f"{words}, {_for(state, question.seat, clip_tv(unit, mount.id))}", clip, RULE)
    for card in recruits_for(state, question.seat):
        more = BuyReinforcement(card.id)
        if refuse_reinforcement(state, question, more) is None:
            words = f"A {card.name} that arrives next round"
            yield Pick(f"{words}, {_for(state, question.seat, recruit_tv(card))}", more, RULE)


def _for(state: State, seat: str, tv: int) -> str:
    price = price_now(state, seat, tv)
    return f"{price} Victory Points" if price else f"for what is paid already ({left_over(state, seat)} TV left)"


@heeds("tactical.4.2.2-spending")
def resolve_ware(ctx: Ctx[State], seat: str, order: BuySalvo | BuyCover | BuyReinforcement | BuyClip) -> Script[None]:
    """Pay at once; cover is rolled for with one die and its rating."""
    if isinstance(order, BuySalvo):
        ctx.emit(SalvoBought(seat, order.salvo, SALVOS[order.salvo]))
    elif isinstance(order, BuyClip):
        tv = clip_tv(ctx.state.units[order.unit], order.weapon)
        price, left = price_now(ctx.state, seat, tv), left_then(ctx.state, seat, tv)
        ctx.emit(ClipBought(seat, order.unit, order.weapon, price, left))
    elif isinstance(order, BuyReinforcement):
        tv = recruit_tv(next(each for each in recruits_for(ctx.state, seat) if each.id == order.card))
        price, left = price_now(ctx.state, seat, tv), left_then(ctx.state, seat, tv)
        ctx.emit(ReinforcementBought(seat, order.card, price, tv, left))
    else:
        name = order.system.upper()
        lines = (dice(1, "Qualified operators", RULE), result(order.rating, f"{name} cover", RULE))
        rolled = yield from throw_test(ctx, Test(f"{name} cover", "", lines, RULE, seat=seat))
        ctx.emit(CoverBought(seat, order.system, COVERS[order.system] * order.rating, rolled.total))


@heeds("tactical.4.2.2-spending")
def end_cover(ctx: Ctx[State]) -> None:
    """The round is over that cover was bought for."""
    if any(name.startswith(COVER) for name in ctx.state.points):
        ctx.emit(CoverEnded())


@heeds("tactical.4.2.2-spending", "tactical.4.1.3")
def resolve_priority_points(ctx: Ctx[State]) -> Script[None]:
    """Before priorities are assigned each side may buy one more point for this battle, or several."""
    for seat in SEATS:
        while points_to_spend(ctx.state, seat) >= PRIORITY_PRICE:
            prompt = f"Buy another Priority Point for this battle ({PRIORITY_PRICE} Victory Points)?"
            order = yield from ask(Ask(seat, PRIORITY, rule=RULE, prompt=prompt, optional=True))
            if not isinstance(order, BuyPriority):
                break
            ctx.emit(PriorityBought(seat, PRIORITY_PRICE))


def offer_priority(_state: State, _question: Ask) -> Iterator[Option]:
    """One more, or none."""
    yield Pick(f"Another Priority Point for {PRIORITY_PRICE} Victory Points", BuyPriority(), RULE)
    yield decline("No", RULE)
