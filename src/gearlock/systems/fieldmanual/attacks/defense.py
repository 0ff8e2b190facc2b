"""Ranged defense: every modifier of an attack and of the defense against it, and what hits settle."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.judging.lines import LineRules, OfModel, OfPair, OfUse
from gearlock.mechanics.pools.lines import dice, result
from gearlock.systems.fieldmanual.attacks.pairs import (
    Pair,
    above_result,
    below_result,
    coordinated_result,
    cover_result,
    crossfire_result,
    guided_result,
    infantry_result,
    near_result,
    rear_result,
    solid_result,
    unlocked_result,
)
from gearlock.systems.fieldmanual.attacks.targets import (
    counts_for_crossfire,
    refuse_bearing,
    refuse_direct,
    refuse_lobbed,
    refuse_placed,
    refuse_point,
    refuse_target,
)
from gearlock.systems.fieldmanual.attacks.weapons_in_use import (
    BANDS,
    DIRECT,
    EXTREME,
    GIVEN,
    LOBBED,
    MELEE_RANGE,
    OPTIMAL,
    OWN,
    PLACED,
    SELF,
    SUBOPTIMAL,
    WAYS,
    Attack,
    AttackMet,
    Terms,
    Use,
    is_level,
    is_lobbed,
    linked_with,
    refuse_ammunition,
    rof_of,
)
from gearlock.systems.fieldmanual.combined_models import Defender, resolve_defense
from gearlock.systems.fieldmanual.command_points.tests import resolve_test
from gearlock.systems.fieldmanual.damage.damage import (
    Hit,
    attack_damage_lines,
    consequence,
    defense_damage_lines,
    harm_of,
    resolve_hit,
)
from gearlock.systems.fieldmanual.damage.recovering import offer_relief
from gearlock.systems.fieldmanual.datacards import Mount
from gearlock.systems.fieldmanual.dice_tests import ATTACK, DEFENSE, Test, margin, skill_dice, stun_lines
from gearlock.systems.fieldmanual.lock_and_cover.lock import MODIFIERS, NAMES, hull_down_minimum
from gearlock.systems.fieldmanual.lock_and_cover.looks import range_to
from gearlock.systems.fieldmanual.melee import is_held
from gearlock.systems.fieldmanual.paying import refuse_idle, refuse_unlocked
from gearlock.systems.fieldmanual.state import ALOFT, AUTOPILOT, CLIMBING, FIELDED, STATIONARY, State, Unit
from gearlock.systems.fieldmanual.state import STAND_BY as STAND_BY_TOKEN
from gearlock.systems.fieldmanual.table_effects import indirect_penalty

# --- Every modifier of a ranged attack and of the defense against it, written once for play, odds, previews and bots

STATIC_DEFENSE = 3
AMS_DICE = 2
PLAIN = (0, -1, -2)
_COVER_WORDS = {MODIFIERS[level]: name for level, name in enumerate(NAMES) if MODIFIERS[level]}


@rule("fieldmanual.flaw-defective-fire-control")
def gunnery_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Attack Skill; defective fire control takes dice off it."""
    skill, worse = skill_dice(unit, ATTACK), unit.perk("Defective Fire Control")
    rule_id = "fieldmanual.flaw-defective-fire-control"
    return [skill, dice(-min(worse, skill.value), "Defective fire control", rule_id)] if worse else [skill]


@rule("fieldmanual.extra-actions-dice")
def extra_lines(use: Use) -> list[Modifier]:
    """A die for each further Action spent on the attack."""
    return [dice(use.extra, f"{use.extra} more Actions", "fieldmanual.extra-actions-dice")] if use.extra else []


@rule("fieldmanual.wt-mr", "fieldmanual.wt-sniper")
@heeds("fieldmanual.attack-modifiers", "fieldmanual.range-bands")
def range_lines(use: Use) -> list[Modifier]:
    """0, -1, -2 by band. Minimum Range: -1 near, 0 at Suboptimal; Sniper: one better beyond Optimal."""
    worth, rule_id = PLAIN[use.band], "fieldmanual.attack-modifiers"
    if "MR" in use.weapon.traits and use.band != EXTREME:
        worth, rule_id = (-1 if use.band == OPTIMAL else 0), "fieldmanual.wt-mr"
    if "Snp" in use.weapon.traits and use.band >= SUBOPTIMAL:
        worth, rule_id = (0 if use.band == SUBOPTIMAL else -1), "fieldmanual.wt-sniper"
    return [result(worth, f"{BANDS[use.band]} range", rule_id)] if worth else []


