"""Everything an attack can lead to, by the rules themselves on everything the dice can show."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import comb
from typing import Any, NamedTuple

from gearlock.kernel import counterparts as shared
from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import BadInput
from gearlock.kernel.events import Event
from gearlock.kernel.gunnery import Aid, Gunnery, Outcomes, Share, Terms, Toll, Tolls, gathered, merged
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.odds.percent import CENT, per_cent
from gearlock.odds.walking import faces_alike, walk
from gearlock.systems.hex100.advice.attack_odds import shot_numbers
from gearlock.systems.hex100.attacks.attack import (
    Aim,
    Attack,
    Fired,
    FireReserve,
    armed,
    as_used,
    resolve_aimed,
    resolve_scatter,
    resolve_weapon,
    take_aim,
)
from gearlock.systems.hex100.attacks.reserve import can_fire_reserve, declare_attack
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.damage.units_hit import SpendCharges, Struck, fall
from gearlock.systems.hex100.defenses import Intercept, covering
from gearlock.systems.hex100.detection.locks import can_lock, is_locked_for, look_again
from gearlock.systems.hex100.firing_range.laid_out import CONDITIONS, fieldable, names, ready_for, stage, weapons
from gearlock.systems.hex100.forces.cards import Hardpoint, Weapon
from gearlock.systems.hex100.known_units import name_for
from gearlock.systems.hex100.state import State, Unit
from gearlock.systems.hex100.suppositions import encode
from gearlock.systems.hex100.weapons import named_weapons, volley_name

# --- What an attack costs a unit


def toll(before: State, after: State, events: list[Event], unit_id: str) -> Toll:
    """What became of a unit: hit points lost, critical damage and the hardpoints it wrecked, EMP shock.

    The book knows no crippled machine: one that takes critical damage counts as such.
    """
    was, now = before.units[unit_id], after.units[unit_id]
    hit = any(isinstance(event, Fired) and event.target == unit_id and event.hits > event.evaded for event in events)
    if now.destroyed and not was.destroyed:
        return fallen(hit, sum(was.swarm) or was.hp)
    blows = [event for event in events if isinstance(event, Struck) and event.unit == unit_id]
    damage = sum(was.swarm) - sum(now.swarm) if was.swarm else sum(blow.damage for blow in blows)
    shocked = ("EMP shock",) if now.shocked and not was.shocked else ()
    gone = wrecked(before.machine(unit_id).unit.hardpoints, was.hurt, now.hurt)
    deep = sum(blow.critical for blow in blows)
    return Toll(hit, damage, deep, tuple(sorted((*shocked, *gone))), crippled=deep > 0)


@heeds("hex100.stat-hp")
def fallen(hit: bool, hit_points: int) -> Toll:
    """A unit that is destroyed has lost all it had; what else befell it on the way is nobody's concern."""
    return Toll(hit, hit_points, crippled=True, destroyed=True)


@heeds("hex100.stat-critical")
def wrecked(hardpoints: tuple[Hardpoint, ...], was: Sequence[int], now: Sequence[int]) -> tuple[str, ...]:
    """The hardpoints that critical damage has wrecked meanwhile."""
    return tuple(f"{each.name} wrecked" for at, each in enumerate(hardpoints) if was[at] < each.size <= now[at])


# --- The fast way through plain fire
# Walking the rules runs a script for every combination of hits, penetrations and hardpoints. Here the same numbers
# are multiplied out; a test holds both ways against each other.

KEPT = 4096
_MORE_THAN_DAMAGE = ("demolisher", "slash", "light-emp", "heavy-emp")


class Wear(NamedTuple):
    """A unit while it is shot at: what is left of it, where it is hurt, and what it has taken so far."""

    hp: int
    critical: int
    hurt: tuple[int, ...]
    damage: int = 0
    deep: int = 0
    fallen: bool = False


End = tuple[tuple[Wear, bool], int]
"""One way fire can end, whether any shot struck, and how often."""
Wears = dict[Wear, int]


