"""The exact odds of one roll of an attack, with everything that changes damage on its way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

from gearlock.kernel.view import OddsCard
from gearlock.odds.outcome import Exact, Odds, odds_of
from gearlock.odds.pools import Harm, Pools, Spread, is_marginal, pool_margin, pool_strike, sure_damage
from gearlock.odds.pools import Strike as PoolStrike
from gearlock.systems.brigands.attacking.modifiers import Strike, duel_of
from gearlock.systems.brigands.damage.damage import MARGINAL, Felt, dealt, feeling, felt, harm_of
from gearlock.systems.brigands.damage.effects import EFFECTS, HAYWIRE, ordeals_of
from gearlock.systems.brigands.state import State, Unit
from gearlock.systems.brigands.weapons import Weapon

SIDES = 6
KEPT = 1 << 12
Weights = dict[int, int]
"""How often each number comes up, out of a total known to the caller."""


class Rolling(NamedTuple):
    """One way an attack's rolls come out: the margin, the damage before anybody feels it, and how often."""

    margin: int
    raw: int
    weight: int


def odds_of_strike(state: State, strike: Strike) -> Odds:
    """The exact odds of one Strike as both sides stand now, before any Reroll."""
    target = state.units[strike.target]
    weapon = state.units[strike.attacker].line.weapons[strike.weapon]
    return odds_in(weapon, target, duel_of(state, strike).pools, harm_of(weapon, target.line, not target.is_fielded))


def odds_in(weapon: Weapon, target: Unit, pools: Pools, harm: Harm) -> Odds:
    """The exact odds of these pools on a model, effects of the weapon counted in. Wrecks are removed by Overkill."""
    if not target.is_fielded:
        return odds_felt(pool_strike(pools, harm), lambda amount: dealt(amount, weapon, target), 0, target.line.bulk)
    if not weapon.traits.keys().isdisjoint(EFFECTS):
        return odds_with_effects(weapon, target, pools, harm)
    return _plain_odds(pools, harm, feeling(weapon, target), target.hull, target.structure)


@lru_cache(maxsize=KEPT)
def _plain_odds(pools: Pools, harm: Harm, feels: Felt, hull: int, structure: int) -> Odds:
    """The odds on a model in play that feels damage in this way; kept, since battles ask the same again and again."""
    return odds_felt(pool_strike(pools, harm), lambda amount: felt(amount, feels), hull, structure)


def odds_felt(found: PoolStrike, felt: Callable[[int], int], hull: int, structure: int) -> Odds:
    """The odds of pools on something with so much Hull and Structure left that feels damage in its own way."""
    damage: Weights = {}
    for amount, weight in found.damage.items():
        damage[felt(amount)] = damage.get(felt(amount), 0) + weight
    return odds_left(found.damage.total, found.hits, damage, hull, structure)


def odds_left(total: int, hits: int, damage: Weights, hull: int, structure: int) -> Odds:
    """Odds on what has so much Hull and Structure left; without Hull it is not crippled any more than it is."""
    crippled = sum(weight for amount, weight in damage.items() if amount >= hull) if hull else 0
    destroyed = sum(weight for amount, weight in damage.items() if amount >= hull + structure)
    return odds_of(Exact(total, hits, damage, crippled=crippled, destroyed=destroyed))


def odds_with_effects(weapon: Weapon, target: Unit, pools: Pools, harm: Harm) -> Odds:
    """The odds of a weapon whose hits bring Marginal Hits besides."""
    return odds_of_rolls(weapon, target, list(rolls_of(pool_margin(pools), harm)), harm)


def rolls_of(margins: Spread, harm: Harm) -> Iterator[Rolling]:
    """Every margin with the damage it may do before anybody feels it."""
    for margin, ways in margins.items():
        for raw, chances in _plain_damage(margin, harm).items():
            yield Rolling(margin, raw, ways * chances)


def odds_of_rolls(weapon: Weapon, target: Unit, rolls: list[Rolling], harm: Harm) -> Odds:
    """The odds of an attack whose rolls come out so, effects counted in: whom its damage destroys suffers no more."""
    fielded = target.is_fielded
    effects = {roll.margin: sum(ordeal.hits for ordeal in ordeals_of(weapon, target, roll.margin)) for roll in rolls}
    most = max(effects.values()) if fielded else 0
    damage: Weights = {}
    for margin, raw, weight in rolls:
        wound = dealt(raw, weapon, target)
        spared = not fielded or margin < harm.least or wound >= target.hull + target.structure
        marked = struck(weapon, target, wound)
        for bites, chances in ({0: SIDES**most} if spared else bites_of(weapon, marked, margin, most)).items():
            amount = wound + dealt(raw + bites, weapon, marked) - dealt(raw, weapon, marked)
            damage[amount] = damage.get(amount, 0) + weight * chances
    hits = sum(roll.weight for roll in rolls if roll.margin >= harm.least) * SIDES**most
    left = (target.hull, target.structure) if fielded else (0, target.line.bulk)
    return odds_left(sum(damage.values()), hits, damage, *left)


def struck(weapon: Weapon, target: Unit, wound: int) -> Unit:
    """A model after an attack's damage, when the effects begin: Aux traits may have failed with its Hull."""
    marked = target.clone()
    marked.hull = max(0, target.hull - wound)
    marked.haywire = target.haywire or HAYWIRE in weapon.traits
    return marked


def _plain_damage(margin: int, harm: Harm) -> Weights:
    """The damage of a margin before effects, out of six."""
    if is_marginal(margin, harm):
        return {0: MARGINAL - 1, 1: SIDES + 1 - MARGINAL}
    return {sure_damage(margin, harm): SIDES}


def bites_of(weapon: Weapon, target: Unit, margin: int, most: int) -> Weights:
    """How many Marginal Hits of a hit's effects bite, with weights out of 6 to the `most`."""
    found: Weights = {0: 1}
    left = most
    for ordeal in ordeals_of(weapon, target, margin):
        good, left = SIDES + 1 - ordeal.least, left - ordeal.hits
        one = {k: comb(ordeal.hits, k) * good**k * (SIDES - good) ** (ordeal.hits - k) for k in range(ordeal.hits + 1)}
        sums: Weights = {}
        for before, ways in found.items():
            for more, chances in one.items():
                sums[before + more] = sums.get(before + more, 0) + ways * chances
        found = sums
    return {bites: weight * SIDES**left for bites, weight in found.items() if weight}


def card_of(odds: Odds) -> OddsCard:
    """Odds as a card shows them."""
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)
