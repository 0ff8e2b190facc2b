"""4.2.2: Victory Points spent in the middle of a campaign's battle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline, only_declines
from gearlock.kernel.chapters import Chapter, OrderRules
from gearlock.kernel.errors import shortened
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Line
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.tactical.datacards import Card
from gearlock.systems.tactical.dice_tests import Test, throw_test
from gearlock.systems.tactical.infantry_cards import fresh_troopers, level_of, unit_tv
from gearlock.systems.tactical.state import ECCM, ECM, HEAVY, LIGHT, RESERVE, SEATS, State, Unit, opponent
from gearlock.systems.tactical.support_assets import (
    ARTILLERY,
    COVER,
    HEAVY_SALVO,
    LIGHT_SALVO,
    MEDIUM_SALVO,
    REINFORCEMENTS,
    is_barred,
    keep_stock,
    stock_of,
)
from gearlock.systems.tactical.switches import (
    ELECTRONIC_WARFARE,
    FOG,
    HEAVY_RAIN_BY_DISTANCE,
    NIGHT,
    RAIN_BY_DISTANCE,
    TIME,
    TURNED,
    WEATHER,
)
from gearlock.systems.tactical.unit_files import all_cards, our_prices

SPENT, BEFORE = "spent:", "before bought"
"""Points that a seat has spent in this battle; weather and time of day as they were before some were bought."""

WHOLE_BATTLE = "bought weather lasts"

CLIP_DUE, CALLED_IN = "clip on its way:", "called in:"

ARRIVES, USUAL_POINTS = "arrives", 5
"""A token of who comes in a later round, with its number; the Priority Points that a side has of itself."""

PAID_FOR = "paid for:"
"""Threat Value that a seat has paid for in this round's purchases and not called in yet, with the round behind it."""

TAKEN = "numbers taken:"
"""The highest number of a side's units that were left behind: nobody who is called in goes by it."""


def next_number(state: State, seat: str) -> int:
    """The number of a unit that is called in: of nobody else, whoever turned traitor or was left behind."""
    numbered = [unit.id.rpartition("-")[2] for unit in state.units.values() if unit.id.startswith(f"{seat}-")]
    return 1 + max([state.points.get(TAKEN + seat, 0), *map(int, numbered)])


def _spend(state: State, seat: str, price: int) -> None:
    state.points[SPENT + seat] = state.points.get(SPENT + seat, 0) + price


def left_over(state: State, seat: str) -> int:
    """Threat Value a seat may still call in for what it has paid in this round."""
    return state.points.get(f"{PAID_FOR}{seat}:{state.round}", 0)


def _call_in(state: State, seat: str, price: int, left: int) -> None:
    """Pay for Threat Value; what is left of it may be called in as long as this round's purchases last."""
    _spend(state, seat, price)
    state.points = {name: value for name, value in state.points.items() if not name.startswith(PAID_FOR + seat)}
    if left:
        state.points[f"{PAID_FOR}{seat}:{state.round}"] = left


def _paid(seat: str, price: int) -> str:
    return f"{seat} pays {price} Victory Points" if price else f"{seat} has paid for more"


# --- 4.2.2, 4.1.4: with whom a unit began: neither who is called in later nor a traitor belongs to the side it is on


def began_for(state: State, unit: Unit) -> str:
    """The side that a unit was with when the battle began; empty for who was called in later."""
    if state.points.get(CALLED_IN + unit.id):
        return ""
    return opponent(unit.seat) if state.points.get(TURNED + unit.id, 0) % 2 else unit.seat


# --- 4.2.2: what a seat may spend in a battle

RULE: Final = "tactical.4.2.2-spending"

POOL, EARNED = "pool:", "VP:"
"""What a seat brought from its campaign; what it has earned in this battle."""

SETTLED, FOR_A_MISSION = "settled:", 5
"""Above 0 once a seat's mission is fulfilled for good; what a mission is worth."""


@heeds("tactical.4.2.2")
def points_to_spend(state: State, seat: str) -> int:
    """What a seat may spend now: its pool, and what it has earned so far, a mission that is fulfilled for good with it.

    There are pools in campaigns only. What a scenario takes off is settled when the battle is over.
    """
    if POOL + seat not in state.points:
        return 0
    earned = max(0, state.points.get(EARNED + seat, 0))
    earned += FOR_A_MISSION if state.points.get(SETTLED + seat, 0) > 0 else 0
    return state.points[POOL + seat] + earned - state.points.get(SPENT + seat, 0)


# --- 4.2.2: what the pools of a campaign buy in a battle: results cancelled as they come, weather by the round

CANCEL, PURCHASE = "cancel damage", "purchase"

OVERKILL = "overkill"

CANCELLING = {LIGHT: 2, HEAVY: 5, OVERKILL: 10}

CONDITIONS = {FOG: 3, NIGHT: 2, RAIN_BY_DISTANCE: 1, HEAVY_RAIN_BY_DISTANCE: 2}
"""Rain is that of the generator, whose conditions the price list names."""