def accuracy_lines(use: Use) -> list[Modifier]:
    """The accuracy of the weapon."""
    return (
        [result(use.weapon.acc, f"Accuracy of the {use.weapon.id}", "fieldmanual.card-weapons")]
        if use.weapon.acc
        else []
    )


@heeds("fieldmanual.card-modifiers", "fieldmanual.attack-modifiers")
def speed_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The ATTACK row of the card at this speed."""
    worth = unit.attack_modifier
    return [result(worth, f"ATTACK modifier, {unit.band}", "fieldmanual.card-modifiers")] if worth else []


@heeds("fieldmanual.effect-storm")
def storm_lines(state: State, _unit: Unit) -> list[Modifier]:
    """-1 for whatever is lobbed through a severe storm."""
    worse = indirect_penalty(state)
    return [result(-worse, "Severe storm", "fieldmanual.effect-storm")] if worse else []


@heeds("fieldmanual.effect-storm", "fieldmanual.airstrike-attacks")
def airstrike_lines(state: State, unit: Unit) -> list[Modifier]:
    """-1 for airstrikes in a severe storm, whatever they fire."""
    return storm_lines(state, unit) if unit.status == ALOFT else []


@heeds("fieldmanual.perk-arms", "fieldmanual.perk-climbing-equipment")
def climbing_lines(_state: State, unit: Unit) -> list[Modifier]:
    """-1 for who hangs on a cliff."""
    return [result(-1, "On a cliff", "fieldmanual.perk-arms")] if unit.token(CLIMBING) else []


def attack_stun_lines(_state: State, unit: Unit) -> list[Modifier]:
    """A Stun counter."""
    return stun_lines(unit, ATTACK)


def attack_wound_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Damage of who shoots."""
    return attack_damage_lines(unit)


@heeds("fieldmanual.perk-autopilot", "fieldmanual.skills")
def piloting_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Defense Skill, 1 while the autopilot drives."""
    return (
        [dice(1, "Autopilot", "fieldmanual.perk-autopilot")] if unit.token(AUTOPILOT) else [skill_dice(unit, DEFENSE)]
    )


@rule("fieldmanual.perk-ams")
@heeds("fieldmanual.perk-autopilot")
def ams_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Two dice against missiles, rockets and mortars; nothing helps an autopilot."""
    helped = unit.perk("Anti-Missile System") and not unit.token(AUTOPILOT)
    return [dice(AMS_DICE, "Anti-Missile System", "fieldmanual.perk-ams")] if helped else []


@heeds("fieldmanual.card-modifiers", "fieldmanual.were-in-trouble")
def evasion_lines(_state: State, unit: Unit) -> list[Modifier]:
    """The Defense modifier of the card in this mode and at this speed."""
    worth = unit.defense_modifier
    words = f"Defense modifier, {unit.band}{f' ({unit.mode})' if unit.mode else ''}"
    return [result(worth, words, "fieldmanual.card-modifiers")] if worth else []


def defense_stun_lines(_state: State, unit: Unit) -> list[Modifier]:
    """A Stun counter, where it counts."""
    return stun_lines(unit, DEFENSE)


def defense_wound_lines(_state: State, unit: Unit) -> list[Modifier]:
    """Damage of who defends itself."""
    return defense_damage_lines(unit)


def is_for_infantry(use: Use) -> bool:
    """Whether the weapon is made for infantry."""
    return "AI" in use.weapon.traits


def is_guided(use: Use) -> bool:
    """Whether it follows a designator."""
    return "G" in use.weapon.traits


def is_intercepted(use: Use) -> bool:
    """Whether an Anti-Missile System works against it."""
    return use.weapon.ams


ATTACK_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(gunnery_lines),
    OfUse(extra_lines),
    OfUse(range_lines),
    OfPair(cover_result, _COVER_WORDS, "fieldmanual.cover", on_result=True),
    OfPair(solid_result, "Solid Cover", "fieldmanual.cover-solid", on_result=True),
    OfUse(accuracy_lines),
    OfModel(speed_lines),
    OfPair(near_result, "Within 3 in", "fieldmanual.attack-modifiers", on_result=True),
    OfPair(infantry_result, "Anti-Infantry", "fieldmanual.wt-ai", is_for_infantry, True),
    OfPair(guided_result, "Guided to a Designated target", "fieldmanual.wt-guided", is_guided, True),
    OfModel(attack_stun_lines),
    OfModel(attack_wound_lines),
    OfModel(climbing_lines),
    OfModel(storm_lines, is_lobbed),
    OfModel(airstrike_lines, is_level),
)
"""Every rule of the attacker's roll, in the order of its lines."""

