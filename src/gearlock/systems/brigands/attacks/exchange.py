"""5.8: the attack sequence: declare, Snap Fire, roll, reroll, work out damage, apply it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product

from gearlock.kernel.asks import Ask, Option, Place, Target, decline
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.kernel.system import Aim as Spot
from gearlock.kernel.system import Chooser
from gearlock.kernel.view import Line, Modifier, Shot
from gearlock.mechanics.ground.forms import is_building
from gearlock.mechanics.pools.throwing import throw_until_it_stands
from gearlock.mechanics.structures import distance_between, facade, wall_point
from gearlock.odds.pools import Pools, pool_results
from gearlock.systems.brigands.actions import OVERWATCH_TOKEN, STANDBY_TOKEN
from gearlock.systems.brigands.attacks.attack import (
    Aim,
    Attack,
    AttackDeclared,
    AttackRolled,
    BuildingRolled,
    Demolish,
    ExchangeEnded,
    SnapFire,
    SnapFireDeclared,
    area_strikes,
    can_aim,
    free_attack_rerolls,
    free_defence_rerolls,
    price,
    refuse_area,
    refuse_distance,
    refuse_far,
    refuse_lock,
    refuse_marks,
    refuse_split,
    refuse_weapon,
    strikes_of,
    target_point,
)
from gearlock.systems.brigands.attacks.modifiers import (
    ATTACK,
    ENGAGED,
    Duel,
    Strike,
    Use,
    attacking_skill,
    duel_of,
    engagers,
)
from gearlock.systems.brigands.buildings import DEFENCE, height_in, resolve_blow, standing_building
from gearlock.systems.brigands.command import fill_vacancies, offer_reroll
from gearlock.systems.brigands.damage import (
    EFFECTS,
    Wound,
    apply_wounds,
    damage_felt,
    hurt_of,
    resolve_damage,
    resolve_effects,
)
from gearlock.systems.brigands.dice import bonus_of, margin_of_success, pool_of, score, step_of
from gearlock.systems.brigands.lock_and_cover.sharing import lenders_on, lent_locks, refuse_sharing, sharing_friends
from gearlock.systems.brigands.lock_and_cover.sight import (
    crowd_at,
    crowd_of,
    has_line_of_sight,
    has_sensor_lock,
    is_in_arc,
    look_at_point,
    senses_point,
    start_body,
)
from gearlock.systems.brigands.models import INDIRECT, MELEE, Weapon, effect_of
from gearlock.systems.brigands.opposed_rolls import NEVER, Results, Sides, dice_text, pool_throw, resolve_opposed_roll
from gearlock.systems.brigands.places import refuse_rising
from gearlock.systems.brigands.state import WRECK, State, Unit, opponent
from gearlock.systems.brigands.vtols import extra_reach, settle_flyers
from gearlock.table.bodies import Body
from gearlock.table.inches import gap
from gearlock.table.measure import INCH, distance, inches, inches_text
from gearlock.table.terrain import Piece


def attack(state: State, event: AttackDeclared, _seat: str | None) -> Line:
    at = " and ".join(state.name_of(target) for target in event.targets)
    if event.point is not None:
        ground = f"the point {inches_text(event.point[0])}, {inches_text(event.point[1])}"
        at = f"{ground}, reaching {at}," if at else ground
    if event.building:
        house = f"the {state.ground.piece(event.building).name}"
        at = f"{house}, reaching {at}," if at else house
    how = f", chained to the Observation of {state.name_of(event.observer)}" if event.observer else ""
    how += f", by the sensors of {state.name_of(event.sharer)}" if event.sharer else ""
    text = f"{state.name_of(event.unit)} attacks {at or 'nobody'} with its {event.weapon} ({event.category}){how}."
    return Line(text, (event.unit, *event.targets), "brigands.8.5-chain" if event.observer else "brigands.5.8")


def rolled(state: State, event: AttackRolled, _seat: str | None) -> Line:
    attack, defence = (
        dice_text(event.attack_faces, event.attack_step),
        dice_text(event.defence_faces, event.defence_step),
    )
    sides = f"{attack} = {event.attack} against {defence} = {event.defence}"
    slipped = "miss, as the target is Agile" if event.margin >= 0 else "miss"
    result = f"hit with MoS {event.margin}{_held(state, event)}" if event.hit else slipped
    unit, target = state.name_of(event.unit), state.name_of(event.target)
    rolls = (
        pool_throw(f"{unit} attacks", event.attack_faces, event.attack_lines, event.attack, event.attack_step),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence, event.defence_step),
    )
    weapon = state.units[event.unit].line.weapons.get(event.weapon)
    shots = (Shot(effect_of(weapon) if weapon else "", event.unit, event.target, event.hit),)
    text = f"{unit} on {target}: {sides}: {result}."
    return Line(text, (event.unit, event.target), "brigands.1.2b", rolls, shots)


def _held(state: State, event: AttackRolled) -> str:
    """What is said of a hit that armor stops."""
    unit, target = state.units[event.unit], state.units[event.target]
    weapon = unit.line.weapons[event.weapon]
    hurt = hurt_of(weapon, target)
    if hurt.is_marginal(event.margin):
        return ", a Marginal Hit"
    return "" if hurt.raw(event.margin) else f", which Armor {target.line.armor} stops"


def building_rolled(state: State, event: BuildingRolled, _seat: str | None) -> Line:
    building = state.ground.piece(event.building).name
    dice = dice_text(event.faces, event.step)
    text = f"{state.name_of(event.unit)} on the {building}: {dice} = {event.result} against 1."
    label, rule_id = f"{state.name_of(event.unit)} attacks", "brigands.3.2b-attack"
    rolls = (pool_throw(label, event.faces, event.lines, event.result, event.step, rule_id),)
    return Line(text, (event.unit,), rule_id, rolls)


def snap(state: State, event: SnapFireDeclared, _seat: str | None) -> Line:
    at = " and ".join(state.name_of(target) for target in event.targets)
    text = f"{state.name_of(event.unit)} snap fires its {event.weapon} at {at}."
    return Line(text, (event.unit, *event.targets), "brigands.6.3")


# --- 3.2b: buildings as targets


def distance_of(unit: Unit, piece: Piece) -> int:
    """Mils between a model and a building, from its own base even in a Fortification."""
    return distance_between(Body(unit.x, unit.y, unit.z, unit.line.radius, unit.height), piece)


@heeds("brigands.3.2b-attack")
def refuse_demolition(state: State, order: Demolish) -> Refusal | None:
    """Why a model cannot attack this building: its weapon, range, arc, Lock, or Heavy terrain before it."""
    unit = state.units[order.unit]
    refusal = refuse_weapon(unit, order.weapon, order.category)
    if refusal is not None:
        return refusal
    weapon, piece = unit.line.weapons[order.weapon], standing_building(state, order.building)
    if piece is None:
        return Refusal("building", "brigands.3.2b-attack", f"There is no building '{order.building}' standing.")
    if "Proximity" in weapon.traits:
        return Refusal("point", "brigands.wtrait.proximity", f"The {weapon.id} is aimed at nothing.")
    far = distance_of(unit, piece)
    if far > weapon.most:
        message = f"The {piece.name} is {inches(far)} in away; the {weapon.id} reaches {inches(weapon.most)} in."
        return Refusal("range", "brigands.5.1a-range", message, {"distance": far, "range": weapon.most})
    if not any(is_in_arc(unit, weapon.arc, Body(x, y)) for x, y in piece.outline):
        return Refusal("arc", "brigands.1.5b", f"The {piece.name} is outside the arc of the {weapon.id}.")
    return None if order.category == MELEE else _refuse_lock(state, unit, piece, order.category)


def _refuse_lock(state: State, unit: Unit, piece: Piece, category: str) -> Refusal | None:
    """Why there is no Lock on a building, or why Heavy terrain hides all of it from direct fire."""
    sensed = senses_point(state, unit, wall_point(piece, unit.x, unit.y))
    if category == INDIRECT:
        return None if sensed else Refusal("lock", "brigands.5.2b", f"The {piece.name} is beyond sensor range.")
    crowd, blocked = crowd_at(state), True
    for point in facade(piece, unit.x, unit.y, (piece.top // 2, piece.top)):
        look = look_at_point(state, unit, point, crowd)
        blocked, sensed = blocked and look.blocked, sensed or look.sight
        if sensed and not blocked:
            return None
    if blocked:
        return Refusal("blocked", "brigands.4.4-full", f"Heavy terrain hides the {piece.name}.")
    return Refusal("lock", "brigands.4.3", f"The {unit.name} has no Lock on the {piece.name}.")


@heeds("brigands.3.2b-attack", "brigands.5.4a")
def demolition_pools(
    state: State, unit: Unit, weapon: Weapon, category: str, piece: Piece
) -> tuple[list[Modifier], Pools]:
    """The attacker's lines and dice, without Skill Advantage, against a result of 1."""
    optimal = weapon.is_optimal(distance_of(unit, piece))
    lines = ATTACK.lines(state, unit, Use(weapon, category, optimal), None)
    if any(engagers(state, unit)):
        lines.append(ENGAGED.line(-1))
    step = step_of(state, attacking_skill(unit, category))
    return lines, Pools(pool_of(lines, 1 if weapon.area else 0), 0, bonus_of(lines), 0, step)


