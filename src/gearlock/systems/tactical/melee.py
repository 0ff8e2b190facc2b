"""2.6.8: melee combat: rams, punches, kicks, throws and weapons in hand."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.chapters import Chapter, OrderRules, by_order
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order, Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Line, Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.mechanics.silhouette.rolls import Result
from gearlock.systems.tactical.attacks.exchange import (
    Met,
    fire_control_lines,
    jam,
    meet,
    movement_lines,
    resolve_phantom,
    resolve_stray,
    rolls_defense,
)
from gearlock.systems.tactical.attacks.targets import Pair, together_lines
from gearlock.systems.tactical.attacks.weapons_in_use import (
    BANDS,
    POINT_BLANK,
    RANGE,
    SHORT,
    Use,
    note_attacker,
    refuse_acting,
    refuse_ammunition,
    unit_at,
)
from gearlock.systems.tactical.damage.amounts import Blow, dm_now, multiplied, sided
from gearlock.systems.tactical.damage.condition import (
    accuracy_now,
    arc_now,
    can_use,
    copies_of,
    extra_lines,
    is_aux_gone,
    is_immobile,
    perk,
    piloting_lines,
    worn_lines,
)
from gearlock.systems.tactical.damage.resolving import HIDDEN_WHOLE, resolve_damage
from gearlock.systems.tactical.damage.structures import RAM_SIZE, piece_of, resolve_structure_damage
from gearlock.systems.tactical.datacards import WALKER, Mount
from gearlock.systems.tactical.dice_tests import (
    FIRE_CONTROL,
    GUNNERY,
    Test,
    skill_lines,
    throw_defect,
    throw_die,
    throw_test,
)
from gearlock.systems.tactical.infantry import cover_lines
from gearlock.systems.tactical.line_of_sight.seeing import defense_arc, in_arc, partial_cover, refuse_sight
from gearlock.systems.tactical.line_of_sight.terrain import TOUCH, distance, metres_in_mils, touches, type_of
from gearlock.systems.tactical.state import HULL_DOWN, SKIRMISH_SCALE, State, Unit, opponent
from gearlock.systems.tactical.switches import SHEET_SIDE_RAMS, STRUCTURES, by_the_sheet, refuse_loved
from gearlock.systems.tactical.weapons import MELEE as MELEE_WEAPON
from gearlock.systems.tactical.weapons import THROWN, Weapon
from gearlock.table.inches import plan_gap
from gearlock.table.measure import INCH, advance, bearing, inches, turn_between, turned

PUNCH, KICK = "punch", "kick"


# --- 2.6.8, 7.2: arms, and what a reinforced chassis adds to a vehicle's own weight

MANIPULATOR, BATTLE, TOOL = "Manipulator Arm", "Battle Arm", "Tool Arm"

ARMS = (MANIPULATOR, BATTLE, TOOL)

CHASSIS = "CR"
"""The code of the Chassis Reinforcement."""

THROWS = "throw"
"""In brackets behind a Battle or Tool Arm that was built to throw."""


@rule("tactical.7.2-manipulator-arm", "tactical.7.2-tool-arm")
@heeds("tactical.2.6.8-punch", "tactical.7.2-card-only-perks")
def arm_rating(unit: Unit) -> int:
    """The best arm that is left to punch with, by its rating; one that was built to throw does nothing else."""
    return max((perk(unit, name) for name in ARMS if not is_launcher(unit, name)), default=0)


@heeds("tactical.3.5.1-auxiliary", "tactical.2.6.8-punch")
def worn_fist_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What damage took off the arm that punches."""
    names = [name for name in ARMS if not is_launcher(unit, name) and perk(unit, name)]
    return worn_lines(unit, max(names, key=lambda name: perk(unit, name))) if names else ()


@heeds("tactical.3.5.1-auxiliary", "tactical.2.6.8-throw")
def worn_throw_lines(unit: Unit) -> tuple[Modifier, ...]:
    """What damage took off the arm that throws, the strongest of those that can."""
    names = [name for name in ARMS if (name == MANIPULATOR or is_launcher(unit, name)) and perk(unit, name)]
    return worn_lines(unit, max(names, key=lambda name: perk(unit, name))) if names else ()


