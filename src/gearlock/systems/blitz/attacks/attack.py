"""8.2, 10.2 and 10.5: attacks: areas, indirect fire, and an attack rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gearlock.kernel.asks import Ask, Option, Target, decline
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.view import Modifier
from gearlock.mechanics.areas import caught
from gearlock.mechanics.pools.lines import sum_of
from gearlock.mechanics.pools.throwing import throw_pool
from gearlock.systems.blitz.attacks.aiming import (
    Attack,
    AttackDeclared,
    AttackRolled,
    Defence,
    IndirectFire,
    Sight,
    attack_distance,
    hits_drones,
    loaded,
    refuse_bearing,
    refuse_weapon,
)
from gearlock.systems.blitz.attacks.modifiers import ATTACK, DIRECT, GUIDED, INDIRECTLY, Duel, Use, duel_of, is_caught
from gearlock.systems.blitz.attacks.pairs import ABOVE, NO_LOOK, Pair, attack_skill
from gearlock.systems.blitz.chain_of_command import in_auto_comms, is_in_formation
from gearlock.systems.blitz.damage import blast_dice, free_dice, leaves_nothing, may_dodge, net_damage, tank_mark
from gearlock.systems.blitz.dice_tests.comms_tests import offer_reroll, throw_off
from gearlock.systems.blitz.dice_tests.tests import (
    SIGHT,
    best_check,
    free_rerolls,
    has_working,
    is_sandy,
    offer_bonus,
    watch_sand,
)
from gearlock.systems.blitz.general_concepts.dice import (
    BASE_DICE,
    GUN,
    PILOT,
    check_total,
    dice_of,
    halved,
    margin_of_success,
)
from gearlock.systems.blitz.general_concepts.measuring import ARC_NAMES, body_of, building_of, is_in_arc, table_distance
from gearlock.systems.blitz.lock_and_cover.cover import is_concealed, look_from_above, look_from_point, with_sensors
from gearlock.systems.blitz.lock_and_cover.looks import Look
from gearlock.systems.blitz.models import AIR, BODILY, INDIRECT, MISSILE, Weapon
from gearlock.systems.blitz.paying import can_act, refuse_idle
from gearlock.systems.blitz.state import (
    ALOFT,
    COORDINATED,
    COUNTER_BATTERY,
    FIELDED,
    INCLUDED,
    INCOMING,
    NEAR,
    OFF_BOARD,
    TARGETS,
    WRECK,
    State,
    Unit,
    opponent,
    unit_of,
)
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, inches
from gearlock.table.polygon import distance_to
from gearlock.table.terrain import Piece

# --- 2.6: whether a second throw could change what an attack comes to, for who makes it or for who defends

Harm = tuple[bool, int, int]
"""Whether blast reaches a model, half points of damage, and intensity of what burns."""
Effect = tuple[bool, int, int, int]
"""Harm, and a margin that may be lowered."""


class Shot(NamedTuple):
    """An attack check that lies there: its weapon, dice and skill, whose it is, and whom else it may concern."""

    weapon: Weapon
    faces: Faces
    skill: int
    seat: str
    others: tuple[Unit, ...] = ()
    """In the area, or as cover for a target that is missed."""
    secondary: bool = False
    """The defence is that of somebody in the area, whom blast reaches or not whatever it comes to."""
    is_decided: bool = False
    """A hit is a hit: the margin is for nothing."""

    @property
    def total(self) -> int:
        """What it comes to."""
        return check_total(self.faces, self.skill)

    @property
    def is_good(self) -> bool:
        """Whether it is enough for an area although it misses."""
        return self.total >= self.skill

    def marks(self, target: Unit) -> int:
        """The dice that count for AT."""
        return sum(face >= tank_mark(self.weapon, target.line, self.skill) for face in self.faces)


def said(total: int, against: int) -> str:
    """An attack and a defence that lie there, in words."""
    stands = f"hits by {total - against}" if total >= against else f"misses by {against - total}"
    return f"Attack {total} against defence {against} {stands}"


@heeds("blitz.9.5")
def effect_of(state: State, shot: Shot, target: Unit, margin: int, good: bool, marks: int) -> Effect:
    """What a margin does to a model; the margin itself counts only where a lower one would do less."""
    harm = _harm_of(shot, target, margin, good, marks)
    counts = margin > 0 and harm != _harm_of(shot, target, 0, good, marks) and may_lower(state, target)
    return (*harm, margin if counts else 0)


@heeds("blitz.9.1", "blitz.9.6", "blitz.10.2a", "blitz.2.14", "blitz.9.3", "blitz.9.4", "blitz.2.4")
def _harm_of(shot: Shot, target: Unit, margin: int, good: bool, marks: int) -> Harm:
    """What a margin does as it stands, as far as more of it does more: what is left of the model, or overkill."""
    line, weapon = target.line, shot.weapon
    blasted = not shot.secondary and bool(blast_dice(weapon, line)) and (good or margin >= 0)
    if margin < 0:
        return (blasted, 0, 0)
    net = net_damage(weapon, line, margin, line.armor) if weapon.bites else -1
    more = marks if "AT" in weapon.traits and margin and not target.is_infantry else 0
    damage = halved(net + more) if shot.secondary and net > 0 else net + more
    halves, left = 0 if net < 0 else 2 * damage or 1, 2 * (target.hull + target.structure)
    most = left if leaves_nothing(target, left // 2, True) else 2 * max(1, line.bulk)
    if target.is_infantry and "AI" not in weapon.traits:
        halves, most = min(2, halves), 2
    blasted = blasted and halves < most
    halves = min(halves, left if halves < most and not blasted else most)
    burns = margin + weapon.persistent[1] if weapon.persistent is not None and target.status != WRECK else 0
    return (blasted, halves, 0 if halves >= left else burns)


@heeds("blitz.9.5", "blitz.15.5e", "blitz.trait.fieldarmor")
def may_lower(state: State, target: Unit) -> bool:
    """Whether a model has any way to lower the margin of a hit."""
    if not may_dodge(target) or target.line.type == "Structure":
        return False
    return can_act(target) or INCOMING in target.tokens or free_dice(state, target) > 0


@heeds("blitz.2.6", "blitz.16.0-2c-sand", "blitz.10.2")
def attack_gains(state: State, shot: Shot, target: Unit, defence: int) -> bool:
    """Whether other dice of the attack could do more, or less to friends."""
    if not shot.faces:
        return False
    if is_sandy(state, shot.faces) or any(other.seat == shot.seat and not other.is_destroyed for other in shot.others):
        return True
    total, best, marks, whole = shot.total, best_check(len(shot.faces), shot.skill), shot.marks(target), len(shot.faces)
    if total == best and (marks == whole or "AT" not in shot.weapon.traits):
        return False
    if not all(other.is_destroyed for other in shot.others):
        return True
    if shot.weapon.row is BODILY and not shot.weapon.traits:
        return best >= defence and not (shot.is_decided and total >= defence)
    now = effect_of(state, shot, target, total - defence, shot.is_good, marks)
    return now != effect_of(state, shot, target, best - defence, best >= shot.skill, whole)


@heeds("blitz.2.6", "blitz.7.0a", "blitz.10.2")
def guard_gains(state: State, shot: Shot, target: Unit, guard: Faces, wits: int, screens: Iterable[Unit] = ()) -> bool:
    """Whether other dice of a defence could spare anybody anything.

    One that has held cannot, unless friends served as cover: they have to defend because it held.
    """
    if not guard:
        return False
    total, best = check_total(guard, wits), best_check(len(guard), wits)
    if shot.total < total:
        return any(screen.seat == target.seat and not screen.is_destroyed for screen in screens)
    if total >= best:
        return False
    if shot.weapon.row is BODILY and not shot.weapon.traits:
        return best > shot.total or not shot.is_decided
    if best > shot.total and not shot.is_good and any(other.seat == target.seat for other in shot.others):
        return True
    marks = shot.marks(target)
    now, then = (effect_of(state, shot, target, shot.total - each, shot.is_good, marks) for each in (total, best))
    return now != then


# --- 2.10, 10.2 and 10.5: area effects, friendly fire, split attacks: whom one attack may reach

SAFE_MARGIN = 2
"""How much better than the PEN the armour of friends in the area has to be."""


def centre_of(unit: Unit) -> Body:
    """The middle of a model's base, as high as it is."""
    return Body(unit.x, unit.y, unit.z, 0, unit.height)


