"""Ranged attacks from declaration to the end; infantry fire, counter-battery fire, Anti-Personnel Charges."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple, TypeAlias

from gearlock.kernel.asks import Ask, Option, Pick, Place, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim, Chooser
from gearlock.kernel.view import Line, Modifier, Shot, Throw
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.attacks.defense import (
    Fire,
    Mark,
    Report,
    cost_of,
    is_free,
    is_success,
    mounts_fired,
    pair_of,
    refuse_attack,
    refuse_weapon,
    resolve_defenses,
    settle,
    speed_lines,
    sprays_point,
    terms_of,
)
from gearlock.systems.fieldmanual.attacks.kinds import (
    place_charge,
    resolve_direct,
    resolve_lobbed,
    resolve_self_detonation,
    resolve_spray,
)
from gearlock.systems.fieldmanual.attacks.pairs import AI_BONUS
from gearlock.systems.fieldmanual.attacks.targets import models, observer_for, point_of, resolve_shockwave, sprayed_at
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    CHARGES,
    COUNTER,
    DIRECT,
    FOLLOW_UP,
    INDIRECT,
    LOBBED,
    OPTIMAL,
    PARTING,
    PLACED,
    SELF,
    SUBOPTIMAL,
    THROWN,
    Attack,
    AttackDeclared,
    AttackMade,
    AttackMet,
    BackTraced,
    ChargePlaced,
    ChargesFired,
    ChargesGoneOff,
    Deviated,
    FireCharges,
    RanOut,
    Reload,
    Reloaded,
    TargetDrawn,
    Terms,
    Use,
    ammo_limit,
    band_of,
    check_ammunition,
    refuse_reload,
    resolve_reload,
    rof_of,
    use_of,
)
from gearlock.systems.fieldmanual.command_points.tests import resolve_test
from gearlock.systems.fieldmanual.damage.recovering import offer_relief
from gearlock.systems.fieldmanual.datacards import Mount
from gearlock.systems.fieldmanual.dice_tests import ATTACK, Test
from gearlock.systems.fieldmanual.lock_and_cover.looks import distance, gap, gap_to, range_to
from gearlock.systems.fieldmanual.melee import resolve_after_shot
from gearlock.systems.fieldmanual.paying import is_able, refuse_unlocked
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, LOCKED, OUT, State, Unit
from gearlock.systems.fieldmanual.weapons import Weapon, effect_of
from gearlock.table.measure import INCH, inches_text

VERBS = {THROWN: "throws", PLACED: "places", SELF: "sets off"}

ADVERBS = {INDIRECT: " indirectly", SELF: " in hand"}

RULES = {
    INDIRECT: "fieldmanual.indirect-attack", THROWN: "fieldmanual.thrown-attack", PLACED: "fieldmanual.placed-attack",
    SELF: "fieldmanual.self-detonation",
}  # fmt: skip


def declared(state: State, event: AttackDeclared, _seat: str | None) -> Line:
    """Who attacks whom with what."""
    unit, target = state.units[event.unit], state.units.get(event.target)
    text = f"{unit.name} {VERBS.get(event.way, 'fires')} {' and '.join(event.weapons)}{ADVERBS.get(event.way, '')}"
    if target is not None:
        text += f" at {target.name}"
    elif event.point is not None:
        text += f" at {inches_text(event.point[0])}, {inches_text(event.point[1])} in"
    more = [f"{word} {count}" for word, count in (("Spray", event.spray), ("Burst", event.burst)) if count]
    if event.extra:
        more.append(f"{event.extra} more Action{'s' * (event.extra > 1)}")
    if event.observer and event.observer != event.unit:
        more.append(f"observed by {state.units[event.observer].name}")
    if event.terms:
        more.append(event.terms)
    units = tuple(name for name in (event.unit, event.target) if name in state.units)
    rule = RULES.get(event.way, "fieldmanual.direct-fire")
    told = f" ({', '.join(more)})" if more else ""
    return Line(f"{text}{told}.", units, rule)


def drawn(state: State, event: TargetDrawn, _seat: str | None) -> Line:
    """Who is hit in a melee."""
    name, meant = state.units[event.drawn].name, state.units[event.target].name
    text = f"Fire into a melee: one of {len(event.candidates)}, [{event.face}]: the shot at {meant} goes at {name}."
    throw = Throw(
        "fire into melee", (event.face,), len(event.candidates), total=name, rule="fieldmanual.fire-into-melee"
    )
    return Line(text, event.candidates, "fieldmanual.fire-into-melee", (throw,))


def deviated(_state: State, event: Deviated, _seat: str | None) -> Line:
    """Where it landed."""
    far = inches_text(event.length)
    text = (
        f"The shot goes astray: direction [{event.direction}], distance [{event.distance}], {far} in from the target."
    )
    throw = Throw("deviation", (event.direction, event.distance), total=f"{far} in", rule="fieldmanual.deviation")
    return Line(text, (event.unit, event.target), "fieldmanual.deviation", (throw,))


def met(state: State, event: AttackMet, _seat: str | None) -> Line:
    """Attack against Defense."""
    name = state.units[event.target].name
    came = f"success by {event.margin}" if event.margin > 0 else f"failure by {-event.margin}"
    text = f"{event.weapon}: {event.attack} against the {event.defense} of {name}, {came}."
    mount = state.units[event.unit].card.weapon(event.weapon) if event.unit in state.units else None
    look = "burst" if mount is None else effect_of(mount.weapon)
    shots = (Shot(look, event.unit, event.target, event.margin > 0),)
    return Line(text, (event.unit, event.target), "fieldmanual.opposed-test", (), shots)


def ran_out(state: State, event: RanOut, _seat: str | None) -> Line:
    """No ammunition."""
    more = "it is crossed off" if event.lost else "it must be reloaded"
    text = f"The {event.weapon} of {state.units[event.unit].name} is Out of Ammo: {more}."
    return Line(text, (event.unit,), "fieldmanual.out-of-ammo")


def reloaded(state: State, event: Reloaded, _seat: str | None) -> Line:
    """Ammunition again."""
    text = f"{state.units[event.unit].name} spends an Action and reloads its {event.weapon}."
    return Line(text, (event.unit,), "fieldmanual.wt-reloads")


def placed(_state: State, event: ChargePlaced, _seat: str | None) -> Line:
    """A weapon on the ground."""
    where = f"{inches_text(event.x)}, {inches_text(event.y)} in"
    text = f"{event.weapon} lies at {where} and goes off at the end of the round."
    return Line(text, (event.unit,), "fieldmanual.placed-attack")


def charges(state: State, event: ChargesFired, _seat: str | None) -> Line:
    """AP Charges."""
    text = f"{state.units[event.unit].name} fires its AP Charges at {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-ap-charges")


def traced(state: State, event: BackTraced, _seat: str | None) -> Line:
    """Counter-battery sensors."""
    name, target = state.units[event.unit].name, state.units[event.target].name
    text = f"The Counter-Battery Sensors of {name} give it Active Lock on {target}."
    return Line(text, (event.unit, event.target), "fieldmanual.perk-cbs")


# --- Infantry: one Action fires the small arms of all bases, and the heavy weapon of the one that has it

ALSO = "also-fire"
"""The question with how much RoF the other weapon of a squad fires in the same Action."""

Resolve: TypeAlias = Callable[[Ctx[State], Attack, Terms], Script[None]]


@rule("fieldmanual.infantry-attack")
def also_fires(state: State, order: Attack) -> list[str]:
    """The other weapons of a squad that attack the same target in the same Action."""
    unit = state.units[order.unit]
    if not unit.is_infantry or order.way != DIRECT or order.target not in state.units:
        return []
    others = (mount.id for mount in unit.card.weapons if mount.id != order.weapon)
    plain = (Attack(order.unit, name, order.target) for name in others)
    return [each.weapon for each in plain if refuse_attack(state, each, FOLLOW_UP) is None]


@heeds("fieldmanual.infantry-attack", "fieldmanual.cp-parting-shot", "fieldmanual.reaction-fire")
def offer_follow_up(ctx: Ctx[State], order: Attack, terms: Terms, resolve: Resolve) -> Script[None]:
    """Let the rest of the squad fire at the same target, on the same terms; a Parting Shot is one weapon's alone."""
    if terms.name in (FOLLOW_UP.name, PARTING.name):
        return
    shared = terms._replace(name=FOLLOW_UP.name, cost=0, ways=FOLLOW_UP.ways, own=False)
    for weapon in also_fires(ctx.state, order):
        unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
        if not unit.is_fielded or not target.is_fielded:
            return
        prompt = f"The {unit.name} also fires the {weapon} at the {target.name}: with how much RoF?"
        about = (weapon, order.target)
        answer = yield from ask(Ask(unit.seat, ALSO, order.unit, about, "fieldmanual.infantry-attack", prompt, True))
        if isinstance(answer, Attack):
            yield from resolve(ctx, answer, shared)


