"""8.2 and 10.3 to 10.4: an exchange: declared, answered by snap fire, rolled, and damage last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Pick, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask, throw
from gearlock.mechanics.pools.marginal import bites_in
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.attacks.aiming import (
    PASS,
    Attack,
    AttackDeclared,
    AttackRolled,
    ExchangeEnded,
    IndirectFire,
    RangeMeasured,
    RollFirst,
    Sight,
    SnapFire,
    StandBy,
    StandbyLost,
    StoodBy,
    can_bear,
    declared,
    loaded,
    measured,
    refuse_backup,
    refuse_weapon,
    rolled,
    standby_lost,
    start_body,
    stood_by,
)
from gearlock.systems.blitz.attacks.attack import (
    Hit,
    Shot,
    Volley,
    effect_of,
    offer_counter_fire,
    reached,
    refuse_chained,
    refuse_friendly_fire,
    refuse_marks,
    refuse_split,
    refuse_trace,
    roll_volley,
)
from gearlock.systems.blitz.attacks.modifiers import INDIRECTLY
from gearlock.systems.blitz.attacks.pairs import engagers
from gearlock.systems.blitz.chain_of_command import has_formation
from gearlock.systems.blitz.damage import (
    KINDS,
    MARGINAL,
    BlastRolled,
    MarginalHitRolled,
    Wound,
    blast_mark,
    damage_felt,
    hit_damage,
    hurt_all,
    kindle,
    net_damage,
    resolve_trouble,
    tank_damage,
)
from gearlock.systems.blitz.dice_tests.comms_tests import may_reroll
from gearlock.systems.blitz.dice_tests.tests import ACROBATIC
from gearlock.systems.blitz.general_concepts.dice import is_works
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE, distance_between, is_in_arc, is_quick
from gearlock.systems.blitz.lock_and_cover.cover import has_lock, is_detected, is_sensing, may_use_sensors, with_sensors
from gearlock.systems.blitz.models import Weapon
from gearlock.systems.blitz.paying import can_act, has_action, refuse_idle
from gearlock.systems.blitz.sensor_jamming import offer_sight_jams, roll_sight_jams
from gearlock.systems.blitz.state import (
    ALOFT,
    BRACED,
    FIELDED,
    NEAR,
    OFF_BOARD,
    STANDBY,
    TARGETS,
    WRECK,
    State,
    Unit,
    opponent,
)

# --- 10.3: stand by. Actions kept for what comes


@rule("blitz.10.3")
@heeds("blitz.9.6c", "blitz.18.7-medic")
def refuse_stand_by(state: State, order: StandBy) -> Refusal | None:
    """Only a braced model stands by that nobody is engaged with, with actions it has."""
    unit = state.units[order.unit]
    if unit.stance != BRACED:
        return Refusal("posture", "blitz.10.3", f"The {unit.name} is not braced, and only who is may stand by.")
    rivals = engagers(state, unit)
    if rivals:
        message = f"The {unit.name} is engaged with the {rivals[0].name}, and keeps no standby tokens."
        return Refusal("engaged", "blitz.10.3", message)
    if idle := refuse_idle(unit, "blitz.10.3"):
        return idle
    if not 1 <= order.actions <= unit.actions:
        message = f"The {unit.name} has {unit.actions} actions to stand by with, not {order.actions}."
        return Refusal("actions", "blitz.10.3", message, {"actions": order.actions, "has": unit.actions})
    return None


def resolve_stand_by(ctx: Ctx[State], order: StandBy) -> None:
    """A token for each action."""
    ctx.emit(StoodBy(order.unit, order.actions))


# --- The trait Auto Anti-Infantry: weapons that fire by themselves at infantry that comes near


@rule("blitz.trait.autoanti")
@heeds("blitz.8.2c", "blitz.10.2c")
def automatic_attacks(state: State, moved: Unit) -> list[Attack]:
    """The attacks that infantry draws where its move ends: of every enemy within 6 in with such a weapon ready."""
    if not moved.is_infantry or not moved.is_fielded:
        return []
    guards = (unit for unit in state.fielded(opponent(moved.seat)) if unit.has("AutoAI") and not unit.is_shorted)
    near = [unit for unit in guards if distance_between(state, unit, moved) <= NEAR]
    drawn = (_drawn(state, unit, name, moved) for unit in near for name in unit.line.automatic)
    return [order for order in drawn if order is not None]


def _drawn(state: State, unit: Unit, name: str, moved: Unit) -> Attack | None:
    """The attack of one weapon, with the first ammunition that serves, if it bears and has not fired."""
    weapon = unit.line.weapons.get(name)
    for load in weapon.loads if weapon is not None else ():
        order = Attack(unit.id, name, () if weapon is not None and weapon.proximity else (moved.id,), load)
        if (refuse_weapon(state, unit, name, load, free=True) or refuse_marks(state, unit, order)) is None:
            return order
    return None


@heeds("blitz.trait.autoanti")
def resolve_automatic_attacks(ctx: Ctx[State], moved_id: str) -> Script[None]:
    """Infantry has ended a move: whatever fires at it by itself does so at once, for no action."""
    for order in automatic_attacks(ctx.state, ctx.state.units[moved_id]):
        if not ctx.state.units[moved_id].is_fielded:
            return
        ctx.emit(AttackDeclared(order.unit, order.weapon, order.targets, order.load, snap=True, free=True))
        yield from resolve_exchange(ctx, [Volley(order.unit, order.weapon, order.load, order.targets)])


# --- 10.4: the active player says in which order the attacks of an exchange are rolled; all damage comes after


@heeds("blitz.10.4", "blitz.2.3")
def roll_volleys(ctx: Ctx[State], volleys: Iterable[Volley]) -> Script[list[Hit]]:
    """All checks of an exchange, in the order that the active player likes."""
    left, hits = list(volleys), list[Hit]()
    chooses = True
    while left:
        number = 0
        if chooses and len(left) > 1 and does_order_matter(ctx.state, left):
            order = yield from _ask_for_next(ctx, left)
            chooses, number = isinstance(order, RollFirst), order.number if isinstance(order, RollFirst) else 0
        hits += yield from roll_volley(ctx, left.pop(number))
    return hits


def does_order_matter(state: State, volleys: Iterable[Volley]) -> bool:
    """Whether anybody in the exchange has something to spend on a roll: else all orders come to the same."""
    if state.active() is None:
        return False
    names = {name for volley in volleys for name in (volley.attacker, *volley.targets)}
    return any(_has_a_say(state, state.units[name]) for name in sorted(names))


def _has_a_say(state: State, unit: Unit) -> bool:
    free = [ACROBATIC] if unit.has("Acrobatic") else []
    return not unit.is_destroyed and (can_act(unit) or may_reroll(state, unit, free))


def _ask_for_next(ctx: Ctx[State], left: list[Volley]) -> Script[object]:
    active = ctx.state.active()
    assert active is not None, "somebody is active"
    about = tuple(label_of(ctx.state, volley) for volley in left)
    prompt = "Which attack do you roll first? All damage comes after the last."
    return (yield from ask(Ask(active.seat, "exchange", active.id, about, "blitz.10.4", prompt, optional=True)))


def label_of(state: State, volley: Volley) -> str:
    """An attack of an exchange in words."""
    targets = " and ".join(state.units[name].name for name in volley.targets)
    return f"{state.units[volley.attacker].name}: {volley.weapon}{f' at {targets}' if targets else ''}"


def refuse_first(_state: State, asked: Ask, order: RollFirst) -> Refusal | None:
    """One of those that are left."""
    if 0 <= order.number < len(asked.about):
        return None
    return Refusal(
        "number", "blitz.10.4", f"Choose one of the {len(asked.about)} attacks, 0 to {len(asked.about) - 1}."
    )


def offer_order(_state: State, asked: Ask) -> Iterator[Option]:
    """Each of the attacks that are left, or the order in which they were declared."""
    for number, label in enumerate(asked.about):
        yield Pick(f"{label} first", RollFirst(number), "blitz.10.4")
    yield decline("As they were declared", "blitz.10.4")


# --- 10.3, 10.4 and 15.3a: snap fire. Passive models answer whoever acts, all at once with what they answer

CONTACT = "base contact"

USED = "used:"
"""In a question about snap fire: before a weapon that has answered the same action."""


class Trigger(NamedTuple):
    """What may be answered: who acts, whom they name, in what way, and whether they are easier to detect by it.

    The first actor is the active model: sensors and comms are its own, and `lock` says that its action needs Lock.
    """

    actors: tuple[str, ...]
    named: tuple[str, ...] = ()
    what: str = "an action"
    sensors: bool = False
    comms: bool = False
    lock: bool = False


@rule("blitz.10.4")
@heeds("blitz.10.3", "blitz.14.0", "blitz.14.1", "blitz.7.7", "blitz.7.5a", "blitz.15.3a")
def answerable(state: State, unit: Unit, trigger: Trigger) -> tuple[str, ...]:
    """Whom a passive model may snap fire at: everybody who acts, if it is named or covers for a comrade who is.

    Else the active model that uses active sensors or its radio within its detection range; and, standing by, whoever
    it detects and has Lock on.
    """
    if unit.id in trigger.named or any(covers_for(state, unit, state.units[name]) for name in trigger.named):
        return trigger.actors
    heard = trigger.actors[:1] if trigger.sensors or trigger.comms else ()
    found = [name for name in heard if is_detected(state, unit, state.units[name], doubled=True)]
    for name in trigger.actors if stands_by(unit) else ():
        actor = state.units[name]
        if name not in found and is_detected(state, unit, actor) and has_lock(state, unit, actor):
            found.append(name)
    return tuple(found)


def may_answer(state: State, unit: Unit, trigger: Trigger) -> bool:
    """Whether there is anybody a passive model may snap fire at."""
    return bool(answerable(state, unit, trigger))


@rule("blitz.18.3")
@heeds("blitz.10.3")
def stands_by(unit: Unit) -> bool:
    """Whether it may answer whatever it detects: with a standby token, or as a fortification with any action."""
    return bool(unit.token(STANDBY)) or (is_works(unit) and unit.actions > 0)


@rule("blitz.15.3a")
@heeds("blitz.15.1")
def covers_for(state: State, unit: Unit, target: Unit) -> bool:
    """Another model of the target's combat group, when both are in formation."""
    same = unit.seat == target.seat and unit.group == target.group and unit.id != target.id
    return same and has_formation(state, target) and has_formation(state, unit)


