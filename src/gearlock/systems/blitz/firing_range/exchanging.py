"""Everything an attack can lead to: volleys and the answer to them rolled apart, then settled by the rules together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Aid, Outcomes, Share, Terms, Toll, Tolls, gathered
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.marginal import SIDES
from gearlock.odds.walking import Classes, Leaf, faces_alike, walk
from gearlock.systems.blitz.attacks.aiming import loaded
from gearlock.systems.blitz.attacks.areas import reached, secondary_targets
from gearlock.systems.blitz.attacks.events import AttackDeclared, AttackRolled, ExchangeEnded
from gearlock.systems.blitz.attacks.exchange import declare_attack, resolve_exchange
from gearlock.systems.blitz.attacks.modifiers import DIRECT, GUIDED, INDIRECTLY
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire, SnapFire
from gearlock.systems.blitz.attacks.snap_fire import can_snap, is_snap_weapon, refuse_snap_fire
from gearlock.systems.blitz.attacks.volleys import CHECK, MARKED, Volley
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage.events import Damaged
from gearlock.systems.blitz.damage.persistent import PERSISTENT, kindle
from gearlock.systems.blitz.damage.wounds import Wound, hurt_all, leaves_nothing
from gearlock.systems.blitz.dice_tests.jammed import jamming_on
from gearlock.systems.blitz.dice_tests.sand import SAND, WEATHER
from gearlock.systems.blitz.firing_range.wounding import REROLLS, Fan, Result
from gearlock.systems.blitz.judging.victims import smoulder
from gearlock.systems.blitz.state import WRECK, State, Unit

WIDEST = 60_000
"""How many combinations of results are worked out at most."""
UNHURT = Toll()
AIMED = "aimed"
"""The switch of a laid-out battle that says how indirect fire is aimed."""


def aim_of(state: State, order: IndirectFire) -> Volley:
    """Indirect fire as a volley: chained to the active friend who observes, or at emissions."""
    active, mode = state.active(), state.switches.get(AIMED, INDIRECTLY)
    observer = "" if active is None or active.id == order.unit else active.id
    designator = state.units[observer].trait("TD") if mode == GUIDED and observer else 0
    return Volley(order.unit, order.weapon, order.load, (order.target,), mode, observer, designator)


def declare(ctx: Ctx[State], order: Order) -> Script[list[Volley]]:
    """An attack and the answers to it, declared and paid for."""
    if isinstance(order, Attack):
        return (yield from declare_attack(ctx, order))
    assert isinstance(order, IndirectFire), f"{order} is no attack"
    volley = aim_of(ctx.state, order)
    snap, aimed = not ctx.state.is_active(ctx.state.units[order.unit]), (volley.mode, volley.observer)
    ctx.emit(AttackDeclared(order.unit, order.weapon, (order.target,), order.load, False, snap, False, *aimed))
    return [volley]


def answering(reply: Order | None) -> Callable[[Ctx[State], Ask], Order]:
    """Everybody declines whatever is offered, but for the one answer, given once."""

    def answer(ctx: Ctx[State], asked: Ask) -> Order:
        if isinstance(reply, SnapFire) and asked.kind == "snap" and asked.unit == reply.unit:
            fired = any(isinstance(event, AttackDeclared) and event.unit == reply.unit for event in ctx.events)
            return Decline() if fired else reply
        return Decline()

    return answer


@heeds("blitz.3.4a", "blitz.10.4")
def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end. Checks are independent; what they lead to is not."""
    answer = answering(terms.reply)
    (declared,) = walk(lambda: begun(state, order), faces_alike, answer)
    volleys: list[Volley] = declared.value
    now: State = declared.ctx.state
    about = terms.about or tuple(dict.fromkeys(name for volley in volleys for name in struck_by(now, volley)))
    if any(not _is_plain(now, volley, terms.ends) for volley in volleys):
        return gathered(list(_walked(state, order, answer, about)))
    fans = [Fan(now, each, number, about) for each in volleys for number in range(len(each.targets))]
    fans = [fan for fan in fans if {fan.main.target.id, *(a.target.id for a in (*fan.area, *fan.screens))} & {*about}]
    rolled = [fan.outcomes("" if number else terms.aid, about) for number, fan in enumerate(fans)]
    width = 1
    for results, _ in rolled:
        width *= len(results)
    if width > WIDEST:
        raise BadInput(f"The attack rolls against {len(about)} models at once: ask about fewer of them.")
    shares: list[Share[State]] = []
    for each in product(*(results.items() for results, _ in rolled)):
        ways, out_of = 1, 1
        for (_, weight), (_, total) in zip(each, rolled, strict=True):
            ways, out_of = ways * weight, out_of * total
        hits = [result for results, _ in each for result in results]
        if terms.ends or _burns_twice(hits):
            shares += _settled(now, hits, about, ways, out_of)
        else:
            shares += _added_up(now, hits, about, ways, out_of)
    return gathered(shares)


