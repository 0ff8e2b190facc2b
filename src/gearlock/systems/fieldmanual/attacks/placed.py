"""Placed weapons, which go off in the Miscellaneous phase, and weapons that are set off in hand."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.lines import dice
from gearlock.systems.fieldmanual.attacks.areas import Point, caught_at, models, resolve_shockwave
from gearlock.systems.fieldmanual.attacks.defending import Fire, Mark, Struck, hit_on, pair_of, resolve_defenses, settle
from gearlock.systems.fieldmanual.attacks.events import ChargePlaced, ChargesGoneOff
from gearlock.systems.fieldmanual.attacks.orders import PLACED, SELF, Attack
from gearlock.systems.fieldmanual.attacks.reports import Report
from gearlock.systems.fieldmanual.attacks.targets import placed_at
from gearlock.systems.fieldmanual.attacks.terms import OWN, Terms
from gearlock.systems.fieldmanual.attacks.uses import OPTIMAL, Use, use_of
from gearlock.systems.fieldmanual.command.tests import resolve_test
from gearlock.systems.fieldmanual.damage.burning import FIRE, roll_fires
from gearlock.systems.fieldmanual.damage.harm import inflict
from gearlock.systems.fieldmanual.damage.sides import Origin
from gearlock.systems.fieldmanual.dice_tests.tests import ATTACK, Test, skill_dice
from gearlock.systems.fieldmanual.lock_and_cover.measuring import touches
from gearlock.systems.fieldmanual.state import State, Unit
from gearlock.systems.fieldmanual.under_way import Charge

PLACED_DICE = 2


class Explosion(NamedTuple):
    """Something that went off: the attack it is, everybody in reach, what hit them, and where it came from."""

    fire: Fire
    touched: list[str]
    struck: list[Struck]
    origin: Origin


def place_charge(ctx: Ctx[State], order: Attack) -> None:
    """The weapon lies there."""
    ctx.emit(ChargePlaced(order.unit, order.weapon, *placed_at(ctx.state, order)))


@rule("fieldmanual.placed-attack")
def roll_charge(ctx: Ctx[State], charge: Charge) -> Script[Explosion]:
    """Two dice without modifiers; whoever is over the spot or in the area defends, attacked from below."""
    owner = ctx.state.units[charge.owner]
    use = _use(ctx.state, owner, charge.mount, PLACED)
    fire = Fire(charge.owner, use)
    lines = (dice(PLACED_DICE, "Placed weapon", "fieldmanual.placed-attack"),)
    test = Test("placed weapon", charge.owner, lines, "fieldmanual.placed-attack", weapon=use.weapon.id)
    result = yield from resolve_test(ctx, test)
    names = [unit.id for unit in caught_at(ctx.state, (charge.x, charge.y, charge.z), use)]
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in names])
    return Explosion(fire, names, struck, Origin(charge.x, charge.y, charge.z, True))


def _use(state: State, owner: Unit, name: str, way: str) -> Use:
    mount = owner.card.weapon(name)
    assert mount is not None, f"{owner.id} carries no {name}"
    return use_of(state, owner, mount, OPTIMAL, way)


@heeds("fieldmanual.misc-events", "fieldmanual.placed-attack", "fieldmanual.wt-sustained-burn")
def resolve_miscellaneous(ctx: Ctx[State]) -> Script[None]:
    """Step 4: placed weapons go off and fires burn, all at once: everything is rolled before anything happens."""
    burning = yield from roll_fires(ctx)
    explosions: list[Explosion] = []
    for charge in tuple(ctx.state.charges):
        explosions.append((yield from roll_charge(ctx, charge)))
    if explosions:
        ctx.emit(ChargesGoneOff())
    for unit_id in burning:
        yield from inflict(ctx, unit_id, 1, FIRE)
    for each in explosions:
        yield from settle_explosion(ctx, each)


def settle_explosion(ctx: Ctx[State], explosion: Explosion) -> Script[None]:
    """All hits, then what the area does."""
    yield from settle(ctx, explosion.struck)
    fire = explosion.fire
    yield from resolve_shockwave(ctx, explosion.touched, fire.use, explosion.origin, fire.attacker)


@rule("fieldmanual.self-detonation")
def resolve_self_detonation(ctx: Ctx[State], order: Attack) -> Script[Report]:
    """The Attack Skill without modifiers. The attacker itself has no defense; all in contact or in the area defend."""
    unit = ctx.state.units[order.unit]
    use = _use(ctx.state, unit, order.weapon, SELF)
    fire = Fire(order.unit, use)
    test = Test(
        "self-detonation", unit.id, (skill_dice(unit, ATTACK),), "fieldmanual.self-detonation", weapon=use.weapon.id
    )
    result = yield from resolve_test(ctx, test)
    unit = ctx.state.units[order.unit]
    others = blown_up(ctx.state, unit, use)
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in others])
    own = hit_on(pair_of(ctx.state, fire, order.unit), fire, result.total)._replace(origin=None)
    origin = Origin(unit.x, unit.y, unit.z)
    touched = [order.unit, *others]
    yield from settle_explosion(ctx, Explosion(fire, touched, [Struck(order.unit, own), *struck], origin))
    return Report(result.bare)


@heeds("fieldmanual.self-detonation")
def blown_up(state: State, unit: Unit, use: Use) -> list[str]:
    """Who has to defend when a model sets a weapon off in hand: all in base contact, and all in the area."""
    there = (other for other in models(state) if other.id != unit.id)
    near = {other.id for other in caught_at(state, (unit.x, unit.y, unit.z), use)} if use.area else set()
    return [other.id for other in there if other.id in near or touches(other, unit)]


@heeds("fieldmanual.self-detonation", "fieldmanual.perk-drone-demo")
def resolve_blast_at(
    ctx: Ctx[State], owner: str, use: Use, point: Point, skill: int, terms: Terms = OWN
) -> Script[None]:
    """Something of a model's that goes off at a point with a Skill of its own: a drone, a crash."""
    fire = Fire(owner, use, terms)
    lines = (dice(skill, "Skill", "fieldmanual.self-detonation"),)
    test = Test("explosion", owner, lines, "fieldmanual.self-detonation", weapon=use.weapon.id)
    result = yield from resolve_test(ctx, test)
    names = [unit.id for unit in caught_at(ctx.state, point, use)]
    struck = yield from resolve_defenses(ctx, fire, [Mark(name, result.total) for name in names])
    yield from settle_explosion(ctx, Explosion(fire, names, struck, Origin(*point)))