def answerers(state: State, trigger: Trigger) -> Iterator[str]:
    """The enemies who may answer, those who are named first."""
    seat = state.units[trigger.actors[0]].seat
    there = [unit for unit in state.units.values() if unit.seat != seat and unit.status in (FIELDED, OFF_BOARD, ALOFT)]
    enemies = [unit for unit in there if can_snap(unit)]
    enemies.sort(key=lambda unit: unit.id not in trigger.named)
    return (unit.id for unit in enemies if may_answer(state, unit, trigger))


@heeds("blitz.A.2.3-ace", "blitz.10.4", "blitz.2.11-turrets", "blitz.8.4")
def is_snap_weapon(unit: Unit, weapon: Weapon) -> bool:
    """Arm and fast turret weapons, and those for melee; an ace gunner any."""
    return weapon.is_melee or is_quick(weapon.arc) or "Ace Gunner" in unit.line.traits


@heeds("blitz.17.3", "blitz.17.2")
def may_snap(unit: Unit, weapon: Weapon, what: str) -> bool:
    """Whether a weapon may answer this: at a strafing pass those against aircraft, whatever their mount."""
    return "AA" in weapon.traits if what == PASS else is_snap_weapon(unit, weapon)


def can_snap(unit: Unit) -> bool:
    """A cheap first test: it can pay, and has a weapon for it that has not fired."""
    if not can_act(unit):
        return False
    return any(
        is_snap_weapon(unit, weapon) and (weapon.is_melee or weapon.id not in unit.fired or "Point" in weapon.traits)
        for weapon in unit.line.weapons.values()
    )