DEFENSE_RULES: LineRules[State, Unit, Use, Pair] = LineRules(
    OfModel(piloting_lines),
    OfModel(ams_lines, is_intercepted),
    OfModel(evasion_lines),
    OfPair(rear_result, "From behind", "fieldmanual.ranged-defense", on_result=True),
    OfPair(unlocked_result, "No Lock to the attacker", "fieldmanual.ranged-defense", on_result=True),
    OfPair(above_result, "Attacked from above", "fieldmanual.ranged-defense", on_result=True),
    OfPair(below_result, "Attacked from below", "fieldmanual.placed-attack", on_result=True),
    OfPair(crossfire_result, "Crossfire", "fieldmanual.crossfire", on_result=True),
    OfPair(coordinated_result, "Coordinated Attack", "fieldmanual.coordinated-attack", on_result=True),
    OfModel(defense_stun_lines),
    OfModel(defense_wound_lines),
    OfModel(climbing_lines),
)
"""Every rule of the defender's roll, in the order of its lines."""


class Guard(NamedTuple):
    """How a target defends itself: the lines of its roll, the least it comes to, or a number that needs no dice."""

    lines: tuple[Modifier, ...]
    least: int = 0
    fixed: int | None = None


@rule("fieldmanual.attack-modifiers")
def attack_lines(pair: Pair) -> list[Modifier]:
    """All lines of an attack on a target."""
    return ATTACK_RULES.lines(pair.state, pair.attacker, pair.use, pair)


@heeds("fieldmanual.rof-spray")
def common_lines(pair: Pair) -> list[Modifier]:
    """The lines of an attack that are the same for all whom one roll concerns."""
    return ATTACK_RULES.lines(pair.state, pair.attacker, pair.use, None)


@rule("fieldmanual.ranged-defense")
def defense_lines(pair: Pair) -> list[Modifier]:
    """All lines of the defense against an attack."""
    return DEFENSE_RULES.lines(pair.state, pair.target, pair.use, pair)


@heeds("fieldmanual.mode-static", "fieldmanual.hull-down")
def guard_of(pair: Pair) -> Guard:
    """How a target defends itself. What never moves counts as having rolled 3. Hull Down has a least total."""
    if pair.target.is_static:
        return Guard((), fixed=STATIC_DEFENSE)
    return Guard(tuple(defense_lines(pair)), hull_down_minimum(pair.state, pair.attacker, pair.target))


# --- Who may attack whom with what: the weapon, its Rate of Fire, range, arc, Lock and observation


def terms_of(state: State, unit: Unit) -> Terms:
    """How a model attacks when it is asked to act: with an Action of its own, or with one that a Command Point gave."""
    now = state.activation
    return GIVEN if now is not None and now.extra and state.is_active(unit) else OWN


@rule("fieldmanual.direct-fire")
@heeds("fieldmanual.wt-if", "fieldmanual.wt-thrown")
def refuse_attack(state: State, order: Attack, terms: Terms | None = None) -> Refusal | None:
    """Why an attack may not be made; None if it may."""
    unit = state.units[order.unit]
    terms = terms or terms_of(state, unit)
    if order.way not in WAYS or order.way not in terms.ways:
        ways = ", ".join(terms.ways)
        message = f"There is no {order.way} attack here; there is {ways}."
        return Refusal("way", "fieldmanual.direct-fire", message)
    mount = unit.card.weapon(order.weapon)
    refused = refuse_weapon(state, unit, mount, order, terms)
    if refused or mount is None:
        return refused
    return refuse_rof(state, unit, mount, order, terms) or refuse_mark(state, unit, mount, order, terms)


