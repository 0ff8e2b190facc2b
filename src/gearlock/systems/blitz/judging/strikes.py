"""The exact odds of an attack on one model, and the worth of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.pools.marginal import Weights
from gearlock.odds.outcome import Exact, odds_of, pool_odds
from gearlock.odds.pools import Pools, pool_result
from gearlock.systems.blitz.judging.harms import (
    AREA,
    BEYOND,
    NO_SAVES,
    Blow,
    Check,
    Harm,
    Harms,
    checks_of,
    harms_of,
    tells,
)
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.state import Unit
from gearlock.systems.blitz.weapons import Weapon

Found = tuple[int, int, Weights]
"""The weight of a hit, the whole, and how often each amount of damage comes up; a miss counts as none."""
KEPT = 1 << 14
MISS = Harm(False)


class Beside(NamedTuple):
    """A secondary target of an area: the dice and skill of who is aimed at, and whether blast reaches this one."""

    guard: int
    wits: int
    near: bool


@lru_cache(maxsize=KEPT)
def damage_spread(
    weapon: Weapon, target: Model, pools: Pools, beside: Beside | None = None, sheltered: bool = False
) -> Found:
    """What the attack itself does: nothing of what goes on burning, and nothing saved by We're in Trouble."""
    if beside is None:
        return _told(harms_of(weapon, target, pools, sheltered, NO_SAVES))
    ours = checks_of(pools.attack, pools.attack_step, tells(weapon))
    theirs = dict(pool_result(pools.defence, 0, pools.defence_step).items())
    return spread(weapon, target, ours, theirs, pools.attack_step, beside, sheltered)


@heeds("blitz.10.2", "blitz.10.2b")
def spread(
    weapon: Weapon,
    target: Model,
    ours: Mapping[Check, int],
    theirs: Mapping[int, int],
    skill: int,
    beside: Beside | None = None,
    sheltered: bool = False,
) -> Found:
    """What these checks do against these defences; secondary targets defend if the first was hit, or nearly so."""
    role = "" if beside is None else AREA if beside.near else BEYOND
    blow, found = Blow(weapon, target, skill, sheltered, NO_SAVES, role), Harms()
    first = dict(pool_result(beside.guard, 0, beside.wits).items()) if beside is not None else {0: 1}
    must, guards = sum(first.values()), sum(theirs.values())
    for check, often in ours.items():
        defends = must if check[0] >= skill else sum(ways for defence, ways in first.items() if check[0] >= defence)
        if defends < must:
            found[MISS] = found.get(MISS, 0) + often * (must - defends) * guards * blow.whole
        for defence, ways in theirs.items():
            for harm, chances in blow.harms(check, defence).items():
                found[harm] = found.get(harm, 0) + often * ways * defends * chances
    return _told(found)


def _told(harms: Harms) -> Found:
    hits, damage = 0, Weights()
    for harm, ways in harms.items():
        hits += ways if harm.hit else 0
        damage[harm.damage] = damage.get(harm.damage, 0) + ways
    return hits, sum(damage.values()), damage


def odds_card(weapon: Weapon, target: Unit, pools: Pools, beside: Beside | None = None) -> OddsCard:
    """The odds against a model as it is now."""
    return card_of(damage_spread(weapon, target.line, pools, beside, target.is_sheltered), target)


def card_of(found: Found, target: Unit) -> OddsCard:
    """What a spread of damage means for a model as it is now."""
    hits, whole, damage = found
    crippled = sum(weight for amount, weight in damage.items() if amount >= target.hull)
    destroyed = sum(weight for amount, weight in damage.items() if amount >= target.hull + target.structure)
    odds = odds_of(Exact(whole, hits, dict(sorted(damage.items())), crippled=crippled, destroyed=destroyed))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


def expected_share(weapon: Weapon, target: Unit, pools: Pools, beside: Beside | None = None) -> float:
    """The damage to expect as a share of the whole target, no more than it has left."""
    left = target.hull + target.structure
    return _expected(weapon, target.line, pools, beside, target.is_sheltered, left) / target.line.bulk


@lru_cache(maxsize=KEPT)
def _expected(weapon: Weapon, target: Model, pools: Pools, beside: Beside | None, sheltered: bool, most: int) -> float:
    return mean_of(damage_spread(weapon, target, pools, beside, sheltered), most)


def mean_of(found: Found, most: int) -> float:
    """The damage to expect of a spread, no more than this much counted."""
    _, whole, damage = found
    return sum(min(amount, most) * weight for amount, weight in damage.items()) / whole


def bare_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """The odds of bare pools at skill 4+."""
    odds = pool_odds(attack, defence, pen, armor)
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