@rule("blitz.2.10", "blitz.wtrait.ae", "blitz.wtrait.proximity")
@heeds("blitz.10.2", "blitz.16.2c")
def reached(state: State, centre: Unit, radius: int, but: str = "") -> list[Unit]:
    """Everybody even partly within the radius of a model's centre but this one, friend or foe; wrecks are no models.

    Beyond the table's edge these are the models of its unit.
    """
    others = [unit for unit in state.units.values() if unit.line.bulk and unit.id not in (centre.id, but)]
    middle, inside = centre_of(centre), building_of(state, centre)
    if centre.status == OFF_BOARD:
        beyond = (other for other in others if other.status == OFF_BOARD and unit_of(other) == unit_of(centre))
        return list(caught(middle, radius, beyond))
    around = [unit for unit in others if unit.status == FIELDED]
    housed = [unit for unit in around if _is_housed_within(state, unit, middle, radius, inside)]
    outside = [unit for unit in around if building_of(state, unit) is None]
    if inside is not None:
        return [*housed, *(unit for unit in outside if distance_to(inside.outline, unit.x, unit.y) <= unit.line.radius)]
    return [*caught(middle, radius, outside), *housed]


@heeds("blitz.18.5b")
def _is_housed_within(state: State, unit: Unit, middle: Body, radius: int, inside: Piece | None) -> bool:
    """Whether infantry in a building is in an area: the building's edge is, or the area's middle is in there too."""
    home = building_of(state, unit)
    if home is None:
        return False
    return home is inside or (inside is None and distance_to(home.outline, middle.x, middle.y) <= radius)