def refuse_follow_up(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """The weapon and the target that were asked about."""
    if (order.unit, order.weapon, order.target) != (asked.unit, *asked.about):
        words = f"In this Action the {asked.about[0]} fires at the target of the rest of the squad."
        return Refusal("follow-up", "fieldmanual.infantry-attack", words)
    return refuse_attack(state, order, FOLLOW_UP)


def offer_also(state: State, asked: Ask) -> Iterator[Option]:
    """Every Burst, or none."""
    unit, (weapon, target) = state.units[asked.unit], asked.about
    mount = unit.card.weapon(weapon)
    for burst in range(rof_of(state, unit, mount) + 1 if mount is not None else 0):
        order = Attack(unit.id, weapon, target, burst=burst)
        if refuse_attack(state, order, FOLLOW_UP) is None:
            label = f"{weapon} at the {state.units[target].name}{f', Burst {burst}' if burst else ''}"
            yield Target(label, order, "fieldmanual.infantry-attack", target, weapon)
    yield decline("Hold it", "fieldmanual.infantry-attack")


# --- Counter-Battery Sensors: a Lock on whoever attacked from afar, and fire at once along it

ANSWER = "counter-battery"
"""The question whether a model answers along the Lock of its Counter-Battery Sensors."""


@rule("fieldmanual.perk-cbs")
def tracers(state: State, fire: Fire, report: Report) -> list[Unit]:
    """The enemy models whose sensors trace an attack back: it hit within their Auto Comm radius.

    Indirect fire always is traced, other ranged attacks from Suboptimal range on.
    """
    attacker = state.units[fire.attacker]
    if fire.use.way != INDIRECT and fire.use.band < SUBOPTIMAL:
        return []
    found: list[Unit] = []
    for unit in state.units.values():
        if unit.seat == attacker.seat or not unit.is_fielded or not unit.perk("Counter-Battery Sensors"):
            continue
        reach = unit.card.auto_comm * INCH
        spots = any(gap_to(unit, x, y) <= reach for x, y in report.spots)
        if spots or any(distance(state, unit, state.units[name]) <= reach for name in report.targets):
            found.append(unit)
    return found


@heeds("fieldmanual.perk-cbs", "fieldmanual.active-lock")
def resolve_counter_battery(ctx: Ctx[State], fire: Fire, report: Report, resolve: Resolve) -> Script[None]:
    """Everybody who traced the attack has an Active Lock, and may spend an Action along it at once."""
    for name in [unit.id for unit in tracers(ctx.state, fire, report)]:
        unit, attacker = ctx.state.units[name], ctx.state.units[fire.attacker]
        if not unit.is_fielded or attacker.is_lost:
            continue
        if not attacker.token(f"{LOCKED}:{name}"):
            ctx.emit(BackTraced(name, fire.attacker))
        if not unit.actions or not is_able(unit):
            continue
        prompt = f"The {unit.name} has traced the {attacker.name}. Spend an Action to attack it at once?"
        order = yield from ask(Ask(unit.seat, ANSWER, name, (fire.attacker,), "fieldmanual.perk-cbs", prompt, True))
        if isinstance(order, Attack):
            yield from resolve(ctx, order, COUNTER)


def refuse_counter(state: State, asked: Ask, order: Attack) -> Refusal | None:
    """Along the Lock: at the attacker alone."""
    if order.unit != asked.unit or order.target != asked.about[0]:
        name = state.units[asked.about[0]].name
        return Refusal("counter", "fieldmanual.perk-cbs", f"Counter-battery fire goes at the {name} that was traced.")
    return refuse_attack(state, order, COUNTER)


def offer_counter(state: State, asked: Ask) -> Iterator[Option]:
    """Every weapon that can answer, indirectly or directly."""
    unit, target = state.units[asked.unit], state.units[asked.about[0]]
    for mount in unit.card.weapons:
        for way in COUNTER.ways:
            order = Attack(unit.id, mount.id, target.id, way=way)
            if refuse_attack(state, order, COUNTER) is None:
                label = f"{mount.name} at the {target.name} ({way})"
                yield Target(label, order, "fieldmanual.perk-cbs", target.id, mount.id)
    yield decline("Keep the Action", "fieldmanual.perk-cbs")


# --- Anti-Personnel Charges: an automatic attack on infantry that comes near, without an Action

NAME = "Anti-Personnel Charges"

SKILL, DM = 2, 4

REACH, DRONE_REACH = 3 * INCH, 5 * INCH

ASKED = "ap-charges"
"""The question whether AP Charges are fired."""

WEAPON = Weapon("AP Charges", NAME, "infantry", "charges", 0, REACH, REACH, None, DM, False, 0, 0, {"AI": 1, "AE": 1})

AREA = WEAPON.traits["AE"] * INCH

HUNTER_KILLER = "Hunter-Killer Drone"


class Near(NamedTuple):
    """Infantry in reach of AP Charges: whose they are, where they are fired from, and which squad."""

    owner: str
    source: str
    squad: str


def _sources(state: State) -> Iterator[tuple[Unit, Unit, int]]:
    """Everybody with AP Charges: the owner, where they are, how far they reach. A Hunter-Killer Drone has its own."""
    for unit in state.units.values():
        if unit.status == FIELDED and unit.perk(NAME):
            yield unit, unit, REACH
        if unit.status == OUT and unit.card.name == HUNTER_KILLER:
            yield state.units[unit.parent], unit, DRONE_REACH


@heeds("fieldmanual.perk-ap-charges", "fieldmanual.perk-drone-hk", "fieldmanual.obj-recon")
def near_now(state: State) -> frozenset[Near]:
    """Every enemy squad that is in reach of AP Charges and may be attacked now: compare with before a move."""
    infantry = [unit for unit in state.units.values() if unit.is_fielded and unit.is_infantry]
    found: set[Near] = set()
    for owner, source, reach in _sources(state) if infantry else ():
        for unit in infantry:
            open_to = unit.seat != owner.seat and refuse_unlocked(state, owner.seat, unit) is None
            if open_to and gap(source, unit) <= reach:
                found.add(Near(owner.id, source.id, unit.team or unit.id))
    return frozenset(found)


@heeds("fieldmanual.perk-ap-charges")
def is_watched(state: State) -> bool:
    """Whether anybody has AP Charges and an enemy has infantry on the table: movement is watched inch by inch."""
    seats = {unit.seat for unit in state.units.values() if unit.is_fielded and unit.is_infantry}
    return any(seats - {owner.seat} for owner, _, _ in _sources(state)) if seats else False


def bases_near(state: State, near: Near) -> list[Unit]:
    """The bases of a squad that are in reach, the nearest first."""
    reach = REACH if near.source == near.owner else DRONE_REACH
    source = state.units[near.source]
    squad = [unit for unit in state.units.values() if (unit.team or unit.id) == near.squad and unit.is_fielded]
    return sorted((unit for unit in squad if gap(source, unit) <= reach), key=lambda unit: gap(source, unit))


@rule("fieldmanual.perk-ap-charges")
def resolve_ap_charges(ctx: Ctx[State], before: frozenset[Near]) -> Script[None]:
    """Whoever has AP Charges may fire them at infantry that was not in reach before: it came near, or was come near."""
    for near in sorted(near_now(ctx.state) - before):
        owner = ctx.state.units[near.owner]
        there = bases_near(ctx.state, near)
        if not owner.is_fielded or not there:
            continue
        prompt = f"The {there[0].name} has come near the {owner.name}. Fire its AP Charges?"
        rule_id = "fieldmanual.perk-ap-charges"
        order = yield from ask(Ask(owner.seat, ASKED, owner.id, (near.source, near.squad), rule_id, prompt, True))
        if isinstance(order, FireCharges):
            yield from fire_charges(ctx, order)


def refuse_charges(state: State, asked: Ask, order: FireCharges) -> Refusal | None:
    """At a base of the squad that came near."""
    there = bases_near(state, Near(asked.unit, *asked.about))
    if order.unit == asked.unit and order.target in [unit.id for unit in there]:
        return None
    names = ", ".join(unit.id for unit in there)
    message = f"The AP Charges fire at infantry that came into their reach: {names}."
    return Refusal("target", "fieldmanual.perk-ap-charges", message)


def offer_charges(state: State, asked: Ask) -> Iterator[Option]:
    """Each base in reach."""
    for unit in bases_near(state, Near(asked.unit, *asked.about)):
        order = FireCharges(asked.unit, unit.id)
        yield Target(f"AP Charges at the {unit.name}", order, "fieldmanual.perk-ap-charges", unit.id, WEAPON.id)
    yield decline("Hold them", "fieldmanual.perk-ap-charges")


@heeds("fieldmanual.perk-ap-charges", "fieldmanual.wt-ai", "fieldmanual.perk-drone-hk")
def charge_lines(state: State, unit: Unit) -> list[Modifier]:
    """Skill 2, the owner's speed, and the bonus against infantry."""
    skill = dice(SKILL, "AP Charges", "fieldmanual.perk-ap-charges")
    return [skill, *speed_lines(state, unit), result(AI_BONUS, "Anti-Infantry", "fieldmanual.wt-ai")]


@heeds("fieldmanual.perk-ap-charges", "fieldmanual.wt-ae", "fieldmanual.wt-ai")
def fire_charges(ctx: Ctx[State], order: FireCharges) -> Script[None]:
    """The attack: if it hits, everybody within 1 in of the target's edge defends against it as well."""
    unit = ctx.state.units[order.unit]
    ctx.emit(ChargesFired(order.unit, order.target))
    fire = Fire(order.unit, Use(WEAPON, multiplier=DM), CHARGES)
    lines = tuple(charge_lines(ctx.state, unit))
    rule_id = "fieldmanual.perk-ap-charges"
    found = yield from resolve_test(ctx, Test("AP Charges", unit.id, lines, rule_id, 0, order.target, WEAPON.id))
    struck = yield from resolve_defenses(ctx, fire, [Mark(order.target, found.total)])
    if not any(is_success(ctx.state, each) for each in struck):
        yield from settle(ctx, struck)
        return
    target = ctx.state.units[order.target]
    others = [each.id for each in models(ctx.state) if each.id != target.id and gap(each, target) <= AREA]
    struck += yield from resolve_defenses(ctx, fire, [Mark(name, found.total) for name in others])
    origin = pair_of(ctx.state, fire, order.target).origin
    yield from settle(ctx, struck)
    yield from resolve_shockwave(ctx, [order.target, *others], fire.use, origin, order.unit)


# --- Ranged attacks: declared, rolled, and everything that follows from one


def mount_of(unit: Unit, order: Attack) -> Mount:
    """The weapon of an order that has been found legal."""
    mount = unit.card.weapon(order.weapon)
    assert mount is not None, f"{unit.id} carries no {order.weapon}"
    return mount


@heeds("fieldmanual.range-bands", "fieldmanual.rof-spray")
def band_for(state: State, unit: Unit, mount: Mount, order: Attack) -> int:
    """The range band of an attack: to its target, or to the point of a Spray."""
    if order.way in (PLACED, SELF):
        return OPTIMAL
    if sprays_point(mount, order):
        x, y, z = point_of(state, order)
        distance = min(gap_to(base, x, y, z) for base in state.bases(unit) or [unit])
    else:
        distance = range_to(state, unit, state.units[order.target])
    band = band_of(mount.weapon, unit.card.size, distance)
    return OPTIMAL if band is None else band


@heeds("fieldmanual.direct-fire", "fieldmanual.indirect-attack", "fieldmanual.perk-cbs")
def fire_of(state: State, order: Attack, terms: Terms) -> Fire:
    """An attack as it will be rolled: the weapon as it is used, and whose eyes it goes by."""
    unit = state.units[order.unit]
    mount = mount_of(unit, order)
    use = use_of(
        state, unit, mount, band_for(state, unit, mount, order), order.way, (order.spray, order.burst, order.extra)
    )
    seen = observer_for(state, unit, mount, order, terms) if order.way in LOBBED else None
    return Fire(order.unit, use._replace(plain_cover=terms.plain_cover), terms, seen.id if seen is not None else "")


@heeds("fieldmanual.direct-fire", "fieldmanual.limited-ammo", "fieldmanual.active-lock")
def declare(ctx: Ctx[State], order: Attack, terms: Terms) -> Fire:
    """Say what is fired at whom, and pay for it."""
    state, unit = ctx.state, ctx.state.units[order.unit]
    fire = fire_of(state, order, terms)
    mounts = tuple(mount.id for mount in mounts_fired(state, unit, order, terms))
    mount = mount_of(unit, order)
    point = point_of(state, order)[:2] if sprays_point(mount, order) else None
    paid = (cost_of(state, order, terms), is_free(state, order, terms), terms.name)
    rof = (order.spray, order.burst, order.extra)
    ctx.emit(AttackDeclared(order.unit, mounts, order.target, order.way, *rof, point, *paid, fire.observer))
    return fire


@heeds("fieldmanual.direct-fire", "fieldmanual.out-of-ammo", "fieldmanual.ammo-check-rof")
def resolve_attack(ctx: Ctx[State], order: Attack, terms: Terms | None = None) -> Script[None]:
    """Make an attack that has been found legal: roll, damage, then ammunition and whatever answers it."""
    unit = ctx.state.units[order.unit]
    terms = terms or terms_of(ctx.state, unit)
    mounts = mounts_fired(ctx.state, unit, order, terms)
    rof = rof_of(ctx.state, unit, mounts[0])
    limit = ammo_limit(mounts[0], rof, order.spray + order.burst)
    fire = declare(ctx, order, terms)
    made = AttackMade(order.unit, tuple(mount.id for mount in mounts), "MB" in fire.use.weapon.traits)
    if order.way == PLACED:
        place_charge(ctx, order)
        ctx.emit(made)
        return
    if not ctx.state.is_active(ctx.state.units[order.unit]):
        yield from offer_relief(ctx, order.unit, ATTACK)
    report = yield from _roll(ctx, order, fire, len(mounts))
    ctx.emit(made)
    check_ammunition(ctx, order.unit, mounts, report.bare, limit)
    if order.way == SELF:
        return
    yield from resolve_counter_battery(ctx, fire, report, resolve_attack)
    yield from resolve_after_shot(ctx, order.unit, fire.use.weapon)
    yield from offer_follow_up(ctx, order, terms, resolve_attack)


def _roll(ctx: Ctx[State], order: Attack, fire: Fire, rolls: int) -> Script[Report]:
    """The attack itself, by its way."""
    if order.way == SELF:
        return (yield from resolve_self_detonation(ctx, order))
    if order.way in LOBBED:
        return (yield from resolve_lobbed(ctx, fire, order.target, rolls))
    if sprays_point(mount_of(ctx.state.units[order.unit], order), order):
        return (yield from resolve_spray(ctx, fire, point_of(ctx.state, order), rolls))
    return (yield from resolve_direct(ctx, fire, order.target, rolls))


# --- What is offered

RULES_ANSWERS = {
    DIRECT: "fieldmanual.direct-fire", INDIRECT: "fieldmanual.indirect-attack", THROWN: "fieldmanual.thrown-attack",
    PLACED: "fieldmanual.placed-attack", SELF: "fieldmanual.self-detonation",
}  # fmt: skip

SPREAD = 8 * INCH
"""How far from an enemy a Spray is guessed at."""


def offer_attacks(
    state: State, unit: Unit, terms: Terms | None = None, only: Collection[str] | None = None
) -> Iterator[Option]:
    """Every attack on every target with every weapon, with so much Burst, Spray and further Actions.

    `only` names the targets that count, where not all of them do.
    """
    terms = terms or terms_of(state, unit)
    for mount in unit.card.weapons:
        if mount.weapon.is_melee:
            continue
        for way in ways_of(mount):
            if way in terms.ways:
                yield from _offer_way(state, unit, mount, way, terms, only)


def ways_of(mount: Mount) -> tuple[str, ...]:
    """The ways in which a weapon can be used at all."""
    if mount.weapon.is_thrown:
        return THROWN, PLACED, SELF
    return (DIRECT, INDIRECT) if "IF" in mount.weapon.traits else (DIRECT,)


def _offer_way(
    state: State, unit: Unit, mount: Mount, way: str, terms: Terms, only: Collection[str] | None
) -> Iterator[Option]:
    if way in (PLACED, SELF):
        if only is not None:
            return
        order = Attack(unit.id, mount.id, way=way)
        if refuse_attack(state, order, terms) is None:
            label = f"Place the {mount.name} here" if way == PLACED else f"Set off the {mount.name} in hand"
            yield Pick(label, order, RULES_ANSWERS[way])
        return
    if not is_ready(state, unit, mount, way, terms):
        return
    for target in targets_of(state, unit):
        if only is not None and target.id not in only:
            continue
        plain = Attack(unit.id, mount.id, target.id, way=way)
        if is_possible(state, unit, mount, plain, terms):
            yield from _variants(state, unit, mount, plain, terms)
    if only is None and way == DIRECT and _may_spray(state, unit, mount, terms):
        template = Attack(unit.id, mount.id, spray=rof_of(state, unit, mount))
        yield Place(f"Spray the {mount.name} at a point", template, "fieldmanual.rof-spray", unit.id)


def is_ready(state: State, unit: Unit, mount: Mount, way: str, terms: Terms) -> bool:
    """A cheap first test: whether a weapon could be used at all, whoever the target is."""
    now = state.activation
    if "M" in mount.weapon.traits or (now is not None and now.free):
        return True
    return refuse_weapon(state, unit, mount, Attack(unit.id, mount.id, way=way), terms) is None


def is_possible(state: State, unit: Unit, mount: Mount, plain: Attack, terms: Terms) -> bool:
    """Whether a plain attack may be made; noted, for whoever may answer is asked after the same attacks again."""
    key = (is_possible, unit.id, mount.id, plain.target, plain.way, terms.name)
    known: bool | None = state.notes.get(key)
    if known is None:
        known = state.notes[key] = refuse_attack(state, plain, terms) is None
    return known


def targets_of(state: State, unit: Unit) -> list[Unit]:
    """The enemies on or over the table."""
    return [other for other in state.units.values() if other.seat != unit.seat and other.status in (FIELDED, ALOFT)]


def _may_spray(state: State, unit: Unit, mount: Mount, terms: Terms) -> bool:
    order = Attack(unit.id, mount.id)
    ready = rof_of(state, unit, mount) > 0 and not {"AE", "Blast"} & mount.weapon.traits.keys()
    return ready and refuse_weapon(state, unit, mount, order, terms) is None


@heeds("fieldmanual.rof", "fieldmanual.rof-burst", "fieldmanual.rof-spray", "fieldmanual.extra-actions-dice")
def _variants(state: State, unit: Unit, mount: Mount, plain: Attack, terms: Terms) -> Iterator[Option]:
    """One target: each Burst, each Spray that catches somebody else as well, linked or not, with further Actions."""
    rof = rof_of(state, unit, mount)
    rates = [(0, burst) for burst in range(rof + 1)]
    rates += [(spray, rof - spray) for spray in range(1, rof + 1) if _catches_more(state, unit, mount, plain, spray)]
    for spray, burst in rates:
        for extra in range(min(unit.card.skills.attack, max(0, unit.actions - 1)) + 1):
            for linked in (False, True):
                order = Attack(unit.id, mount.id, plain.target, spray, burst, extra, way=plain.way, linked=linked)
                if linked and len(mounts_fired(state, unit, order, terms)) < 2:
                    continue
                if (spray or burst or extra or linked) and refuse_attack(state, order, terms) is not None:
                    continue
                yield Target(label_of(state, mount, order), order, RULES_ANSWERS[order.way], order.target, mount.id)


def _catches_more(state: State, unit: Unit, mount: Mount, plain: Attack, spray: int) -> bool:
    target = state.units[plain.target]
    if plain.way != DIRECT or {"AE", "Blast"} & mount.weapon.traits.keys():
        return True
    return len(sprayed_at(state, unit, (target.x, target.y, target.z), spray)) > 1


def label_of(state: State, mount: Mount, order: Attack) -> str:
    """An attack in a line."""
    text = f"{mount.name} at the {state.units[order.target].name}"
    more = [f"{word} {count}" for word, count in (("Spray", order.spray), ("Burst", order.burst)) if count]
    if order.extra:
        more.append(f"+{order.extra}D6")
    if order.linked:
        more.append("linked")
    if order.way != DIRECT:
        more.append(order.way)
    return f"{text} ({', '.join(more)})" if more else text


def offer_reloads(state: State, unit: Unit) -> Iterator[Option]:
    """Every weapon that can be reloaded."""
    for mount in unit.card.weapons:
        order = Reload(unit.id, mount.id)
        if refuse_reload(state, order) is None:
            yield Pick(f"Reload the {mount.name}", order, "fieldmanual.wt-reloads")


@heeds("fieldmanual.rof-spray")
def guess_attack(state: State, _ask: Ask, order: Attack, chooser: Chooser, _attempt: int) -> Order | None:
    """A Spray at some point near some enemy."""
    enemies = targets_of(state, state.units[order.unit])
    if not enemies:
        return None
    aimed = chooser.choice(enemies)
    x = aimed.x + chooser.randrange(-SPREAD, SPREAD)
    y = aimed.y + chooser.randrange(-SPREAD, SPREAD)
    spray = chooser.randrange(1, order.spray + 1)
    return Attack(order.unit, order.weapon, spray=spray, burst=order.spray - spray, x=x, y=y)


@heeds("fieldmanual.rof-spray", "fieldmanual.placed-attack")
def aim_attack(_state: State, _ask: Ask, order: Attack, spot: Aim) -> Order | Refusal:
    """A Spray or a placed weapon at the point somebody pointed at."""
    rof = (order.spray, order.burst, order.extra)
    return Attack(order.unit, order.weapon, order.target, *rof, spot.x, spot.y, order.way, order.linked, order.observer)


# --- The contents of the chapter

ATTACKS: Chapter[State] = Chapter(
    "Ranged Combat",
    orders=(
        OrderRules(Attack, "act", by_order(refuse_attack), resolve_attack, guess_attack, aim=aim_attack),
        OrderRules(Attack, ANSWER, refuse_counter),
        OrderRules(Attack, ALSO, refuse_follow_up),
        OrderRules(Reload, "act", by_order(refuse_reload), resolve_reload),
        OrderRules(FireCharges, ASKED, refuse_charges),
    ),
    events={
        AttackDeclared: declared,
        AttackMade: None,
        TargetDrawn: drawn,
        Deviated: deviated,
        AttackMet: met,
        RanOut: ran_out,
        Reloaded: reloaded,
        ChargePlaced: placed,
        ChargesGoneOff: None,
        ChargesFired: charges,
        BackTraced: traced,
    },
)