def is_launcher(unit: Unit, name: str) -> bool:
    """Whether a Battle or Tool Arm was built to throw."""
    return name != MANIPULATOR and THROWS in unit.card.details.get(name, "").lower()


def arms_left(unit: Unit, name: str) -> int:
    """How many arms of a kind still work."""
    if not perk(unit, name):
        return 0
    copies = copies_of(unit, name)
    return sum(1 for system in copies if name not in unit.card.aux or not is_aux_gone(unit, system))


@heeds("tactical.2.6.8-throw")
def throwing_arms(unit: Unit) -> list[int]:
    """The ratings of the arms that can throw, best first: Manipulator Arms, others only if built for it."""
    names = [name for name in ARMS if name == MANIPULATOR or is_launcher(unit, name)]
    return sorted((perk(unit, name) for name in names for _ in range(arms_left(unit, name))), reverse=True)


@rule("tactical.7.2.2-undescribed")
@heeds("tactical.2.6.8-ramming", "tactical.2.6.8-kick")
def chassis_bonus(unit: Unit) -> int:
    """What a Chassis Reinforcement that is still there adds to the DM of rams and kicks; by itself it is no weapon."""
    found = [mount for mount in unit.card.weapons if mount.weapon.id == CHASSIS]
    return max((mount.weapon.dm for mount in found if can_use(unit, mount) is None), default=0)


# --- 3.8.1: running into buildings and walls, which count as vehicles that stand still


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls", "tactical.2.6.8-ramming")
def ram_size(state: State, part: str) -> int:
    """The Size that a building or wall counts as: a house 6, a large building 12, a wall 4, a dense one 10."""
    piece = piece_of(state.ground, part)
    return 0 if piece is None else RAM_SIZE.get(type_of(piece), 0)


@heeds("tactical.3.8.1-buildings", "tactical.3.8.1-walls", "tactical.2.6.8-ramming", "tactical.3.2.5")
def resolve_wall_struck(ctx: Ctx[State], unit_id: str, part: str, is_action: bool = False) -> Script[None]:
    """Piloting against a Defense of 0: both take the margin times the other's DM, by the speed of who moves.

    Where damage to structures is not played, only the vehicle is hurt.
    """
    unit = ctx.state.units[unit_id]
    speed = gone_so_far(ctx.state, unit)
    mine, theirs = ram_dm(unit, speed), weight_dm(ram_size(ctx.state, part), speed)
    found = yield from throw_test(ctx, Test("ram", unit_id, ram_lines(unit, None, is_action), "tactical.2.6.8-ramming"))
    if not found.total or speed <= 0:
        return
    if ctx.state.switch(STRUCTURES):
        yield from resolve_structure_damage(ctx, part, found.total * mine, unit_id)
    blow = Blow(found.total * theirs, found.total, "", "", "front", "tactical.2.6.8-ramming", cause="a ram")
    yield from resolve_damage(ctx, unit_id, blow)


# --- 2.6.8: ramming: what a collision does to both

RAM = Weapon("ram", "Ram", MELEE_WEAPON, 0, 0)

IMPACTS = ((2, -2), (4, -1), (6, 0), (9, 1), (19, 2), (99, 3))

FASTEST = 4

HEAD_ON, SIDE, REAR = "head on", "side", "rear"

FRONTAL = 600
"""Within so much of the target's front a ram is head on; within as much of its rear, from the rear."""


@rule("tactical.2.6.8-ramming")
def impact_modifier(speed: int) -> int:
    """What an impact speed in whole inches adds to Size."""
    return next((worth for upto, worth in IMPACTS if speed <= upto), FASTEST)


