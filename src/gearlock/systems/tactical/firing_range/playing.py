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
from gearlock.systems.tactical.attacks.areas import is_blast
from gearlock.systems.tactical.attacks.events import AttackMet
from gearlock.systems.tactical.attacks.exchange import damage_at, pair_of
from gearlock.systems.tactical.attacks.firing import resolve_attack
from gearlock.systems.tactical.attacks.modifiers import rolls_defense
from gearlock.systems.tactical.attacks.orders import DIRECT, Attack
from gearlock.systems.tactical.attacks.targets import use_of
from gearlock.systems.tactical.book import BOOK
from gearlock.systems.tactical.command.orders import Warn
from gearlock.systems.tactical.command.points import WARNING, refuse_point
from gearlock.systems.tactical.damage.hull_down import position_of
from gearlock.systems.tactical.damage.levels import OVERKILL, counters_after, level_of
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, defect_of
from gearlock.systems.tactical.judging.odds import (
    POINTS,
    WHOLE,
    armor_against,
    duel_of,
    hits_of,
    margins,
    points_lost,
    step_after,
    warned_in,
)
from gearlock.systems.tactical.plots import LEFTOVER, PHANTOMS, suffered
from gearlock.systems.tactical.state import DESTROYED, FALLEN, HEAVY, LIGHT, STUNNED, State, Unit
from gearlock.systems.tactical.state_codec import encode
from gearlock.systems.tactical.switches import DETAILED_DAMAGE, FALLING
from gearlock.systems.tactical.weapons import SLOW_BURN

EFFECTS = (FALLEN, HEAVY, STUNNED)
"""Tokens that an attack leaves on whom it hurts; others tell whose turn it was, or what was paid."""
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
    if not state.units[order.target].is_infantry and (
        state.switch(DETAILED_DAMAGE) or (not terms.ends and is_plain(state, order, about))
    ):
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


def is_plain(state: State, order: Attack, about: tuple[str, ...]) -> bool:
    """Whether an attack by one weapon on one vehicle comes to its two rolls and a counter, with no other dice."""
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    if mount is None or about != (order.target,) or order.way != DIRECT or order.called or order.linked or order.others:
        return False
    faulty = unit.is_infantry or unit.token(LEFTOVER) or defect_of(unit, FIRE_CONTROL)
    spread = is_blast(state, mount.weapon) or mount.weapon.has(SLOW_BURN)
    steady = not state.switch(FALLING) and position_of(target) is None
    return steady and not faulty and not spread and not suffered(state, unit.seat, PHANTOMS)


def _counted(state: State, order: Attack, warned: bool) -> Iterator[Share[State]]:
    """An attack by its margins: counters, or the levels of detailed damage; its tables may roll on without end."""
    unit, target = state.units[order.unit], state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the attack was found possible"
    pair = pair_of(state, unit.id, target.id, use_of(state, unit, mount, target, order), order.observer)
    duel = warned_in(duel_of(pair)) if warned else duel_of(pair)
    found, grazed = margins(duel), hits_of(duel) - margins(duel).at_least(1)
    harm = _by_levels if state.switch(DETAILED_DAMAGE) else _by_counters
    for margin, ways in found.items():
        level = level_of(damage_at(pair, margin) if margin > 0 else 0, armor_against(pair))
        after, hurt = harm(state, target, level, margin > 0)
        if margin == 0 and grazed:
            yield Share(grazed, found.total, {target.id: Toll(True)}, state)
            ways -= grazed
        if ways:
            yield Share(ways, found.total, {target.id: hurt}, after)


def _by_counters(state: State, target: Unit, level: str, hit: bool) -> tuple[State, Toll]:
    """What a result costs in counters."""
    was, lost = points_lost(target), step_after(target, level)
    gone = was + lost >= WHOLE
    heavy = counters_after(target.token(LIGHT), target.token(HEAVY), level)[1]
    effects = (HEAVY,) if heavy and HEAVY not in target.tokens and not gone else ()
    return state, Toll(hit, lost, 0, effects, was + lost >= POINTS[HEAVY] > was or gone, gone)


def _by_levels(state: State, target: Unit, level: str, hit: bool) -> tuple[State, Toll]:
    """What a result of detailed damage costs in Armor."""
    after, gone = state.clone(), level == OVERKILL
    worn = after.units[target.id]
    left = target.card.armor - target.armor_lost
    lost = left if gone else min(left, {LIGHT: 1, HEAVY: 2}.get(level, 0))
    worn.armor_lost += lost
    worn.status = DESTROYED if gone or lost == left else worn.status
    return after, Toll(hit, lost, 0, (), gone, worn.status == DESTROYED)


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
    effects = tuple(sorted(name for name in now.tokens if name in EFFECTS and name not in was.tokens))
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