class Numbers(NamedTuple):
    """The numbers of one shot, and what the target bears."""

    hit: int
    evade: int
    penetrate: int
    damage: int
    graze: int
    critical: int
    spalling: int
    structure: int
    places: int

    @heeds("hex100.stat-hp", "hex100.stat-critical")
    def struck(self, wear: Wear, damage: int, deep: int, place: int = -1) -> Wear:
        """The unit after one blow; a fallen unit takes no more."""
        if wear.fallen:
            return wear
        hp, critical, hurt = max(0, wear.hp - damage), wear.critical + deep, wear.hurt
        if deep and place >= 0:
            hurt = (*hurt[:place], hurt[place] + deep, *hurt[place + 1 :])
        fallen = hp <= 0 or critical >= self.structure
        return Wear(hp, critical, hurt, wear.damage + damage, wear.deep + deep, fallen)

    def one_hit(self, wears: Wears) -> Wears:
        """All that one more hit makes of a unit, with weights out of a hundred times the places it may strike."""
        found: Wears = {}
        for wear, ways in wears.items():
            for deep, chance in ((self.critical, self.penetrate), (self.spalling, CENT - self.penetrate)):
                if not chance:
                    continue
                for place, share in self._places(deep and not wear.fallen):
                    after = self.struck(wear, self.damage, deep, place)
                    found[after] = found.get(after, 0) + ways * chance * share
        return found

    def _places(self, deep: int) -> Iterator[tuple[int, int]]:
        if deep and self.places:
            yield from ((place, 1) for place in range(self.places))
        else:
            yield -1, max(1, self.places)


def is_plain(state: State, weapon: Weapon, target: Unit) -> bool:
    """Whether fire does nothing but damage the one unit it is aimed at, and nobody could want a say in it.

    A blast that goes no farther than the hex it strikes spares the unit it hits; only drones could share that hex.
    """
    special = weapon.radius or weapon.shock or weapon.effects.get("marks")
    if special or any(weapon.has(each) for each in _MORE_THAN_DAMAGE):
        return False
    crowded = bool(state.scene.drones) and (weapon.has("large-projectile") or bool(weapon.blast))
    return not (crowded or target.swarm or target.id in state.scene.drones)


@heeds("hex100.attack-sequence", "hex100.stat-rof")
def plain_fire(
    share: Share[State], order: Attack, token: str, target_id: str, ends: bool = True
) -> list[Share[State]] | None:
    """All that the shots of one weapon lead to from here; None if it must be played out.

    Without `ends` nobody asks for the states they leave, and the tolls are enough.
    """
    state = share.state
    target = state.units[target_id]
    found = armed(state, order.unit, token, target_id, target.hex)
    if found is None:
        return [share]
    weapon = as_used(found, order.weapons)
    if not is_plain(state, weapon, target):
        return None
    numbers = _numbers(state, take_aim(state, state.units[order.unit], weapon, target, target.hex))
    start = Wear(target.hp, target.critical, tuple(target.hurt))
    before = share.tolls.get(target_id, Toll())
    if not ends:
        tolls, total = tolls_of(numbers, start, weapon.rof, state.machine(target_id).unit.hardpoints)
        return [_share(share, {target_id: before.then(toll)}, ways, total, state) for toll, ways in tolls]
    worn, total = ends_of(numbers, start, weapon.rof)
    shares: list[Share[State]] = []
    for (wear, struck), ways in worn:
        toll = _toll(start, wear, struck, state.machine(target_id).unit.hardpoints)
        after = _after(state, target_id, wear)
        shares.append(_share(share, {target_id: before.then(toll)}, ways, total, after))
    return shares


def _share(share: Share[State], tolls: Tolls, ways: int, total: int, state: State) -> Share[State]:
    return Share(share.ways * ways, share.out_of * total, {**share.tolls, **tolls}, state)


def _numbers(state: State, aim: Aim) -> Numbers:
    assert aim.target is not None, "plain fire is aimed at a unit"
    card = state.machine(aim.target.id).unit
    hit, evade, penetrate, damage, graze, critical, spalling = shot_numbers(state, aim, True)
    chances = per_cent(hit), per_cent(evade), per_cent(penetrate)
    return Numbers(*chances, damage, graze, critical, spalling, card.structure, len(card.hardpoints))