@heeds("brigands.6.3")
def bystanders(state: State, active: Unit, piece: Piece) -> list[str]:
    """The enemies within 6 in of a building that is attacked, who may answer."""
    return [
        unit.id
        for unit in state.units.values()
        if unit.is_fielded and unit.seat != active.seat and distance_of(unit, piece) <= NEARBY
    ]


# --- 4.3b: attacks of the Active model on what only a friend with a Sensor Suite has Sensor Lock on


@heeds("brigands.4.3b", "brigands.5.2a", "brigands.5.2b", "brigands.trait.stealth")
def refuse_shared_attack(state: State, unit: Unit, order: Attack) -> Refusal | None:
    """Why an attack cannot be made by a friend's sensors: nothing to share, no need of it, or it fails all the same."""
    refusal = refuse_sharing(state, unit, order.sharer, order.targets)
    if refusal is not None:
        return refusal
    weapon = unit.line.weapons[order.weapon]
    if refuse_marks(state, unit, weapon, order) is None:
        return Refusal("needless", "brigands.4.3b", f"The {unit.name} needs nobody's sensors for this attack.")
    return refuse_marks(state, unit, weapon, order, lent_locks(state, order.sharer, order.targets))


@heeds("brigands.4.3b")
def shared_attack_options(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one enemy that becomes possible by a friend's Sensor Lock."""
    lenders = sharing_friends(state, unit)
    if not lenders:
        return
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(unit, w.id, w.categories[0]) is None]
    for enemy in state.fielded(opponent(unit.seat)) if ready else ():
        bare, lent = Aim(state, unit, enemy), Aim(state, unit, enemy, granted=True)
        sharers = [friend for friend in lenders if has_sensor_lock(state, friend, enemy)]
        if bare.distance <= bare.sensors or not sharers:
            continue
        for weapon in ready:
            for category in weapon.categories:
                order = Attack(unit.id, weapon.id, category, (enemy.id,))
                if (
                    "Proximity" in weapon.traits
                    or can_aim(bare, weapon, category)
                    or not can_aim(lent, weapon, category)
                ):
                    continue
                if weapon.area and refuse_area(state, unit, weapon, order, (enemy.id,)) is not None:
                    continue
                for friend in sharers:
                    label = f"{weapon.id} ({category}) at the {enemy.name} by the sensors of the {friend.name}"
                    shared = Attack(unit.id, weapon.id, category, (enemy.id,), None, friend.id)
                    yield Target(label, shared, "brigands.4.3b", unit=enemy.id, weapon=weapon.id)