@heeds("blitz.10.4", "blitz.10.4a", "blitz.10.4b")
def offer_snap_fire(ctx: Ctx[State], trigger: Trigger) -> Script[list[Volley]]:
    """Ask each model that may answer, again and again as long as it can; whoever says yes has paid."""
    answers: list[Volley] = []
    for unit_id in list(answerers(ctx.state, trigger)):
        while can_snap(ctx.state.units[unit_id]):
            unit = ctx.state.units[unit_id]
            actors = answerable(ctx.state, unit, trigger)
            if not actors:
                break
            at = " or the ".join(ctx.state.units[name].name for name in actors)
            prompt = f"{trigger.what[0].upper()}{trigger.what[1:]}: does the {unit.name} snap fire at the {at}?"
            used = (USED + answer.weapon for answer in answers if answer.attacker == unit_id)
            about = (trigger.what, *actors, *used)
            order = yield from ask(Ask(unit.seat, "snap", unit_id, about, "blitz.10.4", prompt, True))
            if not isinstance(order, SnapFire):
                break
            target = order.target or actors[0]
            ctx.emit(AttackDeclared(unit_id, order.weapon, (target,), order.load, order.sensors, snap=True))
            answers.append(Volley(unit_id, order.weapon, order.load, (target,)))
    return answers