@lru_cache(maxsize=KEPT)
def ends_of(numbers: Numbers, start: Wear, shots: int) -> tuple[tuple[End, ...], int]:
    """How a number of shots can leave a unit and whether any of them struck it, with weights, and their total.

    Shots that are evaded graze it first, as the rules have it.
    """
    per_hit = CENT * max(1, numbers.places)
    found: dict[tuple[Wear, bool], int] = {}
    grazed = start
    for evaded in range(shots + 1 if numbers.evade else 1):
        wears: Wears = {grazed: 1}
        for hits in range(evaded, shots + 1):
            wears = numbers.one_hit(wears) if hits > evaded else wears
            ways = _ways(shots, hits, numbers.hit) * CENT ** (shots - hits) * _ways(hits, evaded, numbers.evade)
            ways *= per_hit ** (shots - hits + evaded)
            for wear, each in wears.items() if ways else ():
                key = wear, hits > evaded
                found[key] = found.get(key, 0) + ways * each
        grazed = numbers.struck(grazed, numbers.graze, 0) if numbers.graze else grazed
    return tuple(found.items()), CENT ** (2 * shots) * per_hit**shots


def _ways(dice: int, under: int, number: int) -> int:
    """In how many throws so many of the dice stay under a number."""
    ways: int = comb(dice, under) * number**under * (CENT - number) ** (dice - under)
    return ways


@lru_cache(maxsize=KEPT)
def tolls_of(
    numbers: Numbers, start: Wear, shots: int, hardpoints: tuple[Hardpoint, ...]
) -> tuple[tuple[tuple[Toll, int], ...], int]:
    """The same as tolls alone."""
    ends, total = ends_of(numbers, start, shots)
    found: dict[Toll, int] = {}
    for (wear, struck), ways in ends:
        toll = _toll(start, wear, struck, hardpoints)
        found[toll] = found.get(toll, 0) + ways
    return tuple(found.items()), total


def _toll(start: Wear, wear: Wear, struck: bool, hardpoints: tuple[Hardpoint, ...]) -> Toll:
    if wear.fallen:
        return fallen(struck, start.hp)
    gone = wrecked(hardpoints, start.hurt, wear.hurt)
    return Toll(struck, wear.damage, wear.deep, tuple(sorted(gone)), crippled=wear.deep > 0)


def _after(state: State, target: str, wear: Wear) -> State:
    """The state in which the target is worn like this."""
    before = state.units[target]
    ctx = Ctx(state.clone(), BOOK.apply)
    ctx.emit(Struck(target, wear.damage, 0 if before.hurt else wear.deep))
    for place, (was, now) in enumerate(zip(before.hurt, wear.hurt, strict=True)):
        if now > was:
            ctx.emit(Struck(target, 0, now - was, place))
    if wear.fallen:
        fall(ctx, target)
    return ctx.state


# --- Weapon by weapon

LOCK, CHARGES, INTERCEPTION = "lock", "charges", "interception"
WIDEST = 30_000
"""How many different ends are followed at most."""

Part = Callable[[Ctx[State]], Script[Any]]


def struck_unit(state: State, order: Order) -> Unit:
    """The enemy an attack is aimed at."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target = state.enemy_called(state.units[order.unit].seat, order.target)
    assert target is not None, "a legal attack has a target"
    return target


@heeds("hex100.attack-sequence")
def outcomes(state: State, order: Order, terms: Terms) -> Outcomes[State]:
    """Every way an attack can end: declared and answered, then one weapon after the other."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target = struck_unit(state, order)
    first = state
    if terms.aid == LOCK:
        first = state.clone()
        first.units[order.unit].lock = target.id
    about = terms.about or (target.id,)
    goal, weapons = target.hex, order.weapons
    held: list[Share[State]] = [Share(1, 1, {}, first)]
    held = _next(held, lambda ctx: declare_attack(ctx, order.unit, weapons, target.id, goal, order.pay), terms, about)
    for number, token in enumerate(weapons, 1):
        ends = terms.ends or number < len(weapons)
        fired = [_fired(share, order, token, target.id, terms._replace(ends=ends), about) for share in held]
        held = merged([share for shares in fired for share in shares], encode if ends else None)
        if len(held) > WIDEST:
            raise BadInput(f"More than {WIDEST} different things can come of this attack.")
    return gathered(_next(held, _look, terms, about) if terms.ends else held)