@heeds("fieldmanual.card-weapons", "fieldmanual.stand-by", "fieldmanual.option-humanoid-combat")
def refuse_weapon(state: State, unit: Unit, mount: Mount | None, order: Attack, terms: Terms) -> Refusal | None:
    """Why this model cannot use this weapon at all now."""
    if mount is None:
        carried = ", ".join(each.id for each in unit.card.weapons) or "none"
        message = f"The {unit.name} carries no {order.weapon}: it has {carried}."
        return Refusal("no-weapon", "fieldmanual.card-weapons", message)
    if unit.status not in (FIELDED, ALOFT):
        return Refusal("away", "fieldmanual.direct-fire", f"The {unit.name} is not on the table.")
    if mount.weapon.is_melee:
        message = f"The {mount.name} is a melee weapon: strike with it within 3 in."
        return Refusal("melee", "fieldmanual.melee-attack", message)
    if is_held(unit, mount.id):
        message = f"An enemy in contact holds on to the {mount.name} of the {unit.name}."
        return Refusal("blocked-weapon", "fieldmanual.option-humanoid-combat", message)
    if unit.token(f"{STAND_BY_TOKEN}:{mount.id}") and state.is_active(unit):
        message = f"The {mount.name} stands by for coordinates: it does not attack in this activation."
        return Refusal("stand-by", "fieldmanual.stand-by", message)
    return (
        refuse_ammunition(unit, mount)
        or refuse_stabilizer(unit, mount)
        or refuse_again(state, unit, mount, order, terms)
        or refuse_cost(state, unit, order, terms)
    )


@rule("fieldmanual.wt-stabilizer")
@heeds("fieldmanual.infantry")
def refuse_stabilizer(unit: Unit, mount: Mount) -> Refusal | None:
    """A weapon on a stabilizer mount, and the heavy weapon of a squad, fire only while Stationary."""
    if "Stab" not in mount.weapon.traits or unit.band == STATIONARY:
        return None
    message = f"The {mount.name} has a stabilizer: it fires only while the {unit.name} is Stationary."
    return Refusal("stabilizer", "fieldmanual.wt-stabilizer", message, {"speed": unit.band})


@rule("fieldmanual.one-shot-per-weapon", "fieldmanual.wt-melee")
@heeds("fieldmanual.airstrike-actions", "fieldmanual.cp-extra-action", "fieldmanual.cp-parting-shot")
def refuse_again(state: State, unit: Unit, mount: Mount, order: Attack, terms: Terms) -> Refusal | None:
    """Once a round; but for Command Points, for weapons with M in melee range, and for counted rounds of airstrikes."""
    if mount.id not in unit.fired or terms.again or (unit.status == ALOFT and mount.rounds is not None):
        return None
    target = state.units.get(order.target)
    near = target is not None and range_to(state, unit, target) <= MELEE_RANGE
    if "M" in mount.weapon.traits and near:
        return None
    more = " Outside melee range M gives it no second attack." if "M" in mount.weapon.traits else ""
    message = f"The {mount.name} of the {unit.name} has attacked this round.{more}"
    return Refusal("used", "fieldmanual.one-shot-per-weapon", message, {"weapon": mount.id})


@heeds("fieldmanual.active-lock")
def is_free(state: State, order: Attack, terms: Terms) -> bool:
    """Whether the free Action of an Active Lock pays for it: a lobbed weapon, at the target that was locked."""
    now = state.activation
    if now is None or not terms.own or order.way not in LOBBED or not now.free:
        return False
    return now.free == order.target and state.is_active(state.units[order.unit])


def cost_of(state: State, order: Attack, terms: Terms) -> int:
    """Actions an attack takes."""
    return (0 if is_free(state, order, terms) else terms.cost) + order.extra


@heeds("fieldmanual.extra-actions-dice", "fieldmanual.action-costs", "fieldmanual.self-detonation")
def refuse_cost(state: State, unit: Unit, order: Attack, terms: Terms) -> Refusal | None:
    """The Actions it takes; further ones for more dice are no more than the Attack Skill."""
    if order.extra < 0 or order.extra > unit.card.skills.attack:
        most = unit.card.skills.attack
        message = f"The {unit.name} may put up to {most} further Actions into an attack, its Attack Skill."
        return Refusal("extra", "fieldmanual.extra-actions-dice", message, {"most": most})
    if order.extra and order.way in (PLACED, SELF):
        message = "Nothing modifies the roll of a weapon that is placed or set off: further Actions do not help."
        return Refusal("extra", "fieldmanual.self-detonation", message)
    return refuse_idle(unit, cost_of(state, order, terms), "fieldmanual.action-costs")