def begun(state: State, order: Order) -> tuple[Ctx[State], Script[list[Volley]]]:
    """An attack about to be declared."""
    ctx = Ctx(state.clone(), BOOK.apply)
    return ctx, declare(ctx, order)


def _is_plain(state: State, volley: Volley, ends: bool) -> bool:
    """Whether its dice can be added up apart: not all around oneself, nor in white sand.

    Against jamming only for one target, and if nobody asks what is left of that.
    """
    unit = state.units[volley.attacker]
    if volley.mode == DIRECT and jamming_on(unit)[1] > 0 and (ends or len(volley.targets) > 1):
        return False
    return not loaded(unit, volley.weapon, volley.load).proximity and state.switches.get(WEATHER) != SAND


def struck_by(state: State, volley: Volley) -> Iterator[str]:
    """Everybody a volley is rolled against, those it is aimed at first."""
    unit = state.units[volley.attacker]
    weapon = loaded(unit, volley.weapon, volley.load)
    if weapon.proximity:
        yield from (other.id for other in reached(state, unit, weapon.proximity))
    yield from volley.targets
    for target in volley.targets:
        yield from (other.id for other in secondary_targets(state, weapon, state.units[target]))


def _walked(
    state: State,
    order: Order,
    answer: Callable[[Ctx[State], Ask], Order],
    about: Iterable[str],
) -> Iterator[Share[State]]:
    """The whole exchange played on everything the dice can show: slow, and right for everything.

    What becomes of those that are not asked about changes nothing for the others: their defence shows sixes alone,
    unless they are aimed at, for then it tells whether anybody else is reached.
    """
    units, asked = state.units, {*about}
    aimed_at = {*(order.targets if isinstance(order, Attack) else (getattr(order, "target", ""),))}
    sand, spared = state.switches.get(WEATHER) == SAND, not any(units[name].is_infantry for name in asked)

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(state.clone(), BOOK.apply)
        return ctx, _play(ctx, order)

    def classes(roll: Roll) -> Classes:
        aside = roll.purpose == "defence" and roll.unit not in asked | aimed_at
        if aside or (roll.purpose == MARKED and spared and not sand):
            return (((SIDES,) * roll.count, 1),)
        return faces_told(roll)

    for number, leaf in enumerate(walk(begin, classes, answer)):
        if number > WIDEST:
            raise BadInput(f"The attack rolls against {len(asked)} models at once: ask about fewer of them.")
        yield _share(state, leaf, about, 1, 1)


@heeds("blitz.wtrait.at", "blitz.A.4-proximity", "blitz.16.0-2c-sand")
def faces_told(roll: Roll) -> Classes:
    """The classes of a roll where more tells of an attack than its total.

    That is its highest die, how many reach the skill and how many are sixes, for AT and for dice that only infantry
    defends against; and whether the first shows a 1, as sand may get in by that.
    """
    if roll.purpose not in (CHECK, MARKED) or not roll.count:
        return faces_alike(roll)
    found: dict[tuple[int, ...], tuple[Faces, int]] = {}
    for first in range(1, SIDES + 1):
        for others, ways in faces_alike(msgspec.structs.replace(roll, count=roll.count - 1, step=None)):
            faces = (first, *others)
            key = int(first == 1), max(faces), sum(face >= (roll.step or 0) for face in faces), faces.count(SIDES)
            found[key] = found.get(key, (faces, 0))[0], found.get(key, (faces, 0))[1] + ways
    return tuple(found.values())


def _play(ctx: Ctx[State], order: Order) -> Script[None]:
    yield from resolve_exchange(ctx, (yield from declare(ctx, order)))


def _share(before: State, leaf: Leaf, about: Iterable[str], ways: int, out_of: int) -> Share[State]:
    after: State = leaf.ctx.state
    tolls = {unit: toll(before, after, leaf.ctx.events, unit) for unit in about}
    return Share(ways * leaf.ways, out_of * leaf.out_of, tolls, after)


def _burns_twice(hits: list[Result]) -> bool:
    """Whether something goes on burning on a model that has more than one result: the rules put these together."""
    return any(hit.kind and sum(other.target == hit.target for other in hits) > 1 for hit in hits)