def _next(held: list[Share[State]], part: Part, terms: Terms, about: tuple[str, ...]) -> list[Share[State]]:
    return merged([new for share in held for new, _ in _played(share, part, terms, about)], encode)


def _fired(
    share: Share[State], order: Attack, token: str, target: str, terms: Terms, about: tuple[str, ...]
) -> list[Share[State]]:
    """All that one weapon leads to from here, the fast way if it will do."""
    if terms.aid not in (CHARGES, INTERCEPTION):
        plain = plain_fire(share, order, token, target, terms.ends)
        if plain is not None:
            return plain
    goal = share.state.units[target].hex
    weapon = armed(share.state, order.unit, token, target, goal)
    if weapon is None or not weapon.radius:
        return [new for new, _ in _played(share, _shots(order, token, target), terms, about)]
    return _blasted(share, order, token, target, terms, about)


@heeds("hex100.blast-scatter")
def _blasted(
    share: Share[State], order: Attack, token: str, target: str, terms: Terms, about: tuple[str, ...]
) -> list[Share[State]]:
    """Blasts that miss come down one after the other; wherever two ways lead to the same, they are one from there."""
    unit, goal = order.unit, share.state.units[target].hex
    aimed = _played(share, lambda ctx: resolve_aimed(ctx, unit, token, target, goal, order.weapons), terms, about)
    held: dict[int, list[Share[State]]] = {}
    for new, stray in aimed:
        held.setdefault(stray.shots, []).append(new)
    weapon, indirect = aimed[0][1].weapon, aimed[0][1].indirect
    for left in range(max(held), 0, -1):
        fallen = [
            new
            for each in merged(held.pop(left, []), encode)
            for new, _ in _played(each, lambda ctx: resolve_scatter(ctx, unit, weapon, goal, indirect), terms, about)
        ]
        held[left - 1] = held.get(left - 1, []) + fallen
    return held[0]


def _shots(order: Attack, token: str, target: str) -> Part:
    def fire(ctx: Ctx[State]) -> Script[None]:
        return resolve_weapon(ctx, order.unit, token, order.weapons, target, ctx.state.units[target].hex)

    return fire


def _look(ctx: Ctx[State]) -> Script[None]:
    look_again(ctx)
    yield from ()


def _played(share: Share[State], part: Part, terms: Terms, about: tuple[str, ...]) -> list[tuple[Share[State], Any]]:
    """All that one part of an attack leads to from here, each with what the part gave back."""

    def begin() -> tuple[Ctx[State], Script[Any]]:
        ctx = Ctx(share.state.clone(), BOOK.apply)
        return ctx, part(ctx)

    found: list[tuple[Share[State], Any]] = []
    for leaf in walk(begin, faces_alike, lambda ctx, ask: _answer(ctx, ask, terms)):
        tolls: Tolls = {}
        for unit in about:
            new = toll(share.state, leaf.ctx.state, leaf.ctx.events, unit)
            tolls[unit] = share.tolls.get(unit, Toll()).then(new)
        ways, out_of = share.ways * leaf.ways, share.out_of * leaf.out_of
        found.append((Share(ways, out_of, {**share.tolls, **tolls}, leaf.ctx.state), leaf.value))
    return found


def _answer(_ctx: Ctx[State], ask: Ask, terms: Terms) -> Order:
    """Nobody does anything but what the terms say."""
    if ask.kind == "overwatch" and isinstance(terms.reply, FireReserve) and ask.unit == terms.reply.unit:
        return terms.reply
    if ask.kind == "reactive" and terms.aid == CHARGES:
        most, saved = map(int, ask.about)
        return SpendCharges(ask.unit, most, saved)
    if ask.kind == "intercept" and terms.aid == INTERCEPTION:
        return Intercept(ask.unit, int(ask.about[0]))
    return Decline()


