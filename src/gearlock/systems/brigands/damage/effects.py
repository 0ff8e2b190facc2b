"""5.7b: special damage effects. What Haywire, Fire and Corrosion do to a model that was hit, after the damage."""

from __future__ import annotations

from typing import NamedTuple

from gearlock.kernel.rulebook import heeds, rule
from gearlock.kernel.script import Ctx, Script
from gearlock.mechanics.pools.marginal import mean_bites
from gearlock.odds.pools import Harm, Pools, pool_margin
from gearlock.systems.brigands.command.command_points import fill_vacancies
from gearlock.systems.brigands.damage.damage import Wound, harmed, let_go
from gearlock.systems.brigands.damage.events import Afflicted
from gearlock.systems.brigands.damage.hurt import MARGINAL, hurt_of
from gearlock.systems.brigands.damage.marginal_hits import Blow, resolve_marginal_hits
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import Weapon

HAYWIRE, FIRE, CORROSION = "Haywire", "Fire", "Corrosion"
EFFECTS = (HAYWIRE, FIRE, CORROSION)
NEVER_LESS, RESISTED = 1, 6
"""Faces from which on a Marginal Hit bites a model that is vulnerable to it, or resists it."""


class Ordeal(NamedTuple):
    """Marginal Hits of one effect: how many, and the face from which on each of them bites."""

    cause: str
    hits: int
    least: int


@rule("brigands.wtrait.fire")
@heeds("brigands.5.7b-haywire", "brigands.5.7b-fire", "brigands.5.7b-corrosion")
def ordeals_of(weapon: Weapon, target: Unit, margin: int) -> list[Ordeal]:
    """The Marginal Hits that a hit by this margin brings besides its damage."""
    found: list[Ordeal] = []
    if HAYWIRE in weapon.traits:
        found.append(Ordeal(HAYWIRE, 1, least_of(target, HAYWIRE)))
    if FIRE in weapon.traits:
        found.append(Ordeal(FIRE, weapon.traits[FIRE], least_of(target, FIRE)))
    if CORROSION in weapon.traits and margin > 0:
        found.append(Ordeal(CORROSION, margin, MARGINAL))
    return found


@rule("brigands.trait.resist-f", "brigands.trait.vuln-f", "brigands.trait.vuln-h")
def least_of(target: Unit, cause: str) -> int:
    """The face from which on a Marginal Hit of this effect bites: 4, 6 for whom resists it, any for the vulnerable."""
    letter = cause[0]
    if target.has(f"Vuln:{letter}"):
        return NEVER_LESS
    return RESISTED if target.has(f"Resist:{letter}") else MARGINAL


def expected_bites(weapon: Weapon, target: Unit, pools: Pools, harm: Harm) -> float:
    """The damage to expect of a weapon's effects on a model, misses counted in."""
    if weapon.traits.keys().isdisjoint(EFFECTS):
        return 0.0
    margins = pool_margin(pools)
    bites = (
        (weight, sum(mean_bites(ordeal.hits, ordeal.least) for ordeal in ordeals_of(weapon, target, margin)))
        for margin, weight in margins.items()
        if margin >= harm.least
    )
    return sum(weight * expected for weight, expected in bites) / margins.total


@rule("brigands.5.7", "brigands.5.7b-fire")
@heeds("brigands.5.8", "brigands.5.7b-haywire", "brigands.5.7b-corrosion")
def resolve_effects(ctx: Ctx[State], wounds: list[Wound]) -> Script[None]:
    """When all damage of an exchange is applied, every model still in play takes the effects of what hit it."""
    for wound in wounds:
        weapon = ctx.state.units[wound.by].line.weapons[wound.weapon]
        if wound.margin >= 0 and not weapon.traits.keys().isdisjoint(EFFECTS):
            yield from resolve_effect(ctx, wound, weapon)


def resolve_effect(ctx: Ctx[State], wound: Wound, weapon: Weapon) -> Script[None]:
    """Tokens first, then the Marginal Hits; with the damage before they are one attack to Infantry and Field Armor."""
    unit = ctx.state.units[wound.unit]
    if not unit.is_fielded:
        return
    mark(ctx, unit, weapon)
    bites = 0
    for ordeal in ordeals_of(weapon, unit, wound.margin):
        if ordeal.least == NEVER_LESS:
            bites += ordeal.hits
        else:
            blow, dice = Blow(wound.weapon, wound.raw, bites), (ordeal.hits, ordeal.cause, ordeal.least)
            bites += yield from resolve_marginal_hits(ctx, wound.by, unit.id, *dice, blow)
    unit = ctx.state.units[wound.unit]
    hurt = hurt_of(weapon, unit)
    more = hurt.felt(wound.raw + bites) - hurt.felt(wound.raw)
    if more > 0:
        ctx.emit(harmed(unit, more, wound.by, wound.weapon, before=wound.damage))
        let_go(ctx, unit.id)


@rule("brigands.5.7b-haywire", "brigands.wtrait.haywire", "brigands.wtrait.corrosion")
@heeds("brigands.5.7b-corrosion")
def mark(ctx: Ctx[State], unit: Unit, weapon: Weapon) -> None:
    """Lay down the tokens. One of each is all a model carries, and Infantry carries none for Corrosion."""
    if HAYWIRE in weapon.traits and not unit.haywire:
        ctx.emit(Afflicted(unit.id, HAYWIRE))
    if CORROSION in weapon.traits and not unit.corroded and unit.line.type != "Infantry":
        ctx.emit(Afflicted(unit.id, CORROSION))


@rule("brigands.5.7b-corrosion")
@heeds("brigands.1.8-setup")
def resolve_corrosion(ctx: Ctx[State]) -> Script[None]:
    """The first thing in the Setup Phase: a Marginal Hit on every model with a Corrosion token. It is no attack."""
    for unit_id in [unit.id for unit in ctx.state.units.values() if unit.corroded and unit.is_fielded]:
        damage = yield from resolve_marginal_hits(ctx, unit_id, unit_id, 1, CORROSION)
        if damage:
            ctx.emit(harmed(ctx.state.units[unit_id], damage, unit_id, CORROSION, attack=False))
            let_go(ctx, unit_id)
    fill_vacancies(ctx)
