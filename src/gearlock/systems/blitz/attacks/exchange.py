"""3.4a, 8.2 and 10.4: an exchange: everything is declared, then everything is rolled, and damage comes last."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.dice import Roll
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, throw
from gearlock.mechanics.pools.marginal import bites_in
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.attacks.aiming import loaded
from gearlock.systems.blitz.attacks.areas import reached, refuse_marks
from gearlock.systems.blitz.attacks.events import AttackDeclared, ExchangeEnded, RangeMeasured
from gearlock.systems.blitz.attacks.gaining import Shot, effect_of
from gearlock.systems.blitz.attacks.indirect_fire import offer_counter_fire
from gearlock.systems.blitz.attacks.modifiers import INDIRECTLY
from gearlock.systems.blitz.attacks.orders import Attack, IndirectFire
from gearlock.systems.blitz.attacks.sequence import roll_volleys
from gearlock.systems.blitz.attacks.snap_fire import Trigger, offer_snap_fire
from gearlock.systems.blitz.attacks.volleys import Hit, Volley
from gearlock.systems.blitz.damage.events import BlastRolled, MarginalHitRolled
from gearlock.systems.blitz.damage.hurt import MARGINAL, blast_mark, damage_felt, hit_damage, net_damage, tank_damage
from gearlock.systems.blitz.damage.persistent import KINDS, kindle
from gearlock.systems.blitz.damage.trouble import resolve_trouble
from gearlock.systems.blitz.damage.wounds import Wound, hurt_all
from gearlock.systems.blitz.general_concepts.measuring import DISTANCE
from gearlock.systems.blitz.jamming.sensor_jamming import offer_sight_jams, roll_sight_jams
from gearlock.systems.blitz.lock_and_cover.sensing import is_sensing
from gearlock.systems.blitz.state import WRECK, State
from gearlock.systems.blitz.weapons import Weapon


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