# --- 6.3: Snap Fire. Passive models answer the Active one, all at once with what they answer

NEARBY = 6 * INCH

RANGED_ATTACK, MELEE_ATTACK, END_OF_MOVE, LEAVING = "ranged attack", "melee attack", "end of a Move", "leaving melee"


@heeds("brigands.6.3", "brigands.9.2")
def threatened(state: State, active: Unit, targets: tuple[str, ...]) -> list[str]:
    """The enemies who may answer an attack: its targets, and whoever is within 6 in of one.

    They answer the Active model, which a drone never is, so nobody answers its attacks.
    """
    if active.controller:
        return []
    bodies = [state.units[target].body for target in targets]
    return [
        unit.id
        for unit in state.units.values()
        if unit.is_fielded and unit.seat != active.seat
        and (unit.id in targets or any(gap(unit.body, body) <= NEARBY for body in bodies))
    ]  # fmt: skip


@heeds("brigands.6.3", "brigands.6.2")
def watching(state: State, active: Unit) -> list[str]:
    """The enemies on Overwatch who see a model that has just ended a Move."""
    return [
        unit.id
        for unit in state.units.values()
        if unit.overwatch and unit.is_fielded and unit.seat != active.seat and has_line_of_sight(state, unit, active)
    ]


@heeds("brigands.5.3", "brigands.11.4c")
def holding(state: State, active: Unit) -> list[str]:
    """The enemies who may strike at a model that moves while they Engage it; Thrusters lift it out of their reach.

    Nobody strikes before the first Round.
    """
    free = active.trait("Thrusters") or not state.round
    return [] if free else [unit.id for unit in engagers(state, active)]


