"""4.1.3: what Support Points are spent on, in secret, just before the battle; and what intelligence finds out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gearlock.kernel.asks import Ask, Option, Pick, decline
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.mechanics.secrets import is_known
from gearlock.systems.tactical.assets import (
    AIR,
    ARTILLERY,
    CREWS,
    SPOTTER,
    SUPPORT,
    aircraft,
    is_barred,
    name_of,
    plane_cost,
    salvos,
    spotter_of,
    stock_of,
)
from gearlock.systems.tactical.crew_levels import NAMES, QUALIFIED
from gearlock.systems.tactical.line_of_sight.conditions import is_air_grounded
from gearlock.systems.tactical.state import NO_GROUP, SEATS, State, Unit, opponent
from gearlock.systems.tactical.support.events import (
    BOUGHT,
    REROLL,
    BuyingDone,
    IntelligenceGiven,
    SpotterNamed,
    SupportBought,
    SupportSettled,
)
from gearlock.systems.tactical.support.orders import BuySupport, NameSpotter
from gearlock.systems.tactical.support.words import SECRETS, ware_text
from gearlock.systems.tactical.switches import ARTILLERY_OF_SUPPORT

RULE: Final = "tactical.4.1.3-support"
AIR_RULE, CALLING, INTELLIGENCE = "tactical.4.1.3-air", "tactical.4.1.3-artillery", "tactical.4.1.3-intelligence"
BUY, SPOT = "support", "spotter"
MOST_AT_ONCE: Final = 50
QUARTER: Final = 4
REROLL_PERCENT, REVEAL_PERCENT = 1, 5


def agreed_tv(state: State) -> int:
    """The Threat Value total that was agreed upon."""
    return state.points.get("TV:agreed", 0)


def budget_left(state: State, seat: str) -> int:
    """Threat Value that a side may still spend on support."""
    return state.points.get(name_of(SUPPORT, seat), 0) - stock_of(state, seat).spent


@rule("tactical.4.1.3-intelligence")
def percent_of(total: int, percent: int) -> int:
    """So many hundredths of the Threat Value total: 1 for a reroll, 5 for a secret; a point that is begun is paid."""
    return -(-total * percent // 100)


@heeds("tactical.4.1.3-air", "tactical.4.1.3-artillery", "tactical.4.1.3-intelligence")
def price_of(state: State, what: str, level: int = QUALIFIED) -> int:
    """What one of it costs."""
    if what in aircraft():
        return plane_cost(what, level)
    if what in salvos():
        return salvos()[what].tv
    return percent_of(agreed_tv(state), REROLL_PERCENT if what == REROLL else REVEAL_PERCENT)


@heeds("tactical.4.1.3-artillery")
def most_on_salvos(state: State, seat: str) -> int:
    """Threat Value that salvos may cost a side: a quarter of what it has for the battle, or of its support."""
    if state.switch(ARTILLERY_OF_SUPPORT):
        return state.points.get(name_of(SUPPORT, seat), 0) // QUARTER
    return state.points.get(f"TV:{seat}", 0) // QUARTER


def secrets_of(state: State, seat: str) -> list[str]:
    """What intelligence could still find out about the enemy of a side."""
    enemy, found = opponent(seat), []
    for what in SECRETS:
        fact = state.facts.get(name_of(what, enemy))
        known = fact is not None and is_known(fact, seat)
        if (fact is not None or what == SUPPORT) and not known and what not in stock_of(state, seat).reveals:
            found.append(what)
    return found


@heeds("tactical.4.1.3-support", "tactical.4.1.2-condition-winds", "tactical.6.5.1")
def refuse_kind(state: State, seat: str, what: str, level: int) -> Refusal | None:
    """Why a side can have no such thing at all."""
    if what in aircraft():
        if is_barred(state, seat, AIR):
            return Refusal("barred", AIR_RULE, "Your side has no air support: Rovers and some scenarios have none.")
        if is_air_grounded(state):
            return Refusal("winds", "tactical.4.1.2-condition-winds", "Neither side has air support in these winds.")
        if level not in CREWS:
            crews = ", ".join(f"{each} ({NAMES[each]})" for each in CREWS)
            return Refusal("level", AIR_RULE, f"A crew of level {level} flies no aircraft: say {crews}.")
        return None
    if what in salvos():
        barred = is_barred(state, seat, ARTILLERY)
        words = "Your side has no artillery: Rovers and some scenarios have none."
        return Refusal("barred", CALLING, words) if barred else None
    if what == REROLL or what in secrets_of(state, seat):
        return None
    known = ", ".join((*aircraft(), *salvos(), REROLL, *secrets_of(state, seat)))
    return Refusal("ware", RULE, f"'{what[:40]}' cannot be bought as support now; there are {known}.")


@heeds("tactical.4.1.3-support", "tactical.4.1.3-artillery", "tactical.4.1.3-intelligence")
def refuse_buying(state: State, question: Ask, order: BuySupport) -> Refusal | None:
    """Why a purchase cannot be made: what it is, how many, the Support Points, a quarter for salvos."""
    seat = question.seat
    most = 1 if order.what in SECRETS else MOST_AT_ONCE
    if not 1 <= order.count <= most:
        return Refusal("count", RULE, f"Buy 1 to {most} of it at a time, not {order.count}.")
    refusal = refuse_kind(state, seat, order.what, order.level)
    if refusal is not None:
        return refusal
    cost, left = price_of(state, order.what, order.level) * order.count, budget_left(state, seat)
    if cost > left:
        message = f"This costs {cost} TV; {left} TV of your support are left."
        return Refusal("tv", RULE, message, {"cost": cost, "left": left})
    if order.what in salvos():
        spent, most = stock_of(state, seat).shelled, most_on_salvos(state, seat)
        if spent + cost > most:
            message = f"Salvos may cost {most} TV in all, a quarter; {spent} TV are spent and this is {cost} more."
            return Refusal("quarter", CALLING, message, {"cost": cost, "spent": spent, "most": most})
    return None


def buyer(state: State) -> str:
    """The side whose turn it is to buy; empty once both have. That is no secret, what they buy is."""
    return next((each for each in SEATS if not state.points.get(BOUGHT + each)), "")


@heeds("tactical.4.1.3-support", "tactical.4.1.3-artillery")
def resolve_buying(ctx: Ctx[State]) -> Script[None]:
    """One side after the other writes down its support, thing by thing, and names its spotter; then all is settled."""
    seat = buyer(ctx.state)
    if not seat:
        for each in SEATS:
            for what in stock_of(ctx.state, each).reveals:
                ctx.emit(IntelligenceGiven(each, opponent(each), what))
        ctx.emit(SupportSettled())
        return
    question = Ask(seat, BUY, rule=RULE, prompt=_prompt(ctx.state, seat), optional=True)
    if next(wares_for(ctx.state, question), None) is not None:
        order = yield from ask(question)
        if isinstance(order, BuySupport):
            cost = price_of(ctx.state, order.what, order.level) * order.count
            ctx.emit(SupportBought(seat, order.what, order.level, order.count, cost))
            return
    yield from resolve_spotter(ctx, seat)
    ctx.emit(BuyingDone(seat))


def _prompt(state: State, seat: str) -> str:
    have = stock_of(state, seat)
    return f"Buy support in secret: {budget_left(state, seat)} TV are left. So far: {have.words()}."


@heeds("tactical.4.1.3-artillery")
def resolve_spotter(ctx: Ctx[State], seat: str) -> Script[None]:
    """Who has salvos names the one unit that may call them, if it has not."""
    if not stock_of(ctx.state, seat).salvos or spotter_of(ctx.state, seat) or not able_to_spot(ctx.state, seat):
        return
    prompt = "Which unit calls for your artillery? No other may, and only your side knows it."
    order = yield from ask(Ask(seat, SPOT, rule=CALLING, prompt=prompt))
    assert isinstance(order, NameSpotter), f"{order} names nobody"
    ctx.emit(SpotterNamed(seat, order.unit))


@heeds("tactical.4.2.2-spending")
def resolve_spotters(ctx: Ctx[State]) -> Script[None]:
    """Who has bought its first salvos in the middle of a battle names its spotter now."""
    for seat in SEATS:
        yield from resolve_spotter(ctx, seat)


def able_to_spot(state: State, seat: str) -> list[Unit]:
    """The units of a side that could be its spotter, the best at it first."""
    able = [unit for unit in state.in_play(seat) if unit.group != NO_GROUP]
    return sorted(able, key=lambda unit: (-unit.level, -unit.card.communications, -unit.card.sensors, unit.id))


def refuse_spotter(state: State, question: Ask, order: NameSpotter) -> Refusal | None:
    """A unit of one's own."""
    known = {unit.id for unit in able_to_spot(state, question.seat)}
    if order.unit in known:
        return None
    return Refusal(SPOTTER, CALLING, f"{order.unit or 'Nobody'} is no unit of yours that could call for artillery.")


def offer_spotters(state: State, question: Ask) -> Iterator[Option]:
    """Every unit."""
    for unit in able_to_spot(state, question.seat):
        yield Pick(f"The {unit.name} calls for artillery", NameSpotter(unit.id), CALLING)


def wares_for(state: State, question: Ask) -> Iterator[Option]:
    """Everything that can be paid for now."""
    kinds = [(what, level) for what in aircraft() for level in CREWS]
    kinds += [(what, QUALIFIED) for what in (*salvos(), REROLL, *SECRETS)]
    for what, level in kinds:
        order = BuySupport(what, level)
        if refuse_buying(state, question, order) is None:
            cost = price_of(state, what, level)
            yield Pick(f"Buy {ware_text(what, level, 1)} for {cost} TV", order, RULE)


def offer_wares(state: State, question: Ask) -> Iterator[Option]:
    """The same, or nothing more."""
    yield from wares_for(state, question)
    yield decline("That is all", RULE)
