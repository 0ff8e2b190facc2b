"""Ranged attacks: declared, rolled, and everything that follows from one."""

from __future__ import annotations

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.attacks.aiming import cost_of, is_free, mounts_fired, sprays_point, terms_of
from gearlock.systems.fieldmanual.attacks.ammunition import ammo_limit, check_ammunition
from gearlock.systems.fieldmanual.attacks.counter_battery import resolve_counter_battery
from gearlock.systems.fieldmanual.attacks.defending import Fire
from gearlock.systems.fieldmanual.attacks.direct import resolve_direct, resolve_spray
from gearlock.systems.fieldmanual.attacks.events import AttackDeclared, AttackMade
from gearlock.systems.fieldmanual.attacks.lobbed import resolve_lobbed
from gearlock.systems.fieldmanual.attacks.orders import LOBBED, PLACED, SELF, Attack
from gearlock.systems.fieldmanual.attacks.placed import place_charge, resolve_self_detonation
from gearlock.systems.fieldmanual.attacks.reports import Report
from gearlock.systems.fieldmanual.attacks.squads import offer_follow_up
from gearlock.systems.fieldmanual.attacks.targets import observer_for, point_of
from gearlock.systems.fieldmanual.attacks.terms import Terms
from gearlock.systems.fieldmanual.attacks.uses import OPTIMAL, band_of, rof_of, use_of
from gearlock.systems.fieldmanual.cards import Mount
from gearlock.systems.fieldmanual.damage.recovering import offer_relief
from gearlock.systems.fieldmanual.dice_tests.tests import ATTACK
from gearlock.systems.fieldmanual.lock_and_cover.measuring import gap_to, range_to
from gearlock.systems.fieldmanual.melee.free_strikes import resolve_after_shot
from gearlock.systems.fieldmanual.state import State, Unit


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