@heeds("brigands.6.3", "brigands.6.3a")
def offer_snap_fire(
    ctx: Ctx[State], reactors: list[str], trigger: str, victims: tuple[str, ...] = ()
) -> Script[list[Strike]]:
    """Ask each model that may answer, one after another; whoever says yes has paid and must go through with it.

    They answer the Active model, unless `victims` says whom: an Origin that is not Active, or whoever shares sensors.
    """
    answers: list[Strike] = []
    for unit_id in reactors:
        active, unit = ctx.state.active(), ctx.state.units[unit_id]
        if active is None or not can_snap(unit):
            continue
        first, *others = victims or (active.id,)
        at = " or the ".join(ctx.state.units[victim].name for victim in (first, *others))
        prompt = f"{trigger[0].upper()}{trigger[1:]}: does the {unit.name} snap fire at the {at}?"
        about = (first, trigger, *others)
        order = yield from ask(Ask(unit.seat, "snap", unit_id, about, "brigands.6.3", prompt, optional=True))
        if isinstance(order, SnapFire):
            answers += declare_snap_fire(ctx, order)
    return answers


def victim_of(state: State, order: SnapFire) -> Unit | None:
    """Whom Snap Fire is aimed at: the model it names, else the Active one."""
    return state.units.get(order.target) if order.target else state.active()


@rule("brigands.wtrait.snap")
@heeds("brigands.6.3", "brigands.9.2")
def can_snap(unit: Unit) -> bool:
    """A cheap first test: it has a Snap weapon that has not fired, and can pay for it. Drones never react."""
    if unit.controller:
        return False
    for weapon in unit.line.weapons.values():
        spent = weapon.id in unit.used and not weapon.is_melee
        if "Snap" in weapon.traits and not spent and price(unit, weapon):
            return True
    return False


def declare_snap_fire(ctx: Ctx[State], order: SnapFire) -> list[Strike]:
    """Pay for it and lay out its Strikes: whom it answers is the Primary Target, an area may reach others."""
    unit, victim = ctx.state.units[order.unit], victim_of(ctx.state, order)
    assert victim is not None, "Snap Fire answers somebody"
    weapon = unit.line.weapons[order.weapon]
    attack = Attack(unit.id, weapon.id, order.category, (victim.id,))
    targets = tuple(strike.target for strike in strikes_of(ctx.state, unit, weapon, attack))
    ctx.emit(SnapFireDeclared(unit.id, weapon.id, order.category, targets, price(unit, weapon), order.tall))
    return strikes_of(ctx.state, unit, weapon, attack)


@rule("brigands.6.3", "brigands.6.3a")
@heeds("brigands.6.3b", "brigands.5.3", "brigands.4.3b", "brigands.wtrait.snap")
def refuse_snap_fire(state: State, asked: Ask, order: SnapFire) -> Refusal | None:
    """Why this answer is not possible. Answering a Melee Attack, an arc the attacker began in is good enough.

    A friend may lend its Sensor Lock, which costs nothing: nobody may answer Snap Fire.
    """
    unit, victim = state.units[asked.unit], victim_of(state, order)
    first, trigger, *others = asked.about
    if order.unit != unit.id:
        return Refusal("unit", "brigands.6.3", f"It is the {unit.name} that may snap fire.")
    if victim is None or victim.id not in (first, *others):
        names = " or the ".join(state.units[name].name for name in (first, *others))
        return Refusal("victim", "brigands.6.3", f"Snap Fire answers the {names} here.")
    refusal = refuse_weapon(unit, order.weapon, order.category)
    if refusal is not None:
        return refusal
    weapon = unit.line.weapons[order.weapon]
    if "Snap" not in weapon.traits:
        return Refusal("snap", "brigands.wtrait.snap", f"The {weapon.id} is no Snap weapon.")
    if trigger == LEAVING and order.category != MELEE:
        return Refusal("melee", "brigands.5.3", "A model that leaves melee is answered with a melee weapon.")
    if order.tall:
        refusal = refuse_standing_up(state, unit, weapon)
        if refusal is not None:
            return refusal
        unit = unit.clone()
        unit.tall = True
    attack = Attack(unit.id, weapon.id, order.category, (victim.id,))
    lent = (victim.id,) if lenders_on(state, unit, victim) else ()
    if trigger == MELEE_ATTACK and is_in_arc(unit, weapon.arc, start_body(state, victim)):
        return _refuse_out_of_arc(state, unit, weapon, attack, lent)
    return refuse_marks(state, unit, weapon, attack, lent)


@rule("brigands.6.3b")
def _refuse_out_of_arc(
    state: State, unit: Unit, weapon: Weapon, attack: Attack, lent: tuple[str, ...]
) -> Refusal | None:
    """Why a weapon that needs no arc cannot answer all the same: range, Lock, Full Heavy Cover."""
    aim = Aim(state, unit, state.units[attack.targets[0]], bool(lent))
    refusal = refuse_distance(aim, weapon) or refuse_lock(aim, attack.category)
    if refusal is None and weapon.area:
        point = target_point(state, unit, weapon, attack)
        return refuse_far(unit, weapon, point, extra_reach(weapon, aim.target))
    return refusal