@rule("fieldmanual.rof", "fieldmanual.wt-link")
@heeds("fieldmanual.combined-attack")
def refuse_rof(state: State, unit: Unit, mount: Mount, order: Attack, terms: Terms) -> Refusal | None:
    """Spray and Burst together use no more than the weapon's RoF; a link needs another weapon that is ready."""
    most = rof_of(state, unit, mount)
    if order.spray < 0 or order.burst < 0 or order.spray + order.burst > most:
        used = f"Spray {order.spray} and Burst {order.burst}"
        message = f"{used} are not within the RoF of the {mount.name}, which is {most}."
        return Refusal("rof", "fieldmanual.rof", message, {"rof": most})
    if (order.spray or order.burst) and order.way in (PLACED, SELF):
        return Refusal("rof", "fieldmanual.rof", "A weapon that is placed or set off uses no RoF.")
    if order.linked and len(mounts_fired(state, unit, order, terms)) < 2:
        linked = ", ".join(each.id for each in linked_with(unit, mount)[1:])
        words = f"no other weapon of its link ({linked}) is ready" if linked else "it is linked with nothing"
        return Refusal("link", "fieldmanual.wt-link", f"The {mount.name} cannot fire linked: {words}.")
    return None


@heeds("fieldmanual.wt-link")
def mounts_fired(state: State, unit: Unit, order: Attack, terms: Terms) -> list[Mount]:
    """The weapons that fire in an attack: the one named and, if linked, all others of its link that are ready."""
    mount = unit.card.weapon(order.weapon)
    if mount is None:
        return []
    others = linked_with(unit, mount)[1:] if order.linked else []
    ready = [
        other
        for other in others
        if refuse_ammunition(unit, other) is None and refuse_again(state, unit, other, order, terms) is None
    ]
    return [mount, *ready]


def refuse_mark(state: State, unit: Unit, mount: Mount, order: Attack, terms: Terms) -> Refusal | None:
    """Why this weapon cannot be used against what it is aimed at, in this way."""
    if order.way in (PLACED, SELF):
        return refuse_placed(state, unit, mount, order)
    if order.way == DIRECT and mount.weapon.is_thrown:
        message = f"The {mount.name} is thrown, placed or set off in hand: it is not fired."
        return Refusal("thrown", "fieldmanual.wt-thrown", message)
    if sprays_point(mount, order):
        return refuse_point(state, unit, mount, order) or refuse_locked_target(state, unit, order)
    refused = refuse_target(state, unit, mount, order.target, terms)
    if refused:
        return refused
    target = state.units[order.target]
    refused = refuse_bearing(state, unit, mount, target, order.spray)
    if refused or order.way == DIRECT:
        return refused or refuse_direct(state, unit, target)
    return refuse_lobbed(state, unit, mount, order, terms)


@heeds("fieldmanual.rof-spray", "fieldmanual.rof-spray-indirect")
def sprays_point(mount: Mount, order: Attack) -> bool:
    """Whether it is a Spray at a point: direct fire, with a weapon whose Spray does not merely widen its area."""
    return order.way == DIRECT and order.spray > 0 and not {"AE", "Blast"} & mount.weapon.traits.keys()


@heeds("fieldmanual.rof-spray", "fieldmanual.obj-recon")
def refuse_locked_target(state: State, unit: Unit, order: Attack) -> Refusal | None:
    """A Spray that names a target must be able to affect it, and be allowed to attack it."""
    if not order.target:
        return None
    target = state.units.get(order.target)
    if target is None or not target.is_fielded:
        return Refusal("target", "fieldmanual.rof-spray", f"There is no {order.target} on the table to spray.")
    if unlocked := refuse_unlocked(state, unit.seat, target):
        return unlocked
    return refuse_direct(state, unit, target) if order.x is None else None


# --- What came of an attack, for whatever follows from it: ammunition, counter-battery fire


class Report(NamedTuple):
    """The bare roll of an attack, and the spots it hit: those it landed on, and where those stand whom it hit."""

    bare: int
    spots: tuple[tuple[int, int], ...] = ()
    targets: tuple[str, ...] = ()
    """Whom it hit."""


# --- Ranged defense: everybody whom an attack may hit defends, and then all hits are settled


class Fire(NamedTuple):
    """An attack that has been rolled, against whoever has to defend: who, with what, and how it came about."""

    attacker: str
    use: Use
    terms: Terms = OWN
    observer: str = ""


class Mark(NamedTuple):
    """Somebody who has to defend, and what against: the attack as it is for this one."""

    target: str
    attack: int


class Struck(NamedTuple):
    """A defense that was rolled: whose, the totals, and the hit that comes of it."""

    target: str
    hit: Hit


