"""2.6.8: punches, kicks and stomps, hand-held weapons."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.asks import Option, Target
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.mechanics.pools.lines import result
from gearlock.systems.tactical.attacks.acting import refuse_acting
from gearlock.systems.tactical.attacks.ammunition import refuse_ammunition
from gearlock.systems.tactical.attacks.exchange import meet
from gearlock.systems.tactical.attacks.modifiers import fire_control_lines, movement_lines, rolls_defense
from gearlock.systems.tactical.attacks.pairs import Pair, together_lines
from gearlock.systems.tactical.attacks.strays import jam, resolve_phantom
from gearlock.systems.tactical.attacks.uses import Use
from gearlock.systems.tactical.cards import WALKER, Mount
from gearlock.systems.tactical.damage.amounts import dm_now, multiplied
from gearlock.systems.tactical.damage.armor import sided
from gearlock.systems.tactical.damage.blows import Blow
from gearlock.systems.tactical.damage.condition import accuracy_now, arc_now, can_use, is_immobile
from gearlock.systems.tactical.damage.crew import extra_lines
from gearlock.systems.tactical.damage.driving import piloting_lines
from gearlock.systems.tactical.damage.hull_down import HIDDEN_WHOLE
from gearlock.systems.tactical.damage.resolving import resolve_damage
from gearlock.systems.tactical.dice_tests.defects import FIRE_CONTROL, throw_defect
from gearlock.systems.tactical.dice_tests.tests import GUNNERY, Test, skill_lines, throw_test
from gearlock.systems.tactical.infantry.attacked import cover_lines
from gearlock.systems.tactical.line_of_sight.arcs import in_arc
from gearlock.systems.tactical.line_of_sight.measuring import touches
from gearlock.systems.tactical.melee.arms import CHASSIS, arm_rating, chassis_bonus, worn_fist_lines
from gearlock.systems.tactical.melee.events import BlowStruck
from gearlock.systems.tactical.melee.orders import KICK, PUNCH, Strike
from gearlock.systems.tactical.state import HULL_DOWN, State, Unit, opponent
from gearlock.systems.tactical.weapons import MELEE, Weapon

RULE = "tactical.2.6.8"
RULES = {PUNCH: "tactical.2.6.8-punch", KICK: "tactical.2.6.8-kick"}
FIST, FOOT = Weapon("punch", "Punch", MELEE, 0, 0), Weapon("kick", "Kick", MELEE, 0, 0)


def rule_of(how: str) -> str:
    """The rule of a kind of attack."""
    return RULES.get(how, "tactical.2.6.8-weapon")


def weapon_in(unit: Unit, how: str) -> Weapon:
    """What strikes, as a weapon."""
    mount = unit.mount(how)
    return FIST if how == PUNCH else FOOT if how == KICK or mount is None else mount.weapon


@rule("tactical.2.6.8")
def refuse_strike(state: State, order: Strike) -> Refusal | None:
    """Why a physical attack cannot be made: an Action, base contact, and something to strike with."""
    unit, target = state.units.get(order.unit), state.units.get(order.target)
    if unit is None or not unit.is_fielded or unit.carrier:
        return Refusal("unit", RULE, f"{order.unit or 'Nobody'} is no unit on the table.")
    if target is None or not target.is_fielded or target.seat == unit.seat or target.carrier:
        return Refusal("target", RULE, f"{order.target or 'Nobody'} is no enemy on the table.")
    if unit.token(HULL_DOWN) == HIDDEN_WHOLE:
        return Refusal("hidden", "tactical.3.2.4", f"The {unit.name} hides completely.")
    refusal = refuse_acting(unit) or refuse_means(unit, order)
    if refusal is not None:
        return refusal
    if not touches(unit, target):
        return Refusal("contact", RULE, f"The {unit.name} has to be in base contact with the {target.name}.")
    mount = unit.mount(order.how)
    if mount is not None and not in_arc(unit, arc_now(unit, mount), target.x, target.y):
        return Refusal("arc", "tactical.2.6.6-firing-arcs", f"The {target.name} is outside the arc of the {mount.id}.")
    return None


@heeds("tactical.2.6.8-punch", "tactical.2.6.8-kick", "tactical.2.6.8-weapon")
def refuse_means(unit: Unit, order: Strike) -> Refusal | None:
    """Why a unit has nothing to strike with so."""
    if unit.is_infantry:
        return Refusal("infantry", RULE, f"{unit.name} is a squad: it does not strike at vehicles with its hands.")
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