@heeds("brigands.trait.low-profile")
def refuse_standing_up(state: State, unit: Unit, weapon: Weapon) -> Refusal | None:
    """A Low Profile model stands up for a reaction only if it pays with a token, and if it has room to."""
    if "Low Profile" in unit.line.traits and price(unit, weapon) in (STANDBY_TOKEN, OVERWATCH_TOKEN):
        return refuse_rising(state, unit)
    message = f"The {unit.name} stands up for a reaction only as a Low Profile model that spends a token."
    return Refusal("tall", "brigands.trait.low-profile", message)


# --- 5.8: the attack sequence. Declare, snap fire, roll, reroll, work out damage, and only then apply all of it

HALF_A_POINT = 0.5
"""What a Marginal Hit comes to: less than a sure point, more than nothing."""

MOST = 1000.0
"""What a margin comes to that removes its target."""


@rule("brigands.5.8", "brigands.5.2a", "brigands.5.2b", "brigands.5.2c")
@heeds("brigands.1.7", "brigands.1.7a", "brigands.4.3b")
def resolve_attack(ctx: Ctx[State], order: Attack) -> Script[None]:
    """Make one Attack action: all targets and all Snap Fire are declared before any die is thrown.

    Whoever may answer may choose the friend who shared its sensors instead of the attacker.
    """
    strikes = declare_attack(ctx, order)
    targets = tuple(strike.target for strike in strikes)
    victims = (order.unit, order.sharer) if order.sharer else ()
    reactors = threatened(ctx.state, ctx.state.units[order.unit], targets)
    answers = yield from offer_snap_fire(ctx, reactors, trigger_of(order), victims)
    yield from resolve_exchange(ctx, [*strikes, *answers])


def declare_attack(ctx: Ctx[State], order: Attack) -> list[Strike]:
    """Pay for an attack and lay out its Strikes."""
    unit = ctx.state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    strikes = strikes_of(ctx.state, unit, weapon, order)
    targets = tuple(strike.target for strike in strikes)
    cost = price(unit, weapon)
    ctx.emit(AttackDeclared(unit.id, weapon.id, order.category, targets, cost, order.aim, sharer=order.sharer))
    return strikes


@heeds("brigands.6.3", "brigands.6.3b")
def trigger_of(order: Attack) -> str:
    """What those who answer an attack answer."""
    return MELEE_ATTACK if order.category == MELEE else RANGED_ATTACK


@heeds("brigands.5.8", "brigands.6.3")
def resolve_exchange(ctx: Ctx[State], strikes: Iterable[Strike]) -> Script[None]:
    """Roll every Strike of an action and of the reactions to it, then apply all damage together."""
    wounds = yield from resolve_strikes(ctx, strikes)
    yield from settle_wounds(ctx, wounds)
    end_exchange(ctx)


def resolve_strikes(ctx: Ctx[State], strikes: Iterable[Strike]) -> Script[list[Wound]]:
    """Roll one Strike after another; what they do to anybody is held back."""
    wounds: list[Wound] = []
    for strike in strikes:
        wounds.append((yield from resolve_strike(ctx, strike)))
    return wounds


@heeds("brigands.5.8", "brigands.3.2b-attack")
def settle_wounds(ctx: Ctx[State], wounds: list[Wound]) -> Script[None]:
    """Apply damage, then special effects, then what struck buildings instead."""
    apply_wounds(ctx, wounds)
    yield from resolve_effects(ctx, wounds)
    settle_flyers(ctx)
    for wound in wounds:
        if wound.building:
            weapon = ctx.state.units[wound.by].line.weapons[wound.weapon]
            yield from resolve_blow(ctx, wound.by, weapon, wound.building, wound.stray)


def end_exchange(ctx: Ctx[State]) -> None:
    """All is resolved: what lasted as long is over, and deputies step in."""
    ctx.emit(ExchangeEnded())
    fill_vacancies(ctx)


@heeds("brigands.1.2b", "brigands.1.2i", "brigands.1.2j", "brigands.5.8")
def resolve_strike(ctx: Ctx[State], strike: Strike) -> Script[Wound]:
    """Both roll; then, attacker first, each may reroll, until neither does; a hit becomes damage."""
    duel = duel_of(ctx.state, strike)
    spare, guard = free_attack_rerolls(ctx.state, strike), free_defence_rerolls(ctx.state, strike)

    def report(attack: Faces, defence: Faces) -> tuple[AttackRolled, str, Results]:
        event = compare(ctx.state, strike, duel, attack, defence)
        words = f"Attack {event.attack} against defence {event.defence}, a {'hit' if event.hit else 'miss'}"
        return event, words, Results(event.attack, event.defence)

    def comes_to(margin: int) -> float:
        return harm_by(ctx.state, strike, margin)

    sides = Sides(strike.attacker, strike.target, duel.pools, spare, guard, comes_to)
    rolled = yield from resolve_opposed_roll(ctx, sides, report)
    weapon = ctx.state.units[strike.attacker].line.weapons[strike.weapon]
    if not rolled.hit:
        return missed(ctx.state, strike, weapon, rolled.attack)
    raw = yield from resolve_damage(ctx, strike.attacker, weapon, strike.target, rolled.margin)
    damage = damage_felt(weapon, ctx.state.units[strike.target], raw)
    return Wound(strike.target, strike.attacker, strike.weapon, damage, raw, rolled.margin)