@heeds("tactical.2.6.6-infantry-arcs")
def direction_of(attacker: Unit, target: Unit) -> str:
    """Head on, into the side or into the rear, by where on the target the ram comes from; squads have no facing."""
    if target.is_infantry:
        return SIDE
    off = abs(turn_between(target.facing, bearing(target.x, target.y, attacker.x, attacker.y)))
    return HEAD_ON if off <= FRONTAL else REAR if off >= 1800 - FRONTAL else SIDE


@heeds("tactical.2.6.8-ramming", "tactical.ref-sheets")
def impact_speed(direction: str, attacker: int, defender: int, by_sheet: bool = False) -> int:
    """Inches: added head on, the attacker's into the side, the difference into the rear.

    The reference sheet has half of both, rounded up, into the side.
    """
    side = (attacker + defender + 1) // 2 if by_sheet else attacker
    return {HEAD_ON: attacker + defender, SIDE: side, REAR: attacker - defender}[direction]


def weight_dm(size: int, speed: int) -> int:
    """The DM of so much Size in a collision: 1 at least."""
    return max(1, size + impact_modifier(speed))


def ram_dm(unit: Unit, speed: int) -> int:
    """A unit's DM in a collision: its Size, the modifier and a reinforced chassis."""
    return weight_dm(unit.card.size + chassis_bonus(unit), speed)


@heeds("tactical.2.6.8-ramming", "tactical.2.6.3", "tactical.3.6.5")
def ram_lines(unit: Unit, target: Unit | None = None, is_action: bool = True) -> tuple[Modifier, ...]:
    """The roll of a ram: Piloting with Maneuver, men in cover, and what extra Actions take off."""
    cover = () if target is None else cover_lines(unit, target, RAM)
    return (*piloting_lines(unit), *cover, *(extra_lines(unit) if is_action else ()))


@heeds("tactical.2.6.8-ramming")
def inches_into(mils: int) -> int:
    """The whole inches of a way into contact, to the hundredth within which bases touch."""
    return (mils + TOUCH) // INCH


def gone_so_far(state: State, unit: Unit) -> int:
    """The whole inches of the rammer: those of the move it is on."""
    now = state.activation
    return inches_into(unit.moved if now is None or now.unit != unit.id else now.gone)