def actors_in(asked: Ask) -> list[str]:
    """Whom a question about snap fire lets a model shoot at."""
    return [name for name in asked.about[1:] if not name.startswith(USED)]


@rule("blitz.10.4a", "blitz.10.4b")
@heeds("blitz.10.4", "blitz.wtrait.bw", "blitz.15.5d")
def refuse_snap_fire(state: State, asked: Ask, order: SnapFire) -> Refusal | None:
    """Why this answer is not possible. Who was met in front may be shot at, wherever it made contact."""
    unit = state.units[asked.unit]
    what, actors = asked.about[0], actors_in(asked)
    target = order.target or actors[0]
    if order.unit != unit.id or target not in actors:
        names = " or the ".join(state.units[name].name for name in actors)
        return Refusal("answer", "blitz.10.4", f"It is the {unit.name} that may answer, and the {names} it answers.")
    refusal = refuse_weapon(state, unit, order.weapon, order.load, snap=True)
    if refusal is not None:
        return refusal
    weapon = loaded(unit, order.weapon, order.load)
    if not may_snap(unit, weapon, what):
        message = f"The {weapon.id} cannot snap fire: arm, fast turret and melee weapons can."
        return Refusal("snap", "blitz.10.4", message)
    if order.sensors and not may_use_sensors(unit):
        return Refusal("sensors", "blitz.15.5d", f"The {unit.name} may not use active sensors now.")
    used = [name.removeprefix(USED) for name in asked.about if name.startswith(USED)]
    backup = refuse_backup(unit, weapon, used)
    if backup is not None:
        return backup
    if weapon.proximity:
        if state.units[target] not in reached(state, unit, weapon.proximity):
            message = f"The {state.units[target].name} is not in the area of the {weapon.id}."
            return Refusal("range", "blitz.10.4", message)
        return refuse_marks(state, unit, Attack(unit.id, order.weapon, (), order.load, order.sensors))
    attack = Attack(unit.id, order.weapon, (target,), order.load, order.sensors)
    met = what == CONTACT and not weapon.is_melee
    any_arc = met and is_in_arc(unit, weapon.arc, start_body(state, state.units[target]))
    return refuse_marks(state, unit, attack, any_arc)


# --- 3.4a, 8.2 and 10.4: an exchange: everything is declared, then everything is rolled, and damage comes last


@rule("blitz.3.4a", "blitz.2.3", "blitz.3.4")
@heeds("blitz.8.2", "blitz.10.4", "blitz.11.0b")
def resolve_attack(ctx: Ctx[State], order: Attack) -> Script[None]:
    """Make one attack: targets and answers are declared before any die is thrown."""
    volleys = yield from declare_attack(ctx, order)
    if volleys:
        yield from resolve_exchange(ctx, volleys)


