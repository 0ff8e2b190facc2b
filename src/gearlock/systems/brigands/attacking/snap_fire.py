"""6.3: Snap Fire. Passive models answer the Active one, all at once with what they answer."""

from __future__ import annotations

from gearlock.kernel.asks import Ask
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script, ask
from gearlock.systems.brigands.attacking.area import refuse_far, refuse_marks, strikes_of, target_point
from gearlock.systems.brigands.attacking.attack import Aim, price, refuse_distance, refuse_lock, refuse_weapon
from gearlock.systems.brigands.attacking.events import SnapFireDeclared
from gearlock.systems.brigands.attacking.modifiers import Strike
from gearlock.systems.brigands.attacking.orders import Attack, SnapFire
from gearlock.systems.brigands.attacking.pair_modifiers import engagers
from gearlock.systems.brigands.flying.airborne import extra_reach
from gearlock.systems.brigands.lock_and_cover.arcs import is_in_arc, start_body
from gearlock.systems.brigands.lock_and_cover.sensing import has_line_of_sight
from gearlock.systems.brigands.lock_and_cover.sharing import lenders_on
from gearlock.systems.brigands.paying import OVERWATCH_TOKEN, STANDBY_TOKEN
from gearlock.systems.brigands.standing_room import refuse_rising
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import MELEE, Weapon
from gearlock.table.inches import gap
from gearlock.table.measure import INCH

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