@heeds("tactical.2.6.8-ramming", "tactical.ref-sheets")
def collision_speed(state: State, unit: Unit, target: Unit, gone: int) -> int:
    """The impact speed of a ram, by the text or the reference sheet as this battle has it."""
    sheet = by_the_sheet(state.switches, SHEET_SIDE_RAMS)
    return impact_speed(direction_of(unit, target), gone, target.moved // INCH, sheet)


@heeds("tactical.2.6.8-ramming", "tactical.2.6.8")
def resolve_collision(ctx: Ctx[State], unit_id: str, target_id: str, is_action: bool = False) -> Script[bool]:
    """Piloting against the normal defense; both take the margin times the other's DM. Whether it struck.

    A ram that was ordered is an Action, and extra ones hinder it.
    """
    state = ctx.state
    unit, target = state.units[unit_id], state.units[target_id]
    speed = collision_speed(state, unit, target, gone_so_far(state, unit))
    dms = ram_dm(unit, speed), ram_dm(target, speed)
    arc = sided(defense_arc(target, unit.x, unit.y), target, unit.x, unit.y)
    lines = ram_lines(unit, target, is_action)
    attack = yield from throw_test(ctx, Test("ram", unit_id, lines, "tactical.2.6.8-ramming", 0, target_id))
    met = yield from meet(ctx, Pair(state, unit, target, Use(RAM, "")), attack)
    if not met.hit or speed <= 0:
        return met.hit
    for hurt, by, dm, side in ((target_id, unit_id, dms[0], arc), (unit_id, target_id, dms[1], "front")):
        if ctx.state.units[hurt].is_fielded:
            blow = Blow(met.margin * dm, met.margin, by, "", side, "tactical.2.6.8-ramming", cause="a ram")
            yield from resolve_damage(ctx, hurt, blow)
    return True


# --- 2.6.8: punches, kicks and stomps, hand-held weapons

RULES = {PUNCH: "tactical.2.6.8-punch", KICK: "tactical.2.6.8-kick"}

FIST, FOOT = Weapon("punch", "Punch", MELEE_WEAPON, 0, 0), Weapon("kick", "Kick", MELEE_WEAPON, 0, 0)


def rule_of(how: str) -> str:
    """The rule of a kind of attack."""
    return RULES.get(how, "tactical.2.6.8-weapon")


def weapon_in(unit: Unit, how: str) -> Weapon:
    """What strikes, as a weapon."""
    mount = unit.mount(how)
    return FIST if how == PUNCH else FOOT if how == KICK or mount is None else mount.weapon


class Strike(Order, frozen=True, tag="strike"):
    """A physical attack on a unit in base contact: a punch, a kick or stomp, or a hand-held weapon by its mount."""

    unit: str
    target: str
    how: str = PUNCH
    dm: int = 0
    """A punch may be pulled: a Damage Multiplier below the arm's; 0 for all of it."""


@rule("tactical.2.6.8")
def refuse_strike(state: State, order: Strike) -> Refusal | None:
    """Why a physical attack cannot be made: an Action, base contact, and something to strike with."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", "tactical.2.6.8", f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", "tactical.2.6.8", f"{order.target or 'Nobody'} is no enemy on the table.")
    if unit.token(HULL_DOWN) == HIDDEN_WHOLE:
        return Refusal("hidden", "tactical.3.2.4", f"The {unit.name} hides completely.")
    refusal = refuse_acting(unit) or refuse_means(unit, order)
    if refusal is not None:
        return refusal
    if not touches(unit, target):
        return Refusal(
            "contact", "tactical.2.6.8", f"The {unit.name} has to be in base contact with the {target.name}."
        )
    mount = unit.mount(order.how)
    if mount is not None and not in_arc(unit, arc_now(unit, mount), target.x, target.y):
        return Refusal("arc", "tactical.2.6.6-firing-arcs", f"The {target.name} is outside the arc of the {mount.id}.")
    return None


@heeds("tactical.2.6.8-punch", "tactical.2.6.8-kick", "tactical.2.6.8-weapon")
def refuse_means(unit: Unit, order: Strike) -> Refusal | None:
    """Why a unit has nothing to strike with so."""
    if unit.is_infantry:
        return Refusal(
            "infantry", "tactical.2.6.8", f"{unit.name} is a squad: it does not strike at vehicles with its hands."
        )
    if order.how == PUNCH:
        most = arm_rating(unit)
        if not most:
            return Refusal("arm", RULES[PUNCH], f"The {unit.name} has no working arm to punch with.")
        if not 0 <= order.dm <= most:
            return Refusal("dm", RULES[PUNCH], f"The arm strikes with x{most}, or with less.", {"most": most})
        return None
    if order.how == KICK:
        if unit.mode != WALKER or is_immobile(unit):
            return Refusal("walker", RULES[KICK], f"Only walkers kick, and the {unit.name} does not walk now.")
        return None
    mount = unit.mount(order.how)
    if mount is None or not is_in_hand(mount):
        return Refusal("weapon", "tactical.2.6.8-weapon", f"'{order.how}' is no hand-held weapon of the {unit.name}.")
    return can_use(unit, mount) or refuse_ammunition(unit, mount)


def is_in_hand(mount: Mount) -> bool:
    """Whether a weapon is used in base contact; a reinforced chassis is none by itself."""
    return mount.weapon.is_physical and mount.weapon.id != CHASSIS


@rule("tactical.2.6.8-kick")
def kick_dm(unit: Unit, target: Unit) -> int:
    """Size, and 1 for a reinforced chassis; doubled on who cannot defend itself."""
    return (unit.card.size + chassis_bonus(unit)) * (1 if rolls_defense(target) else 2)


@rule("tactical.2.6.8-punch")
def punch_dm(unit: Unit, pulled: int = 0) -> int:
    """The rating of the arm, or less if the punch is pulled."""
    return min(arm_rating(unit), pulled) if pulled else arm_rating(unit)


@rule("tactical.2.6.8-weapon")
@heeds("tactical.2.6.10-heavy")
def strike_dm(unit: Unit, target: Unit, order: Strike) -> int:
    """The Damage Multiplier of a physical attack; Heavy Damage halves that of weapons alone."""
    if order.how == PUNCH:
        return punch_dm(unit, order.dm)
    if order.how == KICK:
        return kick_dm(unit, target)
    return dm_now(unit, weapon_in(unit, order.how))


@heeds("tactical.2.6.8", "tactical.2.6.8-punch", "tactical.2.6.8-kick", "tactical.2.3.4-fire-control")
def strike_lines(state: State, unit: Unit, target: Unit, how: str) -> tuple[Modifier, ...]:
    """The roll: Piloting of a kick; Gunnery and Fire Control of arms and what they hold. No range, no Obscurement."""
    if how == KICK:
        lines = [*piloting_lines(unit)]
    else:
        lines = [*skill_lines(unit, GUNNERY), *fire_control_lines(state, unit)]
        mount = unit.mount(how)
        worth = 0 if mount is None else accuracy_now(unit, mount)
        lines += [result(worth, f"Accuracy {worth:+}", "tactical.2.3.4-accuracy")] if worth else []
        lines += worn_fist_lines(unit) if how == PUNCH else ()
    lines += [*movement_lines(state, unit), *together_lines(state, unit, target)]
    return (*lines, *cover_lines(unit, target, weapon_in(unit, how)), *extra_lines(unit))


def strike_pair(state: State, unit: Unit, target: Unit, how: str) -> Pair:
    """The two, as a defense roll asks for them."""
    mount = unit.mount(how)
    return Pair(state, unit, target, Use(weapon_in(unit, how), "" if mount is None else mount.id))


class BlowStruck(Event, frozen=True, tag="blow-struck"):
    """A unit spends an Action on a physical attack."""

    unit: str
    target: str
    how: str
    dm: int

    @heeds("tactical.2.6.3", "tactical.2.6.8")
    def change(self, state: State) -> None:
        """A hand-held weapon counts as one that attacked."""
        unit = state.units[self.unit]
        unit.actions -= 1
        state.note_attack(self.unit)
        note_attacker(state, unit, state.units[self.target])
        if unit.mount(self.how) is not None:
            unit.fired.append(f"{self.how}:{self.target}")


def struck(state: State, event: BlowStruck, _seat: str | None) -> Line:
    """A punch, a kick, a blade."""
    unit, target = state.units[event.unit], state.units[event.target]
    verb = {"punch": "punches", "kick": "stomps on" if target.is_infantry else "kicks"}.get(event.how, "strikes at")
    hand = "" if event.how in ("punch", "kick") else f" with its {event.how}"
    text = f"The {unit.name} {verb} the {target.name}{hand}, x{event.dm}."
    return Line(text, (unit.id, target.id), rule_of(event.how))


@heeds("tactical.2.6.8", "tactical.7.2-defective", "tactical.4.1.4-malfunctions", "tactical.4.1.4-phantom-echoes")
def resolve_strike(ctx: Ctx[State], order: Strike) -> Script[None]:
    """An opposed test; the margin times the DM is the damage."""
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    dm, rule_id = strike_dm(unit, target, order), rule_of(order.how)
    ctx.emit(BlowStruck(unit.id, target.id, order.how, dm))
    faulty = () if order.how == KICK else (yield from throw_defect(ctx, unit.id, FIRE_CONTROL))
    pair = strike_pair(ctx.state, unit, target, order.how)
    lines = (*strike_lines(ctx.state, unit, target, order.how), *faulty)
    purpose = order.how if order.how in RULES else "weapon"
    attack = yield from throw_test(ctx, Test(purpose, unit.id, lines, rule_id, 0, target.id, pair.use.mount))
    jam(ctx, unit.id, pair.use.mount, attack.fumbled)
    if (yield from resolve_phantom(ctx, unit.id)):
        return
    met = yield from meet(ctx, pair, attack)
    if met.hit and ctx.state.units[target.id].is_fielded:
        arc = sided(pair.arc, target, unit.x, unit.y)
        cause = "" if pair.use.mount else f"a {order.how}"
        blow = Blow(multiplied(dm, met.margin), met.margin, unit.id, pair.use.mount, arc, rule_id, cause=cause)
        yield from resolve_damage(ctx, target.id, blow)


def offer_strikes(state: State, unit: Unit) -> Iterator[Option]:
    """Everything it could strike everybody with that it touches."""
    if unit.is_infantry or refuse_acting(unit) is not None:
        return
    hows = (PUNCH, KICK, *(mount.id for mount in unit.card.weapons if is_in_hand(mount)))
    for target in state.fielded(opponent(unit.seat)):
        if not touches(unit, target):
            continue
        for how in hows:
            order = Strike(unit.id, target.id, how)
            if refuse_strike(state, order) is None:
                verb = {PUNCH: "Punch", KICK: "Stomp on" if target.is_infantry else "Kick"}.get(how, f"{how} at")
                yield Target(f"{verb} the {target.name}", order, rule_of(how), target.id, how)


# --- 2.6.8: throwing things by hand: how far, how well, and where they land

AN_INCH_AWAY = 50
"""Metres that a throw has to reach beyond for an inch of the table, where an inch is as many."""

SIXTH = 600


@rule("tactical.2.6.8-throw")
def throwing_base(unit: Unit, mount: Mount) -> int:
    """The Base Range in metres: twice what the arm's rating is above the Size of the thing; 0 without an arm.

    A thing larger than half its thrower has the help of half a second arm. A weapon is a Size below its minimum Size.
    """
    arms, size = throwing_arms(unit), max(0, mount.weapon.min_size - 1)
    if not arms:
        return 0
    help_ = arms[1] // 2 if 2 * size > unit.card.size and len(arms) > 1 else 0
    return 2 * max(0, arms[0] + help_ - size)


@heeds("tactical.2.6.8-throw")
def band_thrown(state: State, unit: Unit, mount: Mount, target: Unit) -> int | None:
    """The range band of a throw at a target; None if it is too far.

    Where an inch is 50 m only base contact is Short, and an inch away by who reaches more than 50 m.
    """
    base = throwing_base(unit, mount)
    if not base:
        return None
    if state.scale == SKIRMISH_SCALE:
        far = distance(state, unit, target)
        if far < INCH:
            return POINT_BLANK
        return next((SHORT + step for step in range(4) if far <= metres_in_mils(state, base << step)), None)
    if touches(unit, target):
        return SHORT
    if plan_gap(unit.body, target.body) > INCH:
        return None
    return next((SHORT + step for step in range(4) if base << step > AN_INCH_AWAY), None)


class Throw(Order, frozen=True, tag="throw"):
    """Throw a grenade at a unit."""

    unit: str
    weapon: str
    target: str


@heeds("tactical.2.6.8-throw", "tactical.2.6.8")
def refuse_throw(state: State, order: Throw) -> Refusal | None:
    """Why something cannot be thrown: an Action, an arm, something to throw, sight and range."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", "tactical.2.6.8-throw", f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", "tactical.2.6.8-throw", f"{order.target or 'Nobody'} is no enemy on the table.")
    mount = unit.mount(order.weapon)
    if mount is None or mount.weapon.kind != THROWN:
        return Refusal(
            "weapon", "tactical.2.6.8-throw", f"'{order.weapon}' is nothing that the {unit.name} could throw."
        )
    refusal = refuse_acting(unit) or can_use(unit, mount) or refuse_ammunition(unit, mount)
    if refusal is not None:
        return refusal
    base = throwing_base(unit, mount)
    if not base:
        return Refusal("arm", "tactical.2.6.8-throw", f"The {unit.name} has no arm to throw its {mount.id} with.")
    if band_thrown(state, unit, mount, target) is None:
        message = f"The {target.name} is too far: the {unit.name} throws its {mount.id} {8 * base} m at most."
        return Refusal("range", "tactical.2.6.8-throw", message, {"metres": 8 * base})
    return refuse_loved(unit, target) or refuse_sight(state, unit, target)


@heeds("tactical.2.6.8-throw", "tactical.2.3.4-fire-control")
def throw_lines(state: State, unit: Unit, target: Unit, mount: Mount) -> tuple[Modifier, ...]:
    """Gunnery with Fire Control, Accuracy, range and movement."""
    band = band_thrown(state, unit, mount, target)
    assert band is not None, "the throw was found possible"
    lines = [*skill_lines(unit, GUNNERY), *fire_control_lines(state, unit)]
    worths = (
        (accuracy_now(unit, mount), "Accuracy", "tactical.2.3.4-accuracy"),
        (RANGE[band], f"{BANDS[band]} range", "tactical.2.6.8-throw"),
    )
    lines += [result(worth, label, rule_id) for worth, label, rule_id in worths if worth]
    lines += [*movement_lines(state, unit), *together_lines(state, unit, target), *worn_throw_lines(unit)]
    return (*lines, *cover_lines(unit, target, mount.weapon), *extra_lines(unit))


def throw_pair(state: State, unit: Unit, target: Unit, mount: Mount) -> Pair:
    """The two, as a defense roll asks for them."""
    return Pair(state, unit, target, Use(mount.weapon, mount.id))


@heeds("tactical.2.6.8-throw")
def is_on_target(attack: Result, met: Met) -> bool:
    """Whether a throw lands on its target: as high as the defense will do, but for a Fumble."""
    return met.hit or (met.margin >= 0 and not attack.fumbled)


class Thrown(Event, frozen=True, tag="thrown"):
    """A unit throws something: an Action, and one piece of it."""

    unit: str
    weapon: str
    target: str

    @heeds("tactical.2.6.3", "tactical.2.6.8-throw")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.actions -= 1
        unit.used[self.weapon] = unit.used.get(self.weapon, 0) + 1
        unit.fired.append(f"{self.weapon}:{self.target}")
        state.note_attack(self.unit)
        note_attacker(state, unit, state.units[self.target])


def thrown(state: State, event: Thrown, _seat: str | None) -> Line:
    """Something flies."""
    unit, target = state.units[event.unit], state.units[event.target]
    return Line(
        f"The {unit.name} throws its {event.weapon} at the {target.name}.", (unit.id, target.id), "tactical.2.6.8-throw"
    )


@heeds(
    "tactical.2.6.8-throw", "tactical.7.2-defective", "tactical.4.1.4-leftover-ammo", "tactical.4.1.4-phantom-echoes"
)
def resolve_throw(ctx: Ctx[State], order: Throw) -> Script[None]:
    """A roll against the defense; on target it does its damage, else it lands nearby."""
    unit, target = ctx.state.units[order.unit], ctx.state.units[order.target]
    mount = unit.mount(order.weapon)
    assert mount is not None, "the throw was found possible"
    lines = throw_lines(ctx.state, unit, target, mount)
    ctx.emit(Thrown(unit.id, mount.id, target.id))
    faulty = yield from throw_defect(ctx, unit.id, FIRE_CONTROL)
    attack = yield from throw_test(
        ctx, Test("throw", unit.id, (*lines, *faulty), "tactical.2.6.8-throw", 0, target.id, mount.id)
    )
    jam(ctx, unit.id, mount.id, attack.fumbled)
    if (yield from resolve_stray(ctx, unit.id)):
        return
    pair = throw_pair(ctx.state, unit, target, mount)
    met = yield from meet(ctx, pair, attack)
    if is_on_target(attack, met):
        yield from go_off(ctx, pair, mount, met)
    else:
        yield from resolve_deviation(ctx, pair, mount, attack, met)


def go_off(ctx: Ctx[State], pair: Pair, mount: Mount, met: Met) -> Script[None]:
    """The damage of what was thrown: its DM times the margin."""
    unit, target = pair.attacker, pair.target
    amount = multiplied(dm_now(unit, mount.weapon), met.margin)
    if amount and ctx.state.units[target.id].is_fielded:
        arc = sided(pair.arc, target, unit.x, unit.y)
        cover = partial_cover(ctx.state, target, unit).armor
        yield from resolve_damage(
            ctx, target.id, Blow(amount, met.margin, unit.id, mount.id, arc, "tactical.2.6.8-throw", cover=cover)
        )


@heeds("tactical.2.6.8-throw")
def landing(state: State, pair: Pair, metres: int, face: int) -> tuple[int, int]:
    """Where a throw lands that deviates so far: by a die in sixths from straight on; with 0 towards the thrower."""
    unit, target = pair.attacker, pair.target
    onward = bearing(unit.x, unit.y, target.x, target.y)
    way = turned(onward, -SIXTH * (face - 1)) if face else turned(onward, 3 * SIXTH)
    return advance(target.x, target.y, way, metres_in_mils(state, metres))


class Deviated(Event, frozen=True, tag="throw-deviated"):
    """What was thrown landed elsewhere."""

    unit: str
    target: str
    weapon: str
    face: int
    """The die for its direction; 0 where a Fumble sends it back."""
    metres: int
    x: int
    y: int


def deviated(state: State, event: Deviated, _seat: str | None) -> Line:
    """Where it landed."""
    way = f"[{event.face}]" if event.face else "back towards the thrower"
    text = f"It lands {event.metres} m from the {state.units[event.target].name}, {way}: "
    return Line(f"{text}{inches(event.x)}, {inches(event.y)} in.", (event.unit, event.target), "tactical.2.6.8-throw")


@heeds("tactical.2.6.8-throw", "tactical.ref-fumble-effects")
def resolve_deviation(ctx: Ctx[State], pair: Pair, mount: Mount, attack: Result, met: Met) -> Script[None]:
    """Twice as many metres away as it missed by; a Fumble sends it back. Whoever else it lands on defends as well."""
    face = 0 if attack.fumbled else (yield from throw_die(ctx, "deviation", pair.attacker.id, "tactical.2.6.8-throw"))
    metres = 2 * max(0, -met.margin)
    x, y = landing(ctx.state, pair, metres, face)
    ctx.emit(Deviated(pair.attacker.id, pair.target.id, mount.id, face, metres, x, y))
    under = unit_at(ctx.state, x, y)
    if under is None or under.id == pair.target.id:
        return
    other = pair.against(under)
    found = yield from meet(ctx, other, attack)
    if found.hit:
        yield from go_off(ctx, other, mount, found)


def offer_throws(state: State, unit: Unit) -> Iterator[Option]:
    """Everything that can be thrown at everybody in reach."""
    if refuse_acting(unit) is not None:
        return
    for mount in unit.card.weapons:
        if mount.weapon.kind != THROWN:
            continue
        for target in state.fielded(opponent(unit.seat)):
            order = Throw(unit.id, mount.id, target.id)
            if refuse_throw(state, order) is None:
                yield Target(
                    f"Throw the {mount.id} at the {target.name}", order, "tactical.2.6.8-throw", target.id, mount.id
                )


# --- The contents of the chapter

MELEE: Chapter[State] = Chapter(
    "2.6.8: Melee Combat",
    orders=(
        OrderRules(Strike, "act", by_order(refuse_strike), resolve_strike),
        OrderRules(Throw, "act", by_order(refuse_throw), resolve_throw),
    ),
    events={BlowStruck: struck, Thrown: thrown, Deviated: deviated},
)


def offer_melee(state: State, unit: Unit) -> Iterator[Option]:
    """Blows at whom it touches, and throws."""
    yield from offer_strikes(state, unit)
    yield from offer_throws(state, unit)