def replies(state: State, order: Order) -> tuple[Order, ...]:
    """The attack that the target holds in reserve for one who attacks it."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target, enemy = struck_unit(state, order), state.units[order.unit]
    contact = state.contacts[target.seat].get(enemy.id)
    if contact is None or target.held != "attack" or target.trigger != "attacks":
        return ()
    return (FireReserve(target.id, contact),) if can_fire_reserve(state, target, enemy) else ()


def aids(state: State, order: Order) -> tuple[Aid, ...]:
    """A lock for the attacker; reactive charges and interceptors for the target."""
    assert isinstance(order, Attack), f"{order} is no attack on a unit"
    target, unit = struck_unit(state, order), state.units[order.unit]
    weapons = [weapon for _, weapon in named_weapons(state, unit, order.weapons) or ()]
    found: list[Aid] = []
    if not is_locked_for(state, unit, target) and can_lock(state, unit, target):
        found.append(Aid(LOCK, "a lock on the target", "attacker", "hex100.lock-on"))
    if target.charges:
        label = "a charge of reactive armour on every hit it lowers"
        found.append(Aid(CHARGES, label, "target", "hex100.armour-reactive"))
    large = any(weapon.has("large-projectile") for weapon in weapons)
    if large and covering(state, target, unit.hex, target.id, target.hex):
        label = "interceptors that stop what they can"
        found.append(Aid(INTERCEPTION, label, "target", "hex100.attr-interceptor"))
    return tuple(found)


# --- What the tools ask about attacks


def attacks(state: State, seat: str) -> Iterator[Order]:
    """Every attack on a contact that the acting unit may make now; fire at bare ground strikes nobody for certain."""
    unit = state.units.get(state.acting)
    if unit is None or unit.seat != seat or unit.id in state.scene.drones:
        return
    for option in BOOK.options(state, Ask(seat, "act", unit.id, rule="hex100.action-pool")):
        if isinstance(option.order, Attack):
            yield option.order


def marks(state: State, order: Order) -> tuple[str, ...]:
    """The enemy an attack is aimed at."""
    return (struck_unit(state, order).id,)


def title(state: State, order: Order) -> str:
    """Who attacks whom with what, as the attacker's side calls them."""
    assert isinstance(order, Attack | FireReserve), f"{order} is no attack on a unit"
    unit = state.units[order.unit]
    tokens = order.weapons if isinstance(order, Attack) else tuple(unit.held_weapons)
    target = state.enemy_called(unit.seat, order.target)
    at = order.target if target is None else name_for(state, unit.seat, target.id)
    return f"{state.machine(unit.id).name}: {volley_name(state, unit, tokens)} at {at}"


GUNNERY: Gunnery[State] = Gunnery(
    conditions=CONDITIONS,
    units=names,
    weapons=weapons,
    stage=stage,
    attacks=attacks,
    marks=marks,
    title=title,
    ready=ready_for,
    outcomes=outcomes,
    toll=toll,
    replies=replies,
    aids=aids,
)


# --- This book beside others

WORDS = shared.read_words("gearlock.systems.hex100")


def _models() -> dict[str, str]:
    return shared.shared_names((shared.Named(m.id, m.name, m.unit.name) for m in fieldable().values()), WORDS)


def _fielded(state: State) -> dict[str, shared.Fielded]:
    """All machines but drones."""
    machines = [unit for unit in state.units.values() if unit.id not in state.scene.drones]
    cards = state.scene.machines
    return {u.id: shared.Fielded(u.seat, cards[u.id].name, cards[u.id].cost, u.destroyed) for u in machines}


COUNTERPARTS: shared.Counterparts[State] = shared.Counterparts(
    words=WORDS,
    models=_models,
    weapons=lambda model: {name: name for name in weapons(model)},
    price=lambda model: fieldable()[model].cost,
    card=lambda _model: {},
    weapon=lambda _model, weapon: weapon,
    fielded=_fielded,
)