@heeds("blitz.10.2", "blitz.wtrait.proximity")
def secondary_targets(state: State, weapon: Weapon, target: Unit) -> list[Unit]:
    """Who else is in the area of an attack on a target: the firer too, if it fires at something so near."""
    if not weapon.area or target.status == ALOFT:
        return []
    return _on_floors(state, weapon, target, reached(state, target, weapon.area))


@rule("blitz.18.5b")
def _on_floors(state: State, weapon: Weapon, target: Unit, found: list[Unit]) -> list[Unit]:
    """Of those in a building an area reaches as many floors as its rating says, nearest to the target's first."""
    left: dict[str, int] = {}
    home = building_of(state, target)
    if home is not None:
        left[home.id] = weapon.area // INCH - 1
    kept: list[Unit] = []
    for unit in sorted(found, key=lambda unit: abs(unit.z - target.z)):
        housed = building_of(state, unit)
        if housed is not None:
            left.setdefault(housed.id, weapon.area // INCH)
            left[housed.id] -= 1
            if left[housed.id] < 0:
                continue
        kept.append(unit)
    return [unit for unit in found if unit in kept]


@rule("blitz.10.2c")
@heeds("blitz.A.4-proximity", "blitz.10.2")
def refuse_friendly_fire(state: State, unit: Unit, weapon: Weapon, target: Unit) -> Refusal | None:
    """Why an area must not be laid there: a friend in it whose armour is no better than the PEN by two."""
    radius = max(weapon.area, weapon.blast_area, weapon.proximity)
    if not radius or target.status == ALOFT:
        return None
    for friend in reached(state, target, radius):
        if friend.seat == unit.seat and friend.line.armor < weapon.pen + SAFE_MARGIN:
            message = f"The {friend.name} is in the area of the {weapon.id}, and its armour is not {SAFE_MARGIN} "
            return Refusal("friend", "blitz.10.2c", message + f"better than PEN {weapon.pen}.")
    return None


@rule("blitz.10.5", "blitz.wtrait.split")
@heeds("blitz.10.4a")
def refuse_split(weapon: Weapon, sights: list[Sight]) -> Refusal | None:
    """Why these targets cannot share one attack."""
    most = weapon.traits.get("Split", 1)
    if len(sights) > most:
        message = f"The {weapon.id} attacks {f'up to {most} targets' if most > 1 else 'one target'} at a time."
        return Refusal("targets", "blitz.10.5", message, {"targets": len(sights), "most": most})
    if len({sight.target.id for sight in sights}) < len(sights):
        return Refusal("twice", "blitz.10.5", "No target may be attacked twice by one split attack.")
    primary = sights[0].target
    for sight in sights:
        far = attack_distance(sight.state, sight.unit, sight.target, weapon)
        if not weapon.is_optimal(far):
            message = f"The {sight.target.name} is outside the optimal range that a split attack needs."
            return Refusal("optimal", "blitz.10.5", message, {"distance": far})
        if table_distance(sight.state, primary, sight.target) > NEAR:
            message = f"The {sight.target.name} is not within 6 in of the {primary.name}."
            return Refusal("apart", "blitz.10.5", message)
    return None


def refuse_target(state: State, unit: Unit, target_id: str) -> Refusal | None:
    """Why this cannot be the target of anything: a stranger, a friend, somebody gone."""
    target = state.units.get(target_id)
    if target is None or target.status not in TARGETS:
        return Refusal("no-target", "blitz.8.2", f"There is no {target_id or 'target'} on the table.")
    if not target.line.bulk:
        return Refusal("no-target", "blitz.18.3a-mines", f"The {target.name} cannot be attacked.")
    if target.status != WRECK and target.seat == unit.seat:
        return Refusal("friend", "blitz.10.2c", f"The {target.name} is a friend, who is never a target.")
    return None


@heeds("blitz.8.2", "blitz.10.2c", "blitz.10.5", "blitz.7.7")
def refuse_marks(state: State, unit: Unit, order: Attack, any_arc: bool = False) -> Refusal | None:
    """Why these targets cannot be attacked so."""
    weapon = loaded(unit, order.weapon, order.load)
    if weapon.proximity:
        return _refuse_proximity(state, unit, weapon, order)
    if not order.targets:
        return Refusal("no-target", "blitz.8.2", f"The {weapon.id} needs a target.")
    for target_id in order.targets:
        refusal = refuse_target(state, unit, target_id)
        if refusal is not None:
            return refusal
    seen = with_sensors(state, unit) if order.sensors else state
    sights = [Sight(seen, seen.units[unit.id], seen.units[target]) for target in order.targets]
    for sight in sights:
        refusal = refuse_bearing(sight, weapon, any_arc) or refuse_friendly_fire(state, unit, weapon, sight.target)
        if refusal is not None:
            return refusal
    return refuse_split(weapon, sights) if len(sights) > 1 else None


@rule("blitz.A.4-proximity")
def _refuse_proximity(state: State, unit: Unit, weapon: Weapon, order: Attack) -> Refusal | None:
    """An attack all around oneself names nobody, and needs an enemy in it."""
    if order.targets:
        return Refusal("targets", "blitz.A.4-proximity", f"The {weapon.id} attacks all around and is aimed at nobody.")
    if not any(other.seat != unit.seat for other in reached(state, unit, weapon.proximity)):
        return Refusal("nobody", "blitz.A.4-proximity", f"No enemy is in the area of the {weapon.id}.")
    return refuse_friendly_fire(state, unit, weapon, unit)


# --- 14.2 and A.3: indirect fire: which weapons, at whom, counter-battery fire, and fire at traceable emissions


@rule("blitz.wtrait.guided")
@heeds("blitz.14.2a", "blitz.14.2b", "blitz.8.5c", "blitz.8.5d", "blitz.wtrait.if")
def fires_so(weapon: Weapon, mode: str) -> bool:
    """Whether a weapon can be fired indirectly, or be guided: missiles and Guided ones alone can."""
    if mode == GUIDED:
        return weapon.category == MISSILE or "Guided" in weapon.traits
    return weapon.category == INDIRECT or "IF" in weapon.traits


@heeds("blitz.14.2a", "blitz.14.2b", "blitz.A.4-gl", "blitz.8.2b", "blitz.8.4", "blitz.18.4", "blitz.10.2c")
def refuse_indirect(state: State, order: IndirectFire, target: Unit, mode: str) -> Refusal | None:
    """Why a weapon cannot be fired so at a target that somebody else, or nobody, sees. Lock is not asked for."""
    unit = state.units[order.unit]
    refusal = refuse_weapon(state, unit, order.weapon, order.load) or refuse_target(state, unit, target.id)
    if refusal is not None:
        return refusal
    weapon = loaded(unit, order.weapon, order.load)
    if not fires_so(weapon, mode):
        needed = "a missile or Guided weapon" if mode == GUIDED else "an indirect weapon or one with IF"
        rule_id = "blitz.14.2b" if mode == GUIDED else "blitz.14.2a"
        return Refusal("indirect", rule_id, f"The {weapon.id} cannot be fired so: it takes {needed}.")
    most = weapon.indirect[2] if weapon.indirect is not None else weapon.most
    away = attack_distance(state, unit, target, weapon)
    if away > most:
        message = f"The {target.name} is {inches(away)} in away; the {weapon.id} reaches {inches(most)} in."
        return Refusal("range", "blitz.14.2a", message, {"distance": away, "range": most})
    if not is_in_arc(unit, weapon.arc, body_of(state, target)):
        arc = ARC_NAMES.get(weapon.arc, weapon.arc)
        return Refusal("arc", "blitz.8.4", f"The {target.name} is outside the {arc} of the {weapon.id}.")
    if target.line.type == "Drone" and not hits_drones(weapon):
        return Refusal("drone", "blitz.18.4", f"The {target.name} is a drone, too small for the {weapon.id}.")
    return refuse_friendly_fire(state, unit, weapon, target)


def indirect_orders(state: State, unit: Unit, target: Unit, mode: str) -> Iterator[IndirectFire]:
    """Every way a model could fire indirectly at a target."""
    for weapon in unit.line.weapons.values():
        for load, used in weapon.loads.items():
            order = IndirectFire(unit.id, weapon.id, target.id, load)
            if fires_so(used, mode) and refuse_indirect(state, order, target, mode) is None:
                yield order


def refuse_chained(state: State, asked: Ask, order: IndirectFire) -> Refusal | None:
    """The target is the one that was asked about."""
    target, mode = asked.about[:2]
    if order.target not in ("", target):
        message = f"This fire is for the {state.units[target].name}, not for {order.target}."
        return Refusal("target", asked.rule, message)
    return refuse_indirect(state, order, state.units[target], mode)


def offer_chained(state: State, asked: Ask) -> Iterator[Option]:
    """Every weapon that could join in, with every ammunition."""
    unit, target = state.units[asked.unit], state.units[asked.about[0]]
    for order in indirect_orders(state, unit, target, asked.about[1]):
        load = f" ({order.load})" if order.load else ""
        yield Target(f"Fire the {order.weapon}{load} at the {target.name}", order, asked.rule, target.id, order.weapon)
    yield decline("Do not fire", asked.rule)


def ask_to_chain(ctx: Ctx[State], question: Ask, aim: Volley) -> Script[list[Volley]]:
    """Ask one model to fire, again and again as long as it can; `aim` says how, and at whom. Who says yes has paid."""
    volleys: list[Volley] = []
    target = aim.targets[0]
    while any(indirect_orders(ctx.state, ctx.state.units[question.unit], ctx.state.units[target], aim.mode)):
        order = yield from ask(question)
        if not isinstance(order, IndirectFire):
            break
        snap = not ctx.state.is_active(ctx.state.units[order.unit])
        ctx.emit(
            AttackDeclared(
                order.unit, order.weapon, (target,), order.load, snap=snap, mode=aim.mode, observer=aim.observer
            )
        )
        volleys.append(aim._replace(attacker=order.unit, weapon=order.weapon, load=order.load))
    return volleys


@heeds("blitz.trait.cbs")
def is_indirect(state: State, volley: Volley) -> bool:
    """Whether an attack is indirect fire: aimed so, or made with a weapon that knows no other."""
    weapon = loaded(state.units[volley.attacker], volley.weapon, volley.load)
    return volley.mode in (INDIRECTLY, GUIDED) or weapon.category == INDIRECT


@rule("blitz.trait.cbs")
@heeds("blitz.14.7d", "blitz.14.6a", "blitz.14.7b")
def counter_batteries(state: State, seat: str) -> Iterator[str]:
    """Models with counter-battery sensors, and friends in their auto comms, who could pay for an answer."""
    eyes = [unit for unit in state.fielded(seat) if unit.has("CBS") or COUNTER_BATTERY in unit.tokens]
    for unit in state.in_play(seat) if eyes else ():
        if can_act(unit) and any(in_auto_comms(state, each, unit) for each in eyes):
            yield unit.id


@heeds("blitz.trait.cbs", "blitz.3.4a", "blitz.16.2c")
def offer_counter_fire(ctx: Ctx[State], volleys: Iterable[Volley]) -> Script[list[Volley]]:
    """Whoever fired indirectly has given its place away: it may be fired at, seen from above, by who can answer.

    Models beyond the table's edge are found by it as well.
    """
    answers: list[Volley] = []
    fired = dict.fromkeys(volley.attacker for volley in volleys if is_indirect(ctx.state, volley))
    for name in fired:
        firer = ctx.state.units[name]
        if firer.status not in (FIELDED, OFF_BOARD) or look_from_above(ctx.state, firer).blocked:
            continue
        for unit_id in list(counter_batteries(ctx.state, opponent(firer.seat))):
            prompt = f"The {firer.name} fires indirectly: does the {ctx.state.units[unit_id].name} fire back?"
            seat = ctx.state.units[unit_id].seat
            question = Ask(seat, "chain", unit_id, (name, INDIRECTLY), "blitz.trait.cbs", prompt, True)
            answers += yield from ask_to_chain(ctx, question, Volley("", "", "", (name,), INDIRECTLY, ABOVE))
    return answers


@rule("blitz.trait.emissions")
def refuse_trace(state: State, order: IndirectFire) -> Refusal | None:
    """Fire at emissions: as if observed, but not through heavy full cover."""
    unit, target = state.units[order.unit], state.units.get(order.target)
    if idle := refuse_idle(unit):
        return idle
    if target is None or not target.is_fielded or not target.has("Emissions"):
        message = "Without an observer indirect fire needs Lock (attack) or a target with traceable emissions."
        return Refusal("emissions", "blitz.trait.emissions", message)
    if Sight(state, unit, target).look.blocked:
        message = f"Heavy full cover blocks the emissions of the {target.name}."
        return Refusal("blocked", "blitz.trait.emissions", message)
    return refuse_indirect(state, order, target, INDIRECTLY)


def offer_traces(state: State, unit: Unit) -> Iterator[Option]:
    """Every emitter in reach."""
    for target in state.fielded(opponent(unit.seat)):
        if target.has("Emissions"):
            for order in indirect_orders(state, unit, target, INDIRECTLY):
                if refuse_trace(state, order) is None:
                    label = f"Fire the {order.weapon} at the emissions of the {target.name}"
                    yield Target(label, order, "blitz.trait.emissions", target.id, order.weapon)


# --- 8.2, 10.2 and 10.5: an attack rolled: one check of the attacker, a defence of everybody it may hit

CHECK, MARKED = "attack", "frag dice"
"""What an attacker throws for: its check, and the dice that count against infantry alone."""


class Volley(NamedTuple):
    """A declared attack: who, with what, at whom (the primary target first), and how it is aimed."""

    attacker: str
    weapon: str
    load: str
    targets: tuple[str, ...]
    mode: str = DIRECT
    observer: str = ""
    designator: int = 0


class Hit(NamedTuple):
    """What an attack came to against one model before damage; below 0 the margin is a miss that may still blast."""

    attacker: str
    weapon: str
    load: str
    target: str
    margin: int
    faces: Faces
    skill: int
    secondary: bool
    blast: int
    guard: int
    """Dice of the defence, fewer than none if so many were taken off."""
    wits: int
    caught: bool
    """Hull down in the open, which counts as braced."""


class Check(NamedTuple):
    """An attack check that lies on the table."""

    faces: Faces
    skill: int
    total: int
    lines: tuple[Modifier, ...]


@heeds("blitz.8.2", "blitz.10.2", "blitz.10.5", "blitz.A.4-proximity", "blitz.14.5b")
def roll_volley(ctx: Ctx[State], volley: Volley) -> Script[list[Hit]]:
    """All checks of one attack: one for each target of a split, one for all in an area.

    Whoever needs Lock for it and is jammed works against that first.
    """
    weapon = loaded(ctx.state.units[volley.attacker], volley.weapon, volley.load)
    if weapon.proximity:
        return (yield from _roll_around(ctx, volley, weapon))
    hits: list[Hit] = []
    blurred = (yield from throw_off(ctx, volley.attacker)) if volley.mode == DIRECT else []
    for number, target in enumerate(volley.targets):
        if ctx.state.units[target].status in TARGETS:
            hits += yield from _roll_shot(ctx, volley, weapon, target, number > 0, blurred)
    return hits


@rule("blitz.10.2", "blitz.10.2b", "blitz.8.2e-g")
@heeds("blitz.10.2a", "blitz.7.0a", "blitz.9.3")
def _roll_shot(
    ctx: Ctx[State], volley: Volley, weapon: Weapon, target_id: str, split: bool, blurred: list[Modifier]
) -> Script[list[Hit]]:
    """The check against one target; then, if the attack is good enough, those of the others in its area.

    Whoever served as cover for a target that was missed defends against the same result.
    """
    attacker, target = ctx.state.units[volley.attacker], ctx.state.units[target_id]
    optimal = is_optimal(weapon, volley.mode, attack_distance(ctx.state, attacker, target, weapon))
    use = Use(weapon, optimal, split, volley.mode, volley.designator)
    pair = Pair(ctx.state, attacker, target, weapon, volley.observer)
    screens = pair.look.screens
    duel = duel_of(ctx.state, use, pair, blurred)
    around = tuple(unit.id for unit in secondary_targets(ctx.state, weapon, target))
    check, defence = yield from resolve_duel(ctx, volley, weapon, target_id, duel, around, screens)
    good = check.total >= check.skill
    hits = [_hit(volley, check, defence, False, blast_dice(weapon, target.line) if good or defence.is_hit else 0)]
    if weapon.area and (good or defence.is_hit):
        centre = ctx.state.units[target_id]
        others = [unit.id for unit in secondary_targets(ctx.state, weapon, centre)]
        hits += yield from _defend_all(ctx, volley, use, check, others, target_id)
    if not defence.is_hit:
        struck = {hit.target for hit in hits}
        left = [screen for screen in screens if screen not in struck]
        hits += yield from _defend_all(ctx, volley, use, check, left)
    return hits


@heeds("blitz.8.2b", "blitz.A.4-gl")
def is_optimal(weapon: Weapon, mode: str, distance: int) -> bool:
    """Whether a target is in the optimal range of a weapon, which may be another for indirect fire."""
    if mode in (INDIRECTLY, GUIDED) and weapon.indirect is not None:
        near, far, _ = weapon.indirect
        return near <= distance <= far
    return weapon.category == AIR or weapon.is_optimal(distance)


@heeds("blitz.8.2e-g", "blitz.2.6", "blitz.3.4a-action-bonus")
def resolve_duel(
    ctx: Ctx[State], volley: Volley, weapon: Weapon, target_id: str, duel: Duel,
    around: tuple[str, ...] = (), screens: tuple[str, ...] = (), is_decided: bool = False,
) -> Script[tuple[Check, Defence]]:  # fmt: skip
    """Attack and defence: action bonus, dice, and a re-roll for each side, the active player deciding first.

    Who cannot gain by other dice is not asked about any: `around` are those in the area, `screens` those in the way.
    """
    name = PILOT if weapon.is_melee else GUN
    works = yield from has_working(ctx, volley.attacker, name)
    if volley.mode == DIRECT and is_concealed(ctx.state, ctx.state.units[volley.attacker], ctx.state.units[target_id]):
        works = (yield from has_working(ctx, volley.attacker, SIGHT)) and works
    ours = [*duel.attack, *(yield from offer_bonus(ctx, volley.attacker, "attack"))]
    attack = _roll(ctx, volley.attacker, CHECK, dice_of(ours) if works else 0, duel.pools.attack_step)
    defend, theirs = yield from _ready_defence(ctx, target_id, duel)
    faces, shield = (yield from throw_pool(attack)), (yield from throw_pool(defend))

    def report() -> tuple[Check, Defence]:
        check = Check(faces, duel.pools.attack_step, check_total(faces, duel.pools.attack_step), tuple(ours))
        found = _defence(target_id, shield, duel.pools.defence_step, check, theirs)
        ctx.emit(AttackRolled(volley.attacker, volley.weapon, *check[:3], (found,), check.lines))
        return check, found

    check, found = report()
    for attacking in _order(ctx.state, volley.attacker):
        state, shown = ctx.state, said(check.total, found.total)
        before = tuple(state.units[screen] for screen in screens)
        others = (*(state.units[other] for other in around), *(() if found.is_hit else before))
        shot = Shot(weapon, faces, check.skill, state.units[volley.attacker].seat, others, is_decided=is_decided)
        target = state.units[target_id]
        if attacking and attack_gains(state, shot, target, found.total):
            if (yield from _offer_attack_reroll(ctx, volley.attacker, target_id, name, shown)):
                faces = yield from throw_pool(attack)
                check, found = report()
        elif (
            not attacking
            and guard_gains(state, shot, target, shield, found.skill, before)
            and (yield from _offer_guard_reroll(ctx, target_id, shown))
        ):
            shield = yield from throw_pool(defend)
            check, found = report()
    watch_sand(ctx, volley.attacker, faces)
    return check, found


@heeds("blitz.trait.defective", "blitz.3.4a-action-bonus", "blitz.9.3")
def _ready_defence(ctx: Ctx[State], unit_id: str, duel: Duel) -> Script[tuple[Roll, list[Modifier]]]:
    """The dice of a defence, with the actions spent on it; a wreck has nothing that could fail."""
    skill = duel.pools.defence_step
    if ctx.state.units[unit_id].status == WRECK:
        return _roll(ctx, unit_id, "defence", duel.pools.defence, skill), duel.defence
    lines = [*duel.defence, *(yield from offer_bonus(ctx, unit_id, "defence"))]
    works = yield from has_working(ctx, unit_id, PILOT)
    return _roll(ctx, unit_id, "defence", dice_of(lines) if works else 0, skill), lines


@heeds("blitz.2.6", "blitz.2.3")
def _order(state: State, attacker: str) -> tuple[bool, ...]:
    """Who decides about a re-roll first: the active player's side."""
    active = state.active()
    first = active is None or state.units[attacker].seat == active.seat
    return (True, False) if first else (False, True)


@heeds("blitz.15.5a", "blitz.2.6")
def _offer_attack_reroll(ctx: Ctx[State], unit_id: str, target_id: str, skill: str, shown: str) -> Script[bool]:
    """Points, traits, or the coordinated fire that was ordered on the target."""
    unit, target = ctx.state.units[unit_id], ctx.state.units[target_id]
    free = free_rerolls(unit, skill)
    free += coordinated_with(ctx.state, unit, target)
    return (yield from offer_reroll(ctx, unit_id, "attack", shown, free, target_id))


@heeds("blitz.15.5a", "blitz.15.4")
def coordinated_with(state: State, unit: Unit, target: Unit) -> list[str]:
    """The coordinated fire a model may join in: ordered on the target by who has it in formation, or included it."""
    found: list[str] = []
    for token in target.tokens:
        kind, _, name = token.partition(":")
        commander = state.units.get(name)
        if kind != COORDINATED or commander is None or commander.seat != unit.seat:
            continue
        if f"{INCLUDED}:{name}" in unit.tokens or is_in_formation(state, unit, commander):
            found.append(token)
    return found


def _offer_guard_reroll(ctx: Ctx[State], unit_id: str, shown: str) -> Script[bool]:
    unit = ctx.state.units[unit_id]
    if unit.status == WRECK:
        return False
    return (yield from offer_reroll(ctx, unit_id, "defence", shown, free_rerolls(unit, PILOT)))


def _roll(ctx: Ctx[State], unit_id: str, purpose: str, count: int, step: int) -> Roll:
    seat = ctx.state.units[unit_id].seat
    return Roll(purpose, count, 6, 1, seat, unit_id, "blitz.2.2b", step=step)


def _defence(target: str, faces: Faces, skill: int, check: Check, lines: Iterable[Modifier]) -> Defence:
    total = check_total(faces, skill)
    return Defence(target, faces, skill, total, margin_of_success(check.total, total), tuple(lines))


def _hit(volley: Volley, check: Check, defence: Defence, secondary: bool, blast: int) -> Hit:
    return Hit(
        volley.attacker, volley.weapon, volley.load, defence.target, defence.margin, check.faces, check.skill,
        secondary, blast, BASE_DICE + sum_of(defence.lines)[0], defence.skill, is_caught(defence.lines),
    )  # fmt: skip


@heeds("blitz.10.2", "blitz.10.2a", "blitz.10.2b", "blitz.7.0a")
def _defend_all(
    ctx: Ctx[State], volley: Volley, use: Use, check: Check, targets: list[str], primary: str = ""
) -> Script[list[Hit]]:
    """Everybody defends against the check that lies there: in an area half damage, blast for who is near enough.

    Cover counts only between a model and the primary target's centre. Without a primary they served as cover, have
    their own cover as any target, and feel nothing unless they are hit.
    """
    hits: list[Hit] = []
    for target_id in targets:
        state = ctx.state
        attacker, target = state.units[volley.attacker], state.units[target_id]
        centre = centre_of(state.units[primary]) if primary else None
        look = look_from_point(state, centre, target) if centre is not None else own_cover(target)
        pair = Pair(state, attacker, target, use.weapon, volley.observer, look)
        shot = Shot(use.weapon, check.faces, check.skill, attacker.seat, secondary=bool(primary))
        defence = yield from _defend(ctx, volley, duel_of(state, use, pair), check, shot, target_id)
        reach = use.weapon.blast_area
        near = reach and centre is not None and gap(centre, target.body) <= reach and check.total >= check.skill
        felt = near or (not primary and defence.is_hit)
        blast = blast_dice(use.weapon, target.line) if felt else 0
        hits.append(_hit(volley, check, defence, bool(primary), blast))
    return hits


@heeds("blitz.9.3", "blitz.18.3b")
def own_cover(screen: Unit) -> Look | None:
    """The cover of who served as cover: its own, as any target has it; a wreck has that only if it is aimed at."""
    return NO_LOOK if screen.status == WRECK else None


def _defend(ctx: Ctx[State], volley: Volley, duel: Duel, check: Check, shot: Shot, target_id: str) -> Script[Defence]:
    """One defence check against an attack that was rolled."""
    roll, lines = yield from _ready_defence(ctx, target_id, duel)
    faces = yield from throw_pool(roll)
    defence = _defence(target_id, faces, duel.pools.defence_step, check, lines)
    ctx.emit(AttackRolled(volley.attacker, volley.weapon, *check[:3], (defence,), check.lines))
    shown = said(check.total, defence.total)
    gains = guard_gains(ctx.state, shot, ctx.state.units[target_id], faces, defence.skill)
    if gains and (yield from _offer_guard_reroll(ctx, target_id, shown)):
        faces = yield from throw_pool(roll)
        defence = _defence(target_id, faces, duel.pools.defence_step, check, lines)
        ctx.emit(AttackRolled(volley.attacker, volley.weapon, *check[:3], (defence,), check.lines))
    return defence


@heeds("blitz.A.4-proximity", "blitz.wtrait.proximity", "blitz.wtrait.frag")
def _roll_around(ctx: Ctx[State], volley: Volley, weapon: Weapon) -> Script[list[Hit]]:
    """One check for everybody around, whatever it comes to. The dice for infantry are rolled with it, but marked."""
    attacker = ctx.state.units[volley.attacker]
    targets = [unit.id for unit in reached(ctx.state, attacker, weapon.proximity)]
    if not targets:
        return []
    use = Use(weapon, True, frag=False)
    skill = attack_skill(Pair(ctx.state, attacker, attacker, weapon), True)
    ours = ATTACK.lines(ctx.state, attacker, use, None)
    works = yield from has_working(ctx, volley.attacker, GUN)
    ours += yield from offer_bonus(ctx, volley.attacker, "attack")
    roll = _roll(ctx, volley.attacker, CHECK, dice_of(ours) if works else 0, skill)
    marked = 2 if "Frag" in weapon.traits and any(ctx.state.units[target].is_infantry for target in targets) else 0
    more = _roll(ctx, volley.attacker, MARKED, marked if works else 0, skill)
    faces, frag = (yield from throw_pool(roll)), (yield from throw_pool(more))
    plain = Check(faces, skill, check_total(faces, skill), tuple(ours))
    full = Check((*faces, *frag), skill, check_total((*faces, *frag), skill), tuple(ours))
    ctx.emit(AttackRolled(volley.attacker, volley.weapon, *full[:3], (), full.lines))
    shown = f"Attack {plain.total}, against infantry {full.total}"
    if full.faces and (yield from _offer_attack_reroll(ctx, volley.attacker, targets[0], GUN, shown)):
        faces, frag = (yield from throw_pool(roll)), (yield from throw_pool(more))
        plain = Check(faces, skill, check_total(faces, skill), tuple(ours))
        full = Check((*faces, *frag), skill, check_total((*faces, *frag), skill), tuple(ours))
        ctx.emit(AttackRolled(volley.attacker, volley.weapon, *full[:3], (), full.lines))
    watch_sand(ctx, volley.attacker, full.faces)
    hits: list[Hit] = []
    for target_id in targets:
        target = ctx.state.units[target_id]
        check = full if target.is_infantry else plain
        pair = Pair(ctx.state, ctx.state.units[volley.attacker], target, weapon)
        shot = Shot(weapon, check.faces, check.skill, pair.attacker.seat)
        defence = yield from _defend(ctx, volley, duel_of(ctx.state, use, pair), check, shot, target_id)
        hits.append(_hit(volley, check, defence, False, 0))
    return hits