class DamageCancelled(Event, frozen=True, tag="damage-cancelled"):
    """A damage result was paid off before it counted."""

    unit: str
    seat: str
    level: str
    price: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)


def cancelled(state: State, event: DamageCancelled, _seat: str | None) -> Line:
    name = state.units[event.unit].name
    return Line(
        f"{event.seat} pays {event.price} Victory Points: {name} is spared.", (event.unit,), "tactical.4.2.2-spending"
    )


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


class CancelDamage(Order, frozen=True, tag="cancel-damage"):
    """Pay for a damage result that a vehicle has just suffered: it does not count."""

    unit: str
    level: str = ""
    """The result it is about, for whoever weighs it; there is only the one that is asked about."""


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


class BoughtConditionEnded(Event, frozen=True, tag="bought-condition-ended"):
    """The round is over that it was bought for."""

    def change(self, state: State) -> None:
        """As it was before."""
        weather, _, time = state.switches.pop(BEFORE).partition("|")
        for name, word in ((WEATHER, weather), (TIME, time)):
            state.switches.pop(name, None)
            if word:
                state.switches[name] = word


def ended(_state: State, _event: BoughtConditionEnded, _seat: str | None) -> Line:
    return Line("What was bought of weather and darkness is over.", (), "tactical.4.2.2-spending")


@heeds("tactical.4.2.2-spending")
def end_purchases(ctx: Ctx[State]) -> None:
    """The round is over that weather and cover were bought for."""
    if BEFORE in ctx.state.switches and not ctx.state.switch(WHOLE_BATTLE):
        ctx.emit(BoughtConditionEnded())
    end_cover(ctx)


class ConditionBought(Event, frozen=True, tag="condition-bought"):
    """Weather or night for the round that begins, for both sides."""

    seat: str
    condition: str
    price: int

    def change(self, state: State) -> None:
        """Night takes the place of the time of day; fog and rain come on top of what there is."""
        _spend(state, self.seat, self.price)
        weather, time = state.switches.get(WEATHER, ""), state.switches.get(TIME, "")
        state.switches.setdefault(BEFORE, f"{weather}|{time}")
        if self.condition == NIGHT:
            state.switches[TIME] = NIGHT
        else:
            state.switches[WEATHER] = f"{weather}+{self.condition}" if weather else self.condition


def bought(_state: State, event: ConditionBought, _seat: str | None) -> Line:
    return Line(f"{event.seat} pays {event.price} Victory Points: {event.condition}.", (), "tactical.4.2.2-spending")


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
    now = (*state.switches.get(WEATHER, "").split("+"), state.switches.get(TIME, ""))
    points = points_to_spend(state, seat)
    return [name for name, price in CONDITIONS.items() if price <= points and name not in now]


class BuyCondition(Order, frozen=True, tag="buy-condition"):
    """Pay for fog, night, rain or heavy rain in the round that begins."""

    condition: str


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


# --- 4.2.2: salvos, ECM and ECCM cover, Priority Points and reinforcements that Victory Points buy in a battle

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


class BuySalvo(Order, frozen=True, tag="buy-salvo"):
    """Pay for a salvo of artillery."""

    salvo: str


def refuse_salvo(state: State, question: Ask, order: BuySalvo) -> Refusal | None:
    """A size there is, for a side that has artillery, and can pay."""
    if order.salvo not in SALVOS:
        return Refusal("salvo", RULE, f"'{order.salvo[:40]}' is no salvo: {', '.join(SALVOS)}.")
    if is_barred(state, question.seat, ARTILLERY):
        return Refusal("barred", RULE, "Your side has no artillery in this battle, bought or not.")
    return _refuse_price(state, question.seat, SALVOS[order.salvo])


class BuyCover(Order, frozen=True, tag="buy-cover"):
    """Pay for ECM or ECCM over the whole table in the round that begins."""

    system: str
    rating: int = 1


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


class BuyReinforcement(Order, frozen=True, tag="buy-reinforcement"):
    """Pay for a unit that arrives at the home edge in the next round."""

    card: str


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


class BuyClip(Order, frozen=True, tag="buy-clip"):
    """Pay for a spare clip that reaches a unit in the next round."""

    unit: str
    weapon: str


def refuse_clip(state: State, question: Ask, order: BuyClip) -> Refusal | None:
    """For a weapon of one's own on the table that has clips at a price."""
    unit = state.units.get(order.unit)
    if unit is None or unit.seat != question.seat or not unit.is_fielded:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit of yours on the table.")
    tv = clip_tv(unit, order.weapon)
    if not tv:
        return Refusal("weapon", RULE, f"There is no clip to be had for '{order.weapon[:20]}' of the {unit.name}.")
    return _refuse_price(state, question.seat, price_now(state, question.seat, tv))


class BuyPriority(Order, frozen=True, tag="buy-priority"):
    """Pay for another Priority Point."""


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


class SalvoBought(Event, frozen=True, tag="salvo-bought"):
    """A salvo of artillery for Victory Points; it counts for no limit."""

    seat: str
    salvo: str
    price: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)
        keep_stock(state, self.seat, stock_of(state, self.seat).with_salvos(self.salvo, 1))


