"""Everything the dice can do in an attack, with exact weights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

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
from gearlock.systems.blitz.advice.attack_odds import (
    AREA,
    BEYOND,
    COLD,
    SCREEN,
    Blow,
    Check,
    Ember,
    Harm,
    Lie,
    cast_of,
    checks_among,
    guards_among,
    harms_of,
    like,
    smoulder,
    tells,
    victim_of,
)
from gearlock.systems.blitz.attacks.aiming import (
    Attack,
    AttackDeclared,
    AttackRolled,
    ExchangeEnded,
    IndirectFire,
    SnapFire,
    attack_distance,
    loaded,
)
from gearlock.systems.blitz.attacks.attack import (
    CHECK,
    MARKED,
    Volley,
    centre_of,
    is_optimal,
    own_cover,
    reached,
    secondary_targets,
)
from gearlock.systems.blitz.attacks.exchange import (
    can_snap,
    declare_attack,
    is_snap_weapon,
    refuse_snap_fire,
    resolve_exchange,
)
from gearlock.systems.blitz.attacks.modifiers import DIRECT, GUIDED, INDIRECTLY, Duel, Use, duel_of
from gearlock.systems.blitz.attacks.pairs import Pair
from gearlock.systems.blitz.book import BOOK
from gearlock.systems.blitz.damage import PERSISTENT, Damaged, Wound, hurt_all, kindle, leaves_nothing
from gearlock.systems.blitz.dice_tests.comms_tests import jamming_on
from gearlock.systems.blitz.dice_tests.tests import SAND, WEATHER
from gearlock.systems.blitz.lock_and_cover.cover import look_from_point
from gearlock.systems.blitz.models import Weapon
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.table.inches import gap

# --- Everything the dice of one volley can do before damage is applied, with exact weights
# One check of the attacker stands against the defences of everybody it may hit: the target, those in the area, and
# whoever served as cover if the target was missed.

ATTACK_REROLL, DEFENCE_REROLL = "attack-reroll", "defence-reroll"
REROLLS = (
    Aid(ATTACK_REROLL, "one re-roll for the attacker", "attacker", "blitz.2.6"),
    Aid(DEFENCE_REROLL, "one re-roll for the defender", "target", "blitz.2.6"),
)
WORTH_OF_A_POINT = 100
"""What a point of damage counts to whoever decides about a re-roll; a hit that does none counts 1."""


class Result(NamedTuple):
    """What a volley does to one model: whether it hits, the damage felt, and what goes on burning."""

    target: str
    by: str
    weapon: str
    hit: bool
    damage: int = 0
    kind: str = ""
    intensity: int = 0
    ember: Ember = COLD
    """How the model fights what goes on burning."""


Results = dict[tuple[Result, ...], int]


class Aimed:
    """One defence against a check."""

    def __init__(self, state: State, volley: Volley, weapon: Weapon, target: Unit, duel: Duel, skill: int) -> None:
        attacker = state.units[volley.attacker]
        self.target, self.weapon, self.names = target, weapon, (target.id, volley.attacker, weapon.id)
        self.cast = cast_of(state, attacker, weapon, target, duel, volley.mode)._replace(skill=skill)
        self.victim, self.role, self.duel = victim_of(state, weapon, target, duel), "", duel
        self.blow = Blow(weapon, self.victim, skill)
        self.guards = guards_among(self.cast.defence, self.cast.wits)
        self.total = sum(self.guards.values())

    def as_one(self, role: str) -> Aimed:
        """The same of somebody who is not aimed at."""
        self.role, self.blow = role, Blow(self.weapon, self.victim, self.cast.skill, role)
        return self

    def results(self, check: Check, defence: int) -> dict[Result, int]:
        """What a check against a defence comes to, out of what the blow has in all."""
        return {self.result(harm): ways for harm, ways in self.blow.harms(check, defence).items()}

    def result(self, harm: Harm) -> Result:
        """Harm with the names of all who have to do with it."""
        ember = self.victim.ember if harm.kind else COLD
        return Result(*self.names, harm.hit, harm.damage, harm.kind, harm.intensity, ember)

    def worth(self, check: Check, defence: int) -> int:
        """What it is worth to the attacker: damage first, and that it hits at all."""
        left, found = self.target.hull + self.target.structure, 0
        for harm, ways in self.blow.harms(check, defence).items():
            found += (WORTH_OF_A_POINT * min(harm.damage + harm.intensity, left) + harm.hit) * ways
        return found


class Fan:
    """One check of a volley with everybody who defends against it."""

    @heeds("blitz.10.2", "blitz.10.2b", "blitz.7.0a", "blitz.10.5")
    def __init__(self, state: State, volley: Volley, number: int, about: Iterable[str]) -> None:
        attacker, target = state.units[volley.attacker], state.units[volley.targets[number]]
        weapon = loaded(attacker, volley.weapon, volley.load)
        optimal = is_optimal(weapon, volley.mode, attack_distance(state, attacker, target, weapon))
        use = Use(weapon, optimal, number > 0, volley.mode, volley.designator)
        pair, asked = Pair(state, attacker, target, weapon, volley.observer), set(about)
        duel = duel_of(state, use, pair)
        skill = duel.pools.attack_step
        self.main = Aimed(state, volley, weapon, target, duel, skill)
        self.checks = checks_among(self.main.cast.attack, skill, tells(weapon))
        self.area: list[Aimed] = []
        for other in secondary_targets(state, weapon, target):
            if other.id in asked:
                look = look_from_point(state, centre_of(target), other)
                duel = duel_of(state, use, Pair(state, attacker, other, weapon, volley.observer, look))
                near = gap(centre_of(target), other.body) <= weapon.blast_area and weapon.blast_area
                self.area.append(Aimed(state, volley, weapon, other, duel, skill).as_one(AREA if near else BEYOND))
        self.screens = [
            Aimed(state, volley, weapon, state.units[name], self._screened(state, use, volley, name), skill).as_one(
                SCREEN
            )
            for name in pair.look.screens
            if name in asked
        ]
        self.is_plain = not self.area and not self.screens

    def _screened(self, state: State, use: Use, volley: Volley, name: str) -> Duel:
        units = state.units
        look = own_cover(units[name])
        pair = Pair(state, units[volley.attacker], units[name], use.weapon, volley.observer, look)
        return duel_of(state, use, pair)

    @heeds("blitz.2.6")
    def outcomes(self, aid: str, about: Iterable[str]) -> tuple[Results, int]:
        """All that this check can do to those asked about, and the total of the weights."""
        checks, main, found = self.checks, self.main, Results()
        again = checks if aid == ATTACK_REROLL else main.guards if aid == DEFENCE_REROLL else {0: 1}
        fresh, asked = sum(again.values()), set(about)
        width = main.blow.whole * _whole(self.area) * _whole(self.screens)
        if self.is_plain and not aid:
            return self._plain(asked), sum(checks.values()) * main.total * width
        lying = self.lies(aid, fresh)
        for (ours, theirs), ways in lying.items():
            for hits, chances in self._together(ours, theirs, asked).items():
                found[hits] = found.get(hits, 0) + ways * chances
        return found, sum(checks.values()) * main.total * fresh * width

    def _plain(self, asked: set[str]) -> Results:
        """What a check does to one defender alone: that depends on nothing else, and is kept."""
        main = self.main
        harms = harms_of(main.weapon, main.victim, main.cast)
        if main.target.id not in asked:
            return {(): sum(harms.values())}
        return {(main.result(harm),): ways for harm, ways in harms.items()}

    def lies(self, aid: str, fresh: int) -> dict[Lie, int]:
        """How the dice can lie in the end; like ones together if one model alone defends. Out of `fresh` a pair."""
        main, lying = self.main, dict[Lie, int]()
        for check, w in self.checks.items():
            for defence, v in main.guards.items():
                for lie, ways in self._after_reroll(aid, check, defence, fresh):
                    alike = like(*lie, main.cast.skill, bool(main.blow.blast)) if self.is_plain else lie
                    lying[alike] = lying.get(alike, 0) + w * v * ways
        return lying

    def _after_reroll(self, aid: str, check: Check, defence: int, fresh: int) -> list[tuple[Lie, int]]:
        """What lies there after a re-roll that is used well; out of `fresh`."""
        if not aid:
            return [((check, defence), 1)]
        attacking, main = aid == ATTACK_REROLL, self.main
        if attacking:
            new = [((other, defence), ways) for other, ways in self.checks.items()]
        else:
            new = [((check, other), ways) for other, ways in main.guards.items()]
        gain = sum(main.worth(*pair) * ways for pair, ways in new) - main.worth(check, defence) * fresh
        return new if (gain > 0 if attacking else gain < 0) else [((check, defence), fresh)]

    def _together(self, check: Check, defence: int, asked: set[str]) -> Results:
        """The target's result beside those of everybody else who has to defend."""
        hit, good = check[0] >= defence, check[0] >= self.main.cast.skill
        found: Results = {}
        for result, ways in self.main.results(check, defence).items():
            key = (result,) if result.target in asked else ()
            found[key] = found.get(key, 0) + ways
        struck = {aimed.target.id for aimed in self.area} if hit or good else set()
        found = _defended(found, self.area, check, bool(struck))
        screens = [aimed for aimed in self.screens if aimed.target.id not in struck]
        skipped = [aimed for aimed in self.screens if aimed.target.id in struck]
        return _defended(_defended(found, screens, check, not hit), skipped, check, False)


def _whole(aimed: list[Aimed]) -> int:
    whole = 1
    for each in aimed:
        whole *= each.blow.whole * each.total
    return whole


def _defended(found: Results, aimed: list[Aimed], check: Check, rolls: bool) -> Results:
    """Results with those of more defences; who need not defend takes its weight and no harm."""
    for each in aimed:
        after: Results = {}
        for before, ways in found.items():
            if not rolls:
                after[before] = after.get(before, 0) + ways * each.blow.whole * each.total
                continue
            for defence, weight in each.guards.items():
                for result, chances in each.results(check, defence).items():
                    key = (*before, result)
                    after[key] = after.get(key, 0) + ways * weight * chances
        found = after
    return found


# --- Everything an attack can lead to: volleys and their answer rolled apart, then settled together

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