def pair_of(state: State, fire: Fire, target: str) -> Pair:
    """What lies between the attacker and one of its targets."""
    observer = state.units.get(fire.observer)
    return Pair(state, state.units[fire.attacker], state.units[target], fire.use, fire.terms, observer)


def hit_on(pair: Pair, fire: Fire, difference: int) -> Hit:
    """What a margin on a target is, before its armor is asked."""
    traits = tuple(fire.use.weapon.traits)
    return Hit(fire.use.multiplier, difference, traits, fire.attacker, pair.origin, fire.use.weapon.id)


@heeds("fieldmanual.ranged-defense", "fieldmanual.wt-link", "fieldmanual.rof-spray")
def resolve_defenses(ctx: Ctx[State], fire: Fire, marks: Sequence[Mark], rolls: int = 1) -> Script[list[Struck]]:
    """Everybody defends, once for each weapon that fired; nothing happens to anybody before all have."""
    struck: list[Struck] = []
    for name in dict.fromkeys(ctx.state.units[mark.target].team or mark.target for mark in marks):
        mine = [mark for mark in marks if (ctx.state.units[mark.target].team or mark.target) == name]
        for _ in range(rolls):
            struck += yield from _defend(ctx, fire, mine)
    return struck


@heeds("fieldmanual.ranged-defense", "fieldmanual.hull-down", "fieldmanual.mode-static", "fieldmanual.combined-defense")
def _defend(ctx: Ctx[State], fire: Fire, marks: Sequence[Mark]) -> Script[list[Struck]]:
    """One model defends, or the bases of a Combined Model that were caught, with one pool."""
    yield from offer_relief(ctx, marks[0].target, DEFENSE)
    totals = yield from _roll_defenses(ctx, fire, marks)
    struck: list[Struck] = []
    for mark in marks:
        state, total = ctx.state, totals[mark.target]
        pair, difference = pair_of(state, fire, mark.target), margin(mark.attack, total)
        use = fire.use
        counts = fire.terms.noted and use.way != PLACED
        counts = counts and counts_for_crossfire(state.units[mark.target], use.band, use.multiplier)
        told = (mark.attack, total, difference, counts, use.band, use.multiplier)
        struck.append(Struck(mark.target, hit_on(pair, fire, difference)))
        ctx.emit(AttackMet(pair.attacker.id, mark.target, use.weapon.id, *told))
    return struck


@heeds("fieldmanual.combined-defense", "fieldmanual.hull-down", "fieldmanual.mode-static")
def _roll_defenses(ctx: Ctx[State], fire: Fire, marks: Sequence[Mark]) -> Script[dict[str, int]]:
    """The totals of a model, or of the bases of one Combined Model, by id."""
    first = marks[0]
    guard = guard_of(pair_of(ctx.state, fire, first.target))
    if guard.fixed is not None:
        return {first.target: guard.fixed}
    named = (first.attack, fire.attacker, fire.use.weapon.id)
    test = Test("defense", first.target, guard.lines, "fieldmanual.ranged-defense", *named)
    if len(marks) > 1:
        defenders = [defender_of(ctx.state, fire, mark) for mark in marks]
        return (yield from resolve_defense(ctx, defenders, test, resolve_test))
    blow = hit_on(pair_of(ctx.state, fire, first.target), fire, 0)

    def means(total: int) -> Hashable:
        difference = margin(first.attack, max(total, guard.least))
        return consequence(ctx.state.units[first.target], blow._replace(margin=difference))

    result = yield from resolve_test(ctx, test._replace(means=means))
    return {first.target: max(result.total, guard.least)}


@heeds("fieldmanual.combined-defense")
def defender_of(state: State, fire: Fire, mark: Mark) -> Defender:
    """A base among several that defend with one pool."""
    pair = pair_of(state, fire, mark.target)
    guard = guard_of(pair)
    return Defender(mark.target, (pair.cover.level, pair.cover.solid), guard.lines, guard.least, mark.attack)


def is_success(state: State, struck: Struck) -> bool:
    """Whether a defense failed: a margin of 1, or of 0 against what pierces."""
    return harm_of(state.units[struck.target], struck.hit).is_hit


def settle(ctx: Ctx[State], struck: Sequence[Struck]) -> Script[None]:
    """All hits of an attack, one after the other; each is compared with Armor and Overkill by itself."""
    for each in struck:
        yield from resolve_hit(ctx, each.target, each.hit)