@heeds("blitz.8.2", "blitz.10.4", "blitz.3.4a")
def declare_attack(ctx: Ctx[State], order: Attack) -> Script[list[Volley]]:
    """An attack and the answers to it, declared and paid for."""
    unit = ctx.state.units[order.unit]
    weapon = loaded(unit, order.weapon, order.load)
    if not is_in_range(ctx, order):
        return []
    ctx.emit(AttackDeclared(unit.id, order.weapon, order.targets, order.load, order.sensors))
    named = order.targets
    if weapon.proximity:
        around = reached(ctx.state, ctx.state.units[order.unit], weapon.proximity)
        named = tuple(other.id for other in around if other.seat != unit.seat)
    trigger = Trigger((unit.id,), named, "an attack", order.sensors, lock=not weapon.proximity)
    volley = Volley(unit.id, order.weapon, order.load, order.targets)
    return [volley, *(yield from declare_answers(ctx, trigger, [volley]))]


@heeds("blitz.10.4", "blitz.14.5b", "blitz.trait.cbs", "blitz.3.4a")
def declare_answers(ctx: Ctx[State], trigger: Trigger, volleys: Iterable[Volley] = ()) -> Script[list[Volley]]:
    """All answers to an action, declared: sensor jamming, snap fire, counter-battery fire. Then jamming is rolled."""
    actor = trigger.actors[0]
    loud = trigger._replace(sensors=trigger.sensors or is_sensing(ctx.state, ctx.state.units[actor]))
    jammers = (yield from offer_sight_jams(ctx, actor)) if trigger.lock else []
    answers = yield from offer_snap_fire(ctx, loud)
    answers += yield from offer_counter_fire(ctx, volleys)
    yield from roll_sight_jams(ctx, jammers, actor)
    return answers


@heeds("blitz.trait.emissions")
def resolve_trace(ctx: Ctx[State], order: IndirectFire) -> Script[None]:
    """Fire indirectly at traceable emissions: cover is seen from the firer, but no Lock is needed."""
    ctx.emit(AttackDeclared(order.unit, order.weapon, (order.target,), order.load, mode=INDIRECTLY))
    volley = Volley(order.unit, order.weapon, order.load, (order.target,), INDIRECTLY)
    trigger = Trigger((order.unit,), (order.target,), "indirect fire")
    yield from resolve_exchange(ctx, [volley, *(yield from declare_answers(ctx, trigger, [volley]))])


@heeds("blitz.2.7", "blitz.16.2c")
def is_in_range(ctx: Ctx[State], order: Attack) -> bool:
    """Measure to targets whose distance beyond the edge was not known; who is too far costs nothing but the news."""
    unit = ctx.state.units[order.unit]
    keys = {target: ctx.state.facts.get(f"{DISTANCE}:{target}") for target in order.targets}
    unknown = tuple(target for target, fact in keys.items() if fact is not None and unit.seat not in fact.knows)
    if not unknown:
        return True
    ctx.emit(RangeMeasured(unknown))
    return refuse_marks(ctx.state, ctx.state.units[order.unit], order) is None


@heeds("blitz.3.4a", "blitz.10.4", "blitz.2.3")
def resolve_exchange(ctx: Ctx[State], volleys: Iterable[Volley]) -> Script[None]:
    """Roll all attacks of an exchange, then let all damage happen at once."""
    yield from settle_hits(ctx, (yield from roll_volleys(ctx, volleys)))


@heeds("blitz.3.4a", "blitz.10.4")
def settle_hits(ctx: Ctx[State], hits: Iterable[Hit]) -> Script[None]:
    """All damage of an exchange at once; then it is over."""
    wounds: list[Wound] = []
    fires: list[tuple[str, str, int]] = []
    for hit in hits:
        yield from _settle(ctx, hit, wounds, fires)
    hurt_all(ctx, wounds)
    for target, kind, intensity in fires:
        yield from kindle(ctx, target, kind, intensity)
    ctx.emit(ExchangeEnded())


