"""The exact odds of an attack: margins, marginal hits, what AT and blast add, and the worth of it."""

from __future__ import annotations

from functools import lru_cache

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.pools.marginal import Weights, bites_of
from gearlock.odds.outcome import Exact, odds_of, pool_odds
from gearlock.odds.pools import Pools, pool_result
from gearlock.systems.blitz.damage.hurt import (
    MARGINAL,
    blast_dice,
    blast_mark,
    damage_felt,
    hit_damage,
    net_damage,
    tank_mark,
)
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import Unit
from gearlock.systems.blitz.weapons import Weapon

KEPT = 1 << 14
SIDES = 6


@lru_cache(maxsize=KEPT)
def checks_of(count: int, skill: int, mark: int) -> dict[tuple[int, int], int]:
    """Every total of an attack check with how many of its dice reach `mark`, and how often, out of 6 to the count."""
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for _ in range(count):
        after: dict[tuple[int, int, int], int] = {}
        for (highest, adding, marked), weight in ways.items():
            for face in range(1, SIDES + 1):
                key = (max(highest, face), adding + (face >= skill), marked + (face >= mark))
                after[key] = after.get(key, 0) + weight
        ways = after
    found: dict[tuple[int, int], int] = {}
    for (highest, adding, marked), weight in ways.items():
        total = highest + adding - (highest >= skill) if count else 1
        found[total, marked] = found.get((total, marked), 0) + weight
    return found


@lru_cache(maxsize=KEPT)
@heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2a", "blitz.wtrait.at", "blitz.2.14")
def damage_spread(weapon: Weapon, target: Model, pools: Pools, secondary: bool = False) -> tuple[int, int, Weights]:
    """The weight of a hit, the whole, and how often each amount of damage comes up; a miss counts as none.

    Damage is what the attack itself does: nothing of what goes on burning, and nothing saved by We're in Trouble.
    """
    tanks = "AT" in weapon.traits and target.type != "Infantry"
    mark = tank_mark(weapon, target, pools.attack_step) if tanks else SIDES + 1
    ours, theirs = checks_of(pools.attack, pools.attack_step, mark), pool_result(pools.defence, 0, pools.defence_step)
    blasts = bites_of(blast_dice(weapon, target), blast_mark(weapon, target)) if not secondary else {0: 1}
    blasted, hits = sum(blasts.values()), 0
    damage: Weights = {}
    for (total, marked), often in ours.items():
        for defence, ways in theirs.items():
            margin, weight = total - defence, often * ways
            hits += weight if margin >= 0 else 0
            reaches = margin >= 0 or total >= pools.attack_step
            for bite, share in _bites(weapon, target, margin).items():
                net = net_damage(weapon, target, margin, target.armor) if margin >= 0 and weapon.bites else -1
                done = hit_damage(net, bite, marked if margin >= 1 and tanks else 0, secondary)
                for more, chances in (blasts if reaches else {0: blasted}).items():
                    felt = damage_felt(weapon, target, done + more)
                    damage[felt] = damage.get(felt, 0) + weight * share * chances
    whole = SIDES**pools.attack * theirs.total * 2 * blasted
    return hits * 2 * blasted, whole, damage


def _bites(weapon: Weapon, target: Model, margin: int) -> Weights:
    """The die of a marginal hit, if it is one, out of two."""
    if margin >= 0 and weapon.bites and net_damage(weapon, target, margin, target.armor) == 0:
        return {0: 1, 1: 1} if MARGINAL == 4 else {}
    return {0: 2}


def odds_card(weapon: Weapon, target: Unit, pools: Pools, secondary: bool = False) -> OddsCard:
    """The odds against a model as it is now."""
    hits, whole, damage = damage_spread(weapon, target.line, pools, secondary)
    crippled = sum(weight for amount, weight in damage.items() if amount >= target.hull)
    destroyed = sum(weight for amount, weight in damage.items() if amount >= target.hull + target.structure)
    odds = odds_of(Exact(whole, hits, dict(sorted(damage.items())), crippled=crippled, destroyed=destroyed))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


def expected_share(weapon: Weapon, target: Unit, pools: Pools, secondary: bool = False) -> float:
    """The damage to expect as a share of the whole target, no more than it has left."""
    return _expected(weapon, target.line, pools, secondary, target.hull + target.structure) / target.line.bulk


@lru_cache(maxsize=KEPT)
def _expected(weapon: Weapon, target: Model, pools: Pools, secondary: bool, most: int) -> float:
    _, whole, damage = damage_spread(weapon, target, pools, secondary)
    return sum(min(amount, most) * weight for amount, weight in damage.items()) / whole


def bare_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """The odds of bare pools at skill 4+."""
    odds = pool_odds(attack, defence, pen, armor)
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