@heeds("brigands.5.6", "brigands.5.6a", "brigands.5.6b", "brigands.5.7", "brigands.3.2b-attack")
def harm_by(state: State, strike: Strike, margin: int) -> float:
    """What a margin comes to, to tell whether another roll could change anything: no more than removes the target.

    Effects may grow with the margin, and what misses a model in a building may strike that: then every point counts.
    """
    target, weapon = state.units[strike.target], state.units[strike.attacker].line.weapons[strike.weapon]
    hurt = hurt_of(weapon, target)
    if target.inside and not weapon.area:
        return margin
    if not hurt.hits(margin):
        return NEVER
    damage = hurt.felt(hurt.raw(margin))
    if damage >= target.line.bulk:
        return MOST
    if not weapon.traits.keys().isdisjoint(EFFECTS):
        return margin
    return HALF_A_POINT if hurt.is_marginal(margin) else damage


@heeds("brigands.3.2b-attack")
def missed(state: State, strike: Strike, weapon: Weapon, result: int) -> Wound:
    """What comes of a miss: nothing, unless the target is in a building, which what has no area hits in its place."""
    building = "" if weapon.area or result < DEFENCE else state.units[strike.target].inside
    return Wound(strike.target, strike.attacker, strike.weapon, 0, building=building, stray=result - DEFENCE)


def compare(state: State, strike: Strike, duel: Duel, attack: Faces, defence: Faces) -> AttackRolled:
    """Results, Margin of Success, and whether it hits."""
    pools = duel.pools
    ours = score(attack, pools.attack_modifier, pools.attack_step)
    theirs = score(defence, pools.defence_modifier, pools.defence_step)
    margin = margin_of_success(ours, theirs)
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    hit = hurt_of(weapon, state.units[strike.target]).hits(margin)
    steps = pools.attack_step, pools.defence_step
    who = strike.attacker, strike.weapon, strike.target
    lines = tuple(duel.attack), tuple(duel.defence)
    return AttackRolled(*who, attack, defence, ours, theirs, margin, hit, *steps, *lines)


# --- 3.2b and 5.8: the sequence of an attack on a building


@rule("brigands.3.2b-attack")
@heeds("brigands.5.8", "brigands.6.3")
def resolve_demolition(ctx: Ctx[State], order: Demolish) -> Script[None]:
    """Attack a building: its area reaches models too, enemies within 6 in may answer, and it always rolls 1."""
    unit, piece = ctx.state.units[order.unit], standing_building(ctx.state, order.building)
    assert piece is not None, f"{order} was not checked"
    weapon = unit.line.weapons[order.weapon]
    strikes = secondary_strikes(ctx.state, order, piece)
    targets = tuple(strike.target for strike in strikes)
    cost = price(unit, weapon)
    ctx.emit(AttackDeclared(unit.id, weapon.id, order.category, targets, cost, building=piece.id))
    near = {*bystanders(ctx.state, unit, piece), *threatened(ctx.state, unit, targets)}
    reactors = [name for name in ctx.state.units if name in near]
    trigger = MELEE_ATTACK if order.category == MELEE else RANGED_ATTACK
    answers = yield from offer_snap_fire(ctx, reactors, trigger)
    margin = yield from _resolve_roll(ctx, order, piece)
    yield from resolve_exchange(ctx, [*strikes, *answers])
    if margin >= 0:
        yield from resolve_blow(ctx, order.unit, weapon, piece.id, margin)
        fill_vacancies(ctx)