def salvo(_state: State, event: SalvoBought, _seat: str | None) -> Line:
    return Line(f"{event.seat} pays {event.price} Victory Points: a {event.salvo}.", (), "tactical.4.2.2-spending")


class CoverBought(Event, frozen=True, tag="cover-bought"):
    """ECM or ECCM over the whole table for the round that begins, with this Threshold."""

    seat: str
    system: str
    price: int
    threshold: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)
        state.points[f"{COVER}{self.system}:{self.seat}"] = self.threshold


def cover(_state: State, event: CoverBought, _seat: str | None) -> Line:
    what = f"{event.system.upper()} over the whole table this round, Threshold {event.threshold}"
    return Line(f"{event.seat} pays {event.price} Victory Points: {what}.", (), "tactical.4.2.2-spending")


class ReinforcementBought(Event, frozen=True, tag="reinforcement-bought"):
    """A unit is on its way and arrives in the next round, as a combat group of its own."""

    seat: str
    card: str
    price: int
    tv: int
    left: int = 0
    """Threat Value that is paid for and left."""

    def change(self, state: State) -> None:
        """Its number is the next one of its side."""
        _call_in(state, self.seat, self.price, self.left)
        own = [unit for unit in state.units.values() if unit.seat == self.seat]
        number = next_number(state, self.seat)
        brought = {unit.card.id: unit.card for unit in own}
        card = brought[self.card] if self.card in brought else all_cards()[self.card]
        group = 1 + max(unit.group for unit in own)
        level = level_of(card)
        unit = Unit(f"{self.seat}-{number}", self.seat, f"{self.seat.title()} {card.name} {number}", card, level)
        unit.group, unit.tv, unit.mode, unit.status = group, self.tv, card.primary, RESERVE
        unit.troopers, unit.tokens = fresh_troopers(card, level), {ARRIVES: state.round + 1}
        state.units[unit.id] = unit
        state.points[CALLED_IN + unit.id] = 1


def reinforcement(state: State, event: ReinforcementBought, _seat: str | None) -> Line:
    unit = [each for each in state.units.values() if each.seat == event.seat][-1]
    text = f"{_paid(event.seat, event.price)}: the {unit.name} arrives next round."
    return Line(text, (), "tactical.4.2.2-spending")


class ClipBought(Event, frozen=True, tag="clip-bought"):
    """A spare clip is on its way to a unit."""

    seat: str
    unit: str
    weapon: str
    price: int
    left: int = 0
    """Threat Value that is paid for and left."""

    def change(self, state: State) -> None:
        """It is there in the next round."""
        _call_in(state, self.seat, self.price, self.left)
        tokens = state.units[self.unit].tokens
        name = CLIP_DUE + self.weapon
        tokens[name] = tokens.get(name, 0) + 1


def clip(state: State, event: ClipBought, _seat: str | None) -> Line:
    what = f"a clip for the {event.weapon} of the {state.units[event.unit].name} next round"
    return Line(f"{_paid(event.seat, event.price)}: {what}.", (event.unit,), "tactical.4.2.2-spending")


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


class CoverEnded(Event, frozen=True, tag="cover-ended"):
    """The round is over that cover was bought for."""

    def change(self, state: State) -> None:
        state.points = {name: value for name, value in state.points.items() if not name.startswith(COVER)}


@heeds("tactical.4.2.2-spending")
def end_cover(ctx: Ctx[State]) -> None:
    """The round is over that cover was bought for."""
    if any(name.startswith(COVER) for name in ctx.state.points):
        ctx.emit(CoverEnded())


class PriorityBought(Event, frozen=True, tag="priority-bought"):
    """Another Priority Point for this battle."""

    seat: str
    price: int

    def change(self, state: State) -> None:
        _spend(state, self.seat, self.price)
        name = f"priorities:{self.seat}"
        state.points[name] = state.points.get(name, USUAL_POINTS) + 1


def priority(_state: State, event: PriorityBought, _seat: str | None) -> Line:
    return Line(
        f"{event.seat} pays {event.price} Victory Points: another Priority Point.", (), "tactical.4.2.2-spending"
    )


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


# --- The contents of the chapter

VICTORY_POINTS: Chapter[State] = Chapter(
    "4.2.2: Victory Points",
    orders=(
        OrderRules(CancelDamage, CANCEL, refuse_cancelling),
        OrderRules(BuyCondition, PURCHASE, refuse_condition),
        OrderRules(BuySalvo, PURCHASE, refuse_salvo),
        OrderRules(BuyCover, PURCHASE, refuse_cover),
        OrderRules(BuyReinforcement, PURCHASE, refuse_reinforcement),
        OrderRules(BuyClip, PURCHASE, refuse_clip),
        OrderRules(BuyPriority, PRIORITY, refuse_priority),
    ),
    events={
        DamageCancelled: cancelled,
        ConditionBought: bought,
        BoughtConditionEnded: ended,
        SalvoBought: salvo,
        CoverBought: cover,
        CoverEnded: None,
        ClipBought: clip,
        PriorityBought: priority,
        ReinforcementBought: reinforcement,
    },
)
