"""Who may attack whom with what: the weapon, its Rate of Fire, range, arc, Lock and observation."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.fieldmanual.attacks.ammunition import refuse_ammunition
from gearlock.systems.fieldmanual.attacks.orders import DIRECT, LOBBED, PLACED, SELF, WAYS, Attack
from gearlock.systems.fieldmanual.attacks.targets import (
    refuse_bearing,
    refuse_direct,
    refuse_lobbed,
    refuse_placed,
    refuse_point,
    refuse_target,
)
from gearlock.systems.fieldmanual.attacks.terms import GIVEN, OWN, Terms
from gearlock.systems.fieldmanual.attacks.uses import MELEE_RANGE, linked_with, rof_of
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.lock_and_cover.measuring import range_to
from gearlock.systems.fieldmanual.melee.holds import is_held
from gearlock.systems.fieldmanual.paying import refuse_idle
from gearlock.systems.fieldmanual.recon import refuse_unlocked
from gearlock.systems.fieldmanual.state import ALOFT, FIELDED, STATIONARY, State, Unit
from gearlock.systems.fieldmanual.state import STAND_BY as STAND_BY_TOKEN


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