@heeds("brigands.5.4a")
def secondary_strikes(state: State, order: Demolish, piece: Piece) -> list[Strike]:
    """The models an area weapon reaches besides the building it is aimed at."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    if not weapon.area:
        return []
    point = wall_point(piece, unit.x, unit.y)
    return area_strikes(
        state, unit, weapon, Attack(unit.id, weapon.id, order.category, (), (point.x, point.y, point.z))
    )


def _resolve_roll(ctx: Ctx[State], order: Demolish, piece: Piece) -> Script[int]:
    """The attacker's dice against the building's 1, rerolled as often as somebody pays for it: the margin."""
    unit = ctx.state.units[order.unit]
    lines, pools = demolition_pools(ctx.state, unit, unit.line.weapons[order.weapon], order.category, piece)
    step, rule_id = pools.attack_step, "brigands.3.2b-attack"
    roll = Roll("attack", pools.attack, 6, seat=unit.seat, unit=unit.id, rule=rule_id, step=step)
    free: list[str] = []

    highest, total = max(result for result, _ in pool_results(pools)[0].items()), 0

    def report(faces: Faces) -> str:
        nonlocal total
        total = score(faces, pools.attack_modifier, step)
        ctx.emit(BuildingRolled(order.unit, order.weapon, piece.id, faces, total, step, tuple(lines)))
        return f"{total} against {DEFENCE}"

    def again(shown: str) -> Script[bool]:
        can_better = total < highest
        return can_better and (yield from offer_reroll(ctx, order.unit, "attack", shown, free))

    faces = yield from throw_until_it_stands(roll, report, again)
    return score(faces, pools.attack_modifier, step) - DEFENCE


# --- What is offered


def refuse_attack(state: State, _ask: Ask, order: Attack) -> Refusal | None:
    """The weapon must be ready, its targets within what it may hit."""
    unit = state.units[order.unit]
    refusal = refuse_weapon(unit, order.weapon, order.category)
    if order.sharer:
        return refusal or refuse_shared_attack(state, unit, order)
    return refusal or refuse_marks(state, unit, unit.line.weapons[order.weapon], order)


def offer_attacks(state: State, unit: Unit) -> Iterator[Option]:
    """Every attack on one target, every legal split, and areas around a bare point or oneself."""
    ready = [w for w in unit.line.weapons.values() if refuse_weapon(unit, w.id, w.categories[0]) is None]
    if not ready:
        return
    crowd = crowd_of(state)
    aims = [
        Aim(state, unit, other, crowd=crowd)
        for other in state.standing()
        if other is not unit and (other.status == WRECK or other.seat != unit.seat)
    ]
    for weapon in ready:
        for category in weapon.categories:
            if "Proximity" in weapon.traits:
                yield from _proximity_options(state, unit, weapon, category)
                continue
            yield from _target_options(state, unit, weapon, category, aims)
            if weapon.area:
                template = Attack(unit.id, weapon.id, category)
                yield Place(
                    f"{weapon.id} ({category}) at a point", template, "brigands.5.4a", unit=unit.id, zone="range"
                )


def _target_options(state: State, unit: Unit, weapon: Weapon, category: str, aims: list[Aim]) -> Iterator[Option]:
    reached: list[Aim] = []
    for aim in aims:
        if not can_aim(aim, weapon, category):
            continue
        order = Attack(unit.id, weapon.id, category, (aim.target.id,))
        if weapon.area:
            point, extra = target_point(state, unit, weapon, order), extra_reach(weapon, aim.target)
            if refuse_far(unit, weapon, point, extra) is not None:
                continue
        label = f"{weapon.id} ({category}) at the {aim.target.name}"
        yield Target(label, order, "brigands.5.2", unit=aim.target.id, weapon=weapon.id)
        if aim.target.is_fielded:
            reached.append(aim)
    most = 1 if weapon.area else weapon.traits.get("Split", 1)
    for count in range(2, most + 1):
        for group in combinations(reached, count):
            targets = tuple(aim.target.id for aim in group)
            if refuse_split(state, weapon, targets) is None:
                names = " and the ".join(aim.target.name for aim in group)
                order = Attack(unit.id, weapon.id, category, targets)
                yield Target(f"{weapon.id} split at the {names}", order, "brigands.5.4c", targets[0], weapon.id)


def _proximity_options(state: State, unit: Unit, weapon: Weapon, category: str) -> Iterator[Option]:
    order = Attack(unit.id, weapon.id, category)
    near = any(
        abs(other.x - unit.x) <= weapon.area + other.line.radius
        and abs(other.y - unit.y) <= weapon.area + other.line.radius
        for other in state.standing()
        if other is not unit
    )
    if near and refuse_area(state, unit, weapon, order) is None:
        yield Target(f"{weapon.id} ({category}) all around", order, "brigands.wtrait.proximity", weapon=weapon.id)


def guess_point(state: State, _ask: Ask, order: Attack, chooser: Chooser, _attempt: int) -> Order | None:
    """A point of the ground between two enemies or near one that the weapon bears on; None if there is none."""
    unit = state.units[order.unit]
    weapon = unit.line.weapons[order.weapon]
    enemies = [
        enemy
        for enemy in state.fielded(opponent(unit.seat))
        if distance(unit.x, unit.y, enemy.x, enemy.y) <= weapon.most and is_in_arc(unit, weapon.arc, enemy.body)
    ]
    if not enemies:
        return None
    enemy, area = chooser.choice(enemies), weapon.area
    near = [other for other in enemies if other is not enemy and _apart(enemy, other) <= 2 * area]
    other = chooser.choice(near) if near else enemy
    reach = INCH if near else 3 * INCH
    x = (enemy.x + other.x) // 2 + chooser.randrange(-reach, reach)
    y = (enemy.y + other.y) // 2 + chooser.randrange(-reach, reach)
    return Attack(order.unit, order.weapon, order.category, (), (x, y, 0))


def _apart(unit: Unit, other: Unit) -> int:
    return distance(unit.x, unit.y, other.x, other.y)


def aim_point(_state: State, _ask: Ask, order: Attack, spot: Spot) -> Order:
    """An area around the spot, where no target is named."""
    return order if order.targets else Attack(order.unit, order.weapon, order.category, (), (spot.x, spot.y, 0))


# --- 3.2b: the buildings a model may attack


def offer_demolitions(state: State, unit: Unit) -> Iterator[Option]:
    """Each weapon that may reach a building, to be pointed at one."""
    if not unit.readiness:
        return
    for weapon in unit.line.weapons.values():
        category, reach = weapon.categories[0], weapon.most + unit.line.radius
        near = state.ground.pieces_near(unit.x - reach, unit.y - reach, unit.x + reach, unit.y + reach)
        if "Proximity" in weapon.traits or not any(is_building(piece) for piece in near):
            continue
        if refuse_weapon(unit, weapon.id, category) is None:
            template = Demolish(unit.id, weapon.id, category)
            yield Place(f"{weapon.id} at a building", template, "brigands.3.2b-attack", unit=unit.id, zone="range")


def guess_building(state: State, _ask: Ask, order: Demolish, chooser: Chooser, _attempt: int) -> Order | None:
    """A building with enemies in it or on it; now and then any other."""
    taken = _taken_buildings(state, opponent(state.units[order.unit].seat))
    if not taken and chooser.randrange(0, 8) == 0:
        taken = [piece.id for piece in state.ground.pieces if is_building(piece)]
    return Demolish(order.unit, order.weapon, order.category, chooser.choice(taken)) if taken else None


def _taken_buildings(state: State, seat: str) -> list[str]:
    """The buildings that models of a seat are in or on, noted."""
    key = (_taken_buildings, seat)
    known: list[str] | None = state.notes.get(key)
    if known is None:
        models, buildings = list(state.fielded(seat)), [piece for piece in state.ground.pieces if is_building(piece)]
        known = [piece.id for piece in buildings if any(height_in(piece, model) for model in models)]
        state.notes[key] = known
    return known


def aim_building(state: State, _ask: Ask, order: Demolish, spot: Spot) -> Order:
    """The building at the spot."""
    here = [piece.id for piece in state.ground.pieces_at(spot.x, spot.y) if is_building(piece)]
    return Demolish(order.unit, order.weapon, order.category, here[0] if here else "")


# --- 6.3: the shots that may answer the Active model


def offer_snap_shots(state: State, ask: Ask) -> Iterator[Option]:
    """Every Snap weapon at whoever may be answered, standing up or not."""
    unit = state.units[ask.unit]
    snaps = [weapon for weapon in unit.line.weapons.values() if "Snap" in weapon.traits]
    for victim, weapon in product((ask.about[0], *ask.about[2:]), snaps):
        named = "" if state.active() is state.units[victim] else victim
        rises = (False,) if refuse_standing_up(state, unit, weapon) is not None else (False, True)
        for category, tall in product(weapon.categories, rises):
            order = SnapFire(unit.id, weapon.id, category, tall, named)
            if refuse_snap_fire(state, ask, order) is None:
                label = f"{weapon.id} at the {state.units[victim].name}{', standing up' if tall else ''}"
                yield Target(label, order, ask.rule, unit=victim, weapon=weapon.id)
    yield decline("Hold fire", ask.rule)


# --- The contents of the chapter

ATTACKING: Chapter[State] = Chapter(
    "5 and 6.3: attacking, and Snap Fire in answer",
    orders=(
        OrderRules(
            Attack,
            "act",
            refuse_attack,
            resolve_attack,
            guess_point,
            aim=aim_point,
        ),
        OrderRules(Demolish, "act", by_order(refuse_demolition), resolve_demolition, guess_building, aim=aim_building),
        OrderRules(SnapFire, "snap", refuse_snap_fire),
    ),
    events={
        AttackDeclared: attack,
        AttackRolled: rolled,
        BuildingRolled: building_rolled,
        SnapFireDeclared: snap,
        ExchangeEnded: None,
    },
)
