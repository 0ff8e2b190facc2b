"""The exact odds of one roll of an attack on a model or a building, with everything that changes damage on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_of, bites_of_all, mean_bites
from gearlock.odds.outcome import Exact, Odds, odds_of
from gearlock.odds.pools import Pools, Spread, pool_margin, pool_strike
from gearlock.systems.brigands.attacking.modifiers import Strike, duel_of
from gearlock.systems.brigands.buildings.collapse import height_in
from gearlock.systems.brigands.buildings.strength import hurt_to_building, strength_of
from gearlock.systems.brigands.damage.effects import EFFECTS, HAYWIRE, ordeals_of
from gearlock.systems.brigands.damage.falling import hits_of_fall
from gearlock.systems.brigands.damage.hurt import MARGINAL, Hurt, hurt_of
from gearlock.systems.brigands.state import FIELDED, State, Unit
from gearlock.systems.brigands.weapons import Weapon
from gearlock.table.terrain import Piece

KEPT = 1 << 12


class Rolling(NamedTuple):
    """One way an attack's rolls come out: the margin, the damage before anybody feels it, and how often."""

    margin: int
    raw: int
    weight: int


def odds_of_strike(state: State, strike: Strike) -> Odds:
    """The exact odds of one Strike as both sides stand now, before any Reroll."""
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    return odds_in(weapon, state.units[strike.target], duel_of(state, strike).pools)


def odds_in(weapon: Weapon, target: Unit, pools: Pools) -> Odds:
    """The exact odds of these pools on a model, effects of the weapon counted in. Wrecks are removed by Overkill."""
    hurt = hurt_of(weapon, target)
    if not target.is_fielded:
        return _plain_odds(pools, hurt, 0, target.line.bulk)
    if not weapon.traits.keys().isdisjoint(EFFECTS):
        return odds_of_rolls(weapon, target, list(rolls_of(pool_margin(pools), hurt)))
    return _plain_odds(pools, hurt, target.hull, target.structure)


@lru_cache(maxsize=KEPT)
def _plain_odds(pools: Pools, hurt: Hurt, hull: int, structure: int) -> Odds:
    """The odds on what has so much Hull and Structure; kept, since battles ask the same again and again."""
    found = pool_strike(pools, hurt.harm)
    return odds_left(
        found.damage.total, found.hits, weights_felt(dict(found.damage.items()), hurt.felt), hull, structure
    )


def weights_felt(damage: Weights, feel: Callable[[int], int]) -> Weights:
    """Amounts of damage as they are felt in the end."""
    found: Weights = {}
    for amount, weight in damage.items():
        reaching = feel(amount)
        found[reaching] = found.get(reaching, 0) + weight
    return found


def odds_left(total: int, hits: int, damage: Weights, hull: int, structure: int) -> Odds:
    """Odds on what has so much Hull and Structure left; without Hull it is not crippled any more than it is."""
    crippled = sum(weight for amount, weight in damage.items() if amount >= hull) if hull else 0
    destroyed = sum(weight for amount, weight in damage.items() if amount >= hull + structure)
    return odds_of(Exact(total, hits, damage, crippled=crippled, destroyed=destroyed))


def rolls_of(margins: Spread, hurt: Hurt) -> Iterator[Rolling]:
    """Every margin with the damage it may do before anybody feels it."""
    for margin, ways in margins.items():
        for raw, chances in hurt.damages(margin).items():
            yield Rolling(margin, raw, ways * chances)


def odds_of_rolls(weapon: Weapon, target: Unit, rolls: list[Rolling]) -> Odds:
    """The odds of an attack whose rolls come out so, effects counted in: whom its damage destroys suffers no more."""
    fielded, hurt = target.is_fielded, hurt_of(weapon, target)
    effects = {roll.margin: sum(ordeal.hits for ordeal in ordeals_of(weapon, target, roll.margin)) for roll in rolls}
    most = max(effects.values()) if fielded else 0
    damage: Weights = {}
    for margin, raw, weight in rolls:
        wound = hurt.felt(raw)
        if not fielded or not hurt.hits(margin) or wound >= target.hull + target.structure:
            damage[wound] = damage.get(wound, 0) + weight * SIDES**most
            continue
        marked = struck(weapon, target, wound)
        after = hurt_of(weapon, marked)
        lots = [(ordeal.hits, ordeal.least) for ordeal in ordeals_of(weapon, marked, margin)]
        spare = SIDES ** (most - sum(hits for hits, _ in lots))
        for bites, chances in bites_of_all(lots).items():
            amount = wound + after.felt(raw + bites) - after.felt(raw)
            damage[amount] = damage.get(amount, 0) + weight * chances * spare
    hits = sum(roll.weight for roll in rolls if hurt.hits(roll.margin)) * SIDES**most
    left = (target.hull, target.structure) if fielded else (0, target.line.bulk)
    return odds_left(sum(damage.values()), hits, damage, *left)


def struck(weapon: Weapon, target: Unit, wound: int) -> Unit:
    """A model after an attack's damage, when the effects begin: Aux traits may have failed with its Hull."""
    marked = target.clone()
    marked.hull = max(0, target.hull - wound)
    marked.haywire = target.haywire or HAYWIRE in weapon.traits
    return marked


@heeds("brigands.3.2b-attack", "brigands.5.6a", "brigands.5.7b-fire")
def building_odds(state: State, piece: Piece, weapon: Weapon, margins: Spread) -> OddsCard:
    """The odds of these margins on a building, the Marginal Hits of fire counted in."""
    hurt, fire = hurt_to_building(weapon, piece), weapon.traits.get("Fire", 0)
    damage: Weights = {}
    for margin, ways in margins.items():
        hits = fire + hurt.is_marginal(margin) if hurt.hits(margin) else 0
        for bites, chances in bites_of(hits, MARGINAL).items():
            amount = hurt.felt(hurt.raw(margin) + bites)
            damage[amount] = damage.get(amount, 0) + ways * chances * SIDES ** (fire + 1 - hits)
    whole = SIDES ** (fire + 1)
    hit = margins.at_least(hurt.harm.least) * whole
    return card_of(odds_left(margins.total * whole, hit, damage, *strength_of(state, piece)))


@heeds("brigands.3.2b-destroyed", "brigands.2.5")
def collapse_worth(state: State, piece: Piece, seat: str) -> float:
    """What it is worth to a seat that a building comes down: enemies that fall with it, less its own."""
    total = 0.0
    for unit in state.units.values():
        height = height_in(piece, unit) if unit.status == FIELDED else 0
        if height:
            bites = mean_bites(hits_of_fall(unit, height), MARGINAL)
            hurt = min(bites, unit.hull + unit.structure) / unit.line.bulk
            total += hurt if unit.seat != seat else -hurt
    return total


def card_of(odds: Odds) -> OddsCard:
    """Odds as a card shows them."""
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)