@heeds("blitz.9.6")
def _added_up(state: State, hits: list[Result], about: Iterable[str], ways: int, out_of: int) -> Iterator[Share[State]]:
    """The tolls of some results, with the first bite of what goes on burning."""
    burning = [hit for hit in hits if hit.kind]
    tolls = _hurt(state, hits, about)
    rolls = [smoulder(hit.ember, hit.damage, hit.intensity).items() for hit in burning]
    for chosen in product(*rolls):
        found, often, whole = dict(tolls), ways, out_of
        for hit, ((more, stays), chances) in zip(burning, chosen, strict=True):
            unit = state.units[hit.target]
            toll = _toll_of(unit, [hit.damage + more], hit.hit)
            found[hit.target] = toll._replace(effects=(hit.kind,) if stays and not unit.token(hit.kind) else ())
            often, whole = often * chances, whole * SIDES**hit.intensity
        yield Share(often, whole, found, state)


def _hurt(state: State, hits: list[Result], about: Iterable[str]) -> Tolls:
    """The tolls of results that are damage and nothing else."""
    tolls = dict.fromkeys(about, UNHURT)
    for name in dict.fromkeys(hit.target for hit in hits):
        mine = [hit for hit in hits if hit.target == name]
        tolls[name] = _toll_of(state.units[name], [hit.damage for hit in mine], any(hit.hit for hit in mine))
    return tolls


def _toll_of(unit: Unit, damages: list[int], hit: bool) -> Toll:
    total = sum(damages)
    if unit.status == WRECK:
        first = next((damage for damage in damages if leaves_nothing(unit, damage, False)), 0)
        return Toll(hit, first, destroyed=first > 0)
    left, done = unit.hull + unit.structure, 0
    for damage in damages:
        done += damage if done < left or damage >= unit.line.bulk else 0
    return Toll(hit, done, 0, (), 0 < unit.hull <= total, total >= left)


def _settled(
    declared: State, hits: list[Result], about: Iterable[str], ways: int, out_of: int
) -> Iterator[Share[State]]:
    """All that comes of some results: damage, and what burns."""

    def begin() -> tuple[Ctx[State], Script[None]]:
        ctx = Ctx(declared.clone(), BOOK.apply)
        return ctx, _settle(ctx, hits)

    for leaf in walk(begin, faces_alike, answering(None)):
        share = _share(declared, leaf, about, ways, out_of)
        struck = {hit.target for hit in hits if hit.hit}
        tolls = {unit: found._replace(hit=unit in struck) for unit, found in share.tolls.items()}
        yield share._replace(tolls=tolls)


@heeds("blitz.3.4a", "blitz.9.6")
def _settle(ctx: Ctx[State], hits: list[Result]) -> Script[None]:
    hurt_all(ctx, [Wound(hit.target, hit.by, hit.weapon, hit.damage) for hit in hits])
    for hit in hits:
        if hit.kind:
            yield from kindle(ctx, hit.target, hit.kind, hit.intensity)
    ctx.emit(ExchangeEnded())


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What became of a model. The last roll at it tells whether it was hit; a wreck is destroyed when it is removed."""
    was, now = before.units[unit_id], after.units[unit_id]
    rolls = [
        defence
        for event in events
        if isinstance(event, AttackRolled)
        for defence in event.defences
        if defence.target == unit_id
    ]
    return Toll(
        bool(rolls) and rolls[-1].is_hit,
        sum(event.damage for event in events if isinstance(event, Damaged) and event.unit == unit_id),
        0,
        tuple(kind for kind in PERSISTENT if now.token(kind) and not was.token(kind)),
        was.hull > 0 and now.hull == 0,
        was.status != now.status and now.is_destroyed,
    )


def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The snap fire with which the models an attack names may answer it."""
    (leaf,) = walk(lambda: begun(state, order), faces_alike, answering(None))
    now: State = leaf.ctx.state
    found: list[Order] = []
    for name in dict.fromkeys(name for volley in leaf.value for name in volley.targets):
        unit = now.units[name]
        if not unit.is_fielded or not can_snap(unit):
            continue
        asked = Ask(unit.seat, "snap", unit.id, ("an attack", order_unit(order)), "blitz.10.4", optional=True)
        for weapon in unit.line.weapons.values():
            if is_snap_weapon(unit, weapon):
                shots = (SnapFire(unit.id, weapon.id, order_unit(order), load) for load in weapon.loads)
                found += [shot for shot in shots if refuse_snap_fire(now, asked, shot) is None]
    return tuple(found)


def order_unit(order: Order) -> str:
    """Who makes an attack."""
    assert isinstance(order, Attack | IndirectFire | SnapFire), f"{order} is no attack"
    return order.unit


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """One re-roll for either side; a wreck does not defend itself, and what goes all around is not added up so."""
    if not isinstance(order, Attack | IndirectFire):
        return ()
    weapon = state.units[order.unit].line.weapons[order.weapon]
    targets = order.targets if isinstance(order, Attack) else (order.target,)
    if weapon.proximity or not targets:
        return ()
    return REROLLS if state.units[targets[0]].status != WRECK else REROLLS[:1]