@heeds("blitz.9.1", "blitz.9.5", "blitz.9.6", "blitz.10.2a", "blitz.2.14")
def _settle(ctx: Ctx[State], hit: Hit, wounds: list[Wound], fires: list[tuple[str, str, int]]) -> Script[None]:
    """What one hit does: damage as it stands, what the target saves by itself, blast, and what goes on burning."""
    weapon, target = loaded(ctx.state.units[hit.attacker], hit.weapon, hit.load), ctx.state.units[hit.target]
    margin, damage = hit.margin, 0
    if margin >= 0:
        bite = yield from _marginal(ctx, hit, weapon, margin)
        net = net_damage(weapon, target.line, margin, target.line.armor)
        shown = f"Hit by the {weapon.id}, {max(0, net or bite)} damage before traits"
        if target.status != WRECK and not hit.caught and _hurts_more_than_a_graze(ctx.state, hit, weapon, margin, bite):
            margin = yield from resolve_trouble(ctx, hit.target, hit.guard, hit.wits, margin, shown)
        if margin != hit.margin:
            bite = yield from _marginal(ctx, hit, weapon, margin)
            net = net_damage(weapon, target.line, margin, target.line.armor)
        more = tank_damage(weapon, target.line, margin, hit.faces, hit.skill)
        damage = hit_damage(net, bite, more, hit.secondary) if weapon.bites else 0
        if weapon.persistent is not None:
            letter, rating = weapon.persistent
            fires.append((hit.target, KINDS[letter], margin + rating))
    blast = yield from _blast(ctx, hit, weapon)
    felt = damage_felt(weapon, target.line, damage + blast)
    wounds.append(Wound(hit.target, hit.attacker, weapon.id, felt))


@heeds("blitz.9.5", "blitz.9.1")
def _hurts_more_than_a_graze(state: State, hit: Hit, weapon: Weapon, margin: int, bite: int) -> bool:
    """Whether a lower margin would spare the target anything: a marginal hit that did nothing does no less."""
    target = state.units[hit.target]
    shot = Shot(weapon, hit.faces, hit.skill, "", secondary=hit.secondary)
    marks = shot.marks(target)
    now, least = (effect_of(state, shot, target, each, True, marks)[:3] for each in (margin, 0))
    is_marginal = weapon.bites and net_damage(weapon, target.line, margin, target.line.armor) == 0
    if is_marginal and not bite and not marks:
        now = now[0], 0, now[2]
    return now != least


@rule("blitz.9.1a")
def _marginal(ctx: Ctx[State], hit: Hit, weapon: Weapon, margin: int) -> Script[int]:
    """One die without modifiers for a hit that just equals the armour: 1 damage on 4 or more."""
    target = ctx.state.units[hit.target]
    if not weapon.bites or net_damage(weapon, target.line, margin, target.line.armor) != 0:
        return 0
    seat = ctx.state.units[hit.attacker].seat
    roll = Roll("marginal hit", 1, 6, 1, seat, hit.attacker, "blitz.9.1a", marks=(MARGINAL,))
    (face,) = yield from throw(roll)
    bite = int(face >= MARGINAL)
    ctx.emit(MarginalHitRolled(hit.attacker, hit.target, face, bite))
    return bite


@heeds("blitz.10.2a", "blitz.10.2b")
def _blast(ctx: Ctx[State], hit: Hit, weapon: Weapon) -> Script[int]:
    """The blast damage roll, without modifiers."""
    if not hit.blast:
        return 0
    target = ctx.state.units[hit.target]
    mark, seat = blast_mark(weapon, target.line, target.is_sheltered), ctx.state.units[hit.attacker].seat
    roll = Roll("blast", hit.blast, 6, 1, seat, hit.attacker, "blitz.10.2a", marks=(mark,))
    faces = yield from throw_pool(roll)
    damage = bites_in(faces, mark)
    ctx.emit(BlastRolled(hit.attacker, hit.target, faces, mark, damage))
    return damage


# --- What is offered


