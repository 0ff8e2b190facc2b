"""Everything an attack can lead to, played on all the dice can show."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Aid, Outcomes, Share, Terms, Toll, gathered, merged
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.tactical.attacks.events import AttackMet
from gearlock.systems.tactical.attacks.exchange import damage_at, pair_of
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.modifiers import rolls_defense
from gearlock.systems.tactical.attacks.orders import DIRECT, Attack
from gearlock.systems.tactical.attacks.targets import use_of
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.command.orders import Warn
from gearlock.systems.tactical.command.points import WARNING, refuse_point
from gearlock.systems.tactical.damage.levels import OVERKILL, level_of
from gearlock.systems.tactical.judging.odds import (
    WHOLE,
    armor_against,
    duel_of,
    hits_of,
    margins,
    points_lost,
    warned_in,
)
from gearlock.systems.tactical.state import DESTROYED, HEAVY, LIGHT, State
from gearlock.systems.tactical.state_codec import encode
from gearlock.systems.tactical.switches import DETAILED_DAMAGE

WIDEST = 60_000
"""How many branches are played at most."""


def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end; nobody spends Command Points but for the warning that is asked for.

    Choices fall to the first.
    """
    assert isinstance(order, Attack), f"{order} is no attack"
    about, warned = terms.about or marks(state, order), order.target if terms.aid == WARNING else ""
    if warned:
        state = with_a_point(state, state.units[warned].seat)
    if state.switch(DETAILED_DAMAGE) and not state.units[order.target].is_infantry:
        return gathered(list(_counted(state, order, bool(warned))))

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(state.clone(), BOOK.apply)
        return ctx, resolve_attack(ctx, order)

    shares: list[Share[State]] = []
    for leaf in walk(begin, faces_alike, partial(answer, warned=warned)):
        if len(shares) > WIDEST:
            raise BadInput("This attack rolls too many dice to be counted: ask about fewer.")
        after: State = leaf.ctx.state
        after.rolled = None
        tolls = {unit: toll(state, after, leaf.ctx.events, unit) for unit in about}
        shares.append(Share(leaf.ways, leaf.out_of, tolls, after))
    return gathered(merged(shares, encode if terms.ends else None))


def _counted(state: State, order: Attack, warned: bool) -> Iterator[Share[State]]:
    """Detailed damage by its levels alone, and the Armor they cost: its tables may roll on without end."""
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    pair = pair_of(state, unit.id, target.id, use_of(state, unit, mount, target, order), order.observer)
    duel = warned_in(duel_of(pair)) if warned else duel_of(pair)
    found, grazed = margins(duel), hits_of(duel) - margins(duel).at_least(1)
    for margin, ways in found.items():
        level = level_of(damage_at(pair, margin) if margin > 0 else 0, armor_against(pair))
        after, gone = state.clone(), level == OVERKILL
        worn = after.units[target.id]
        left = target.card.armor - target.armor_lost
        lost = left if gone else min(left, {LIGHT: 1, HEAVY: 2}.get(level, 0))
        worn.armor_lost += lost
        worn.status = DESTROYED if gone or lost == left else worn.status
        hurt = Toll(margin > 0, lost, 0, (), gone, worn.status == DESTROYED)
        if margin == 0 and grazed:
            yield Share(grazed, found.total, {target.id: Toll(True)}, state)
            ways -= grazed
        if ways:
            yield Share(ways, found.total, {target.id: hurt}, after)


def with_a_point(state: State, seat: str) -> State:
    """The same with a Command Point of that side's for the warning that is asked for."""
    found = state.clone()
    found.points[f"ICP:{seat}"] = found.points.get(f"ICP:{seat}", 0) + 1
    return found


def answer(ctx: Ctx[State], asked: Ask, warned: str = "") -> Order:
    """Offers are declined, but for a warning of that unit; whoever has to choose takes the first there is."""
    if warned and asked.kind == WARNING and asked.unit == warned:
        return Warn(warned)
    if asked.optional:
        return Decline()
    return BOOK.options(ctx.state, asked)[0].order


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What an attack that was played cost a unit: points of its counters, of its Armor, or of its troopers."""
    was, now = before.units[unit_id], after.units[unit_id]
    hit = any(isinstance(event, AttackMet) and event.target == unit_id and event.hit for event in events)
    if was.is_infantry:
        lost = sum(was.troopers) - (0 if now.is_lost else sum(now.troopers))
    elif before.switch(DETAILED_DAMAGE):
        lost = was.card.armor - was.armor_lost if now.is_lost else now.armor_lost - was.armor_lost
    else:
        lost = WHOLE - points_lost(was) if now.is_lost else points_lost(now) - points_lost(was)
    effects = tuple(sorted(name for name in now.tokens if name not in was.tokens and name != LIGHT))
    crippled = not was.is_infantry and points_lost(now) >= 2 > points_lost(was)
    return Toll(hit, lost, 0, () if now.is_lost else effects, crippled or now.is_lost, now.is_lost)


def marks(_state: State, order: Order) -> tuple[str, ...]:
    """Everybody an attack is rolled against."""
    assert isinstance(order, Attack), f"{order} is no attack"
    return (order.target,)


def replies(_state: State, _order: Order) -> tuple[Order, ...]:
    """Nobody answers an attack in this book: Snap Fire is for who moves."""
    return ()


@heeds("tactical.2.6.4-warning")
def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """A warning of the target, if it rolls at all and a Command Point could reach it this round."""
    assert isinstance(order, Attack), f"{order} is no attack"
    target = state.units[order.target]
    able = rolls_defense(target) and refuse_point(with_a_point(state, target.seat), target) is None
    return (Aid(WARNING, "a Command Point that warns the target", "target", "tactical.2.6.4-warning"),) if able else ()


def title(state: State, order: Order) -> str:
    """Who attacks whom with what."""
    assert isinstance(order, Attack), f"{order} is no attack"
    more = [*([f"ROF {order.rof}"] if order.rof else []), *([f"called: {order.called}"] if order.called else [])]
    more += [] if order.way == DIRECT else [order.way]
    at = f" at {state.units[order.target].name}" if order.target in state.units else ""
    told = f" ({', '.join(more)})" if more else ""
    return f"{state.units[order.unit].name}: {order.weapon}{told}{at}"