@heeds("blitz.8.2", "blitz.7.7", "blitz.15.5d")
def refuse_attack(state: State, order: Attack) -> Refusal | None:
    """The weapon must be ready, and its targets within what it may hit."""
    unit = state.units[order.unit]
    if idle := refuse_idle(unit):
        return idle
    if order.sensors and not may_use_sensors(unit):
        return Refusal("sensors", "blitz.15.5d", f"The {unit.name} may not use active sensors now.")
    return refuse_weapon(state, unit, order.weapon, order.load) or refuse_marks(state, unit, order)


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one target, every split, and areas around oneself; with active sensors only what needs them."""
    if not has_action(unit):
        return
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(state, unit, w.id, next(iter(w.loads))) is None]
    if not ready:
        return
    there = (o for o in state.units.values() if o.status in TARGETS and o.line.bulk)
    others = [o for o in there if o is not unit and (o.status == WRECK or o.seat != unit.seat)]
    sights = [Sight(state, unit, other) for other in others]
    better: list[Sight] = []
    if may_use_sensors(unit):
        seen = with_sensors(state, unit)
        better = [Sight(seen, unit, s.target) for s in sights if s.target.is_fielded and not s.is_locked]
    for weapon in ready:
        for load in weapon.loads:
            yield from _attacks_with(state, unit, loaded(unit, weapon.id, load), load, sights)
            yield from _attacks_with(state, unit, loaded(unit, weapon.id, load), load, better, sensors=True)


def _attacks_with(
    state: State, unit: Unit, weapon: Weapon, load: str, sights: list[Sight], sensors: bool = False
) -> Iterator[Option]:
    with_what = f"{weapon.id}{f' ({load})' if load else ''}{', active sensors' if sensors else ''}"
    if weapon.proximity:
        order = Attack(unit.id, weapon.id, (), load)
        if not sensors and refuse_marks(state, unit, order) is None:
            yield Target(f"{with_what} all around", order, "blitz.A.4-proximity", weapon=weapon.id)
        return
    borne = [
        sight
        for sight in sights
        if can_bear(sight, weapon) and refuse_friendly_fire(state, unit, weapon, sight.target) is None
    ]
    for sight in borne:
        order = Attack(unit.id, weapon.id, (sight.target.id,), load, sensors)
        yield Target(f"{with_what} at the {sight.target.name}", order, "blitz.8.2", sight.target.id, weapon.id)
    living = [sight for sight in borne if sight.target.is_fielded]
    for count in range(2, weapon.traits.get("Split", 1) + 1):
        for group in permutations(living, count):
            if list(group[1:]) != sorted(group[1:], key=living.index) or refuse_split(weapon, list(group)) is not None:
                continue
            targets = tuple(sight.target.id for sight in group)
            names = ", then the ".join(sight.target.name for sight in group)
            order = Attack(unit.id, weapon.id, targets, load, sensors)
            yield Target(f"{with_what} split at the {names}", order, "blitz.10.5", targets[0], weapon.id)


@heeds("blitz.10.3")
def offer_stand_by(state: State, unit: Unit) -> Iterator[Option]:
    """So many tokens."""
    for count in range(1, unit.actions + 1):
        order = StandBy(unit.id, count)
        if refuse_stand_by(state, order) is None:
            yield Pick(f"Stand by with {count} action{'s' * (count > 1)}", order, "blitz.10.3")


def offer_snap_shots(state: State, ask: Ask) -> Iterator[Option]:
    """Every weapon that bears, with every ammunition."""
    unit = state.units[ask.unit]
    for weapon in unit.line.weapons.values():
        if not may_snap(unit, weapon, ask.about[0]):
            continue
        for load in weapon.loads:
            for target in actors_in(ask):
                order = SnapFire(unit.id, weapon.id, target, load)
                if refuse_snap_fire(state, ask, order) is None:
                    label = f"Snap fire the {weapon.id}{f' ({load})' if load else ''} at the {state.units[target].name}"
                    yield Target(label, order, "blitz.10.4", target, weapon.id)
    yield decline("Hold fire", "blitz.10.4")


# --- The contents of the chapter

ATTACKS: Chapter[State] = Chapter(
    "8, 10, 11: attacks",
    orders=(
        OrderRules(Attack, "act", by_order(refuse_attack), resolve_attack),
        OrderRules(SnapFire, "snap", refuse_snap_fire),
        OrderRules(IndirectFire, "act", by_order(refuse_trace), resolve_trace),
        OrderRules(IndirectFire, "chain", refuse_chained),
        OrderRules(RollFirst, "exchange", refuse_first),
        OrderRules(StandBy, "act", by_order(refuse_stand_by), resolve_stand_by),
    ),
    events={
        AttackDeclared: declared,
        AttackRolled: rolled,
        ExchangeEnded: None,
        RangeMeasured: measured,
        StoodBy: stood_by,
        StandbyLost: standby_lost,
    },
)
