"""The exact odds of an attack: margins, marginal hits, what AT and blast add, and the worth of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

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

Checks = dict[tuple[int, int], int]
KEPT = 1 << 14
SIDES = 6


@lru_cache(maxsize=KEPT)
def checks_of(count: int, skill: int, mark: int) -> Checks:
    """Every total of an attack check with how many of its dice reach `mark`, and how often, out of 6 to the count."""
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for _ in range(count):
        after: dict[tuple[int, int, int], int] = {}
        for (highest, adding, marked), weight in ways.items():
            for face in range(1, SIDES + 1):
                key = (max(highest, face), adding + (face >= skill), marked + (face >= mark))
                after[key] = after.get(key, 0) + weight
        ways = after
    found: Checks = {}
    for (highest, adding, marked), weight in ways.items():
        total = highest + adding - (highest >= skill) if count else 1
        found[total, marked] = found.get((total, marked), 0) + weight
    return found


class Beside(NamedTuple):
    """A secondary target of an area: the dice and skill of who is aimed at, and whether blast reaches this one."""

    guard: int
    wits: int
    near: bool


@lru_cache(maxsize=KEPT)
def damage_spread(
    weapon: Weapon, target: Model, pools: Pools, beside: Beside | None = None, sheltered: bool = False
) -> tuple[int, int, Weights]:
    """The weight of a hit, the whole, and how often each amount of damage comes up; a miss counts as none.

    Damage is what the attack itself does: nothing of what goes on burning, and nothing saved by We're in Trouble.
    """
    ours = attack_checks(weapon, target, pools.attack, pools.attack_step)
    theirs = dict(pool_result(pools.defence, 0, pools.defence_step).items())
    return spread(weapon, target, ours, theirs, pools.attack_step, beside, sheltered)


def attack_checks(weapon: Weapon, target: Model, count: int, skill: int) -> Checks:
    """Every total of an attack check, with the dice that AT adds against this target."""
    tanks = "AT" in weapon.traits and target.type != "Infantry"
    return checks_of(count, skill, tank_mark(weapon, target, skill) if tanks else SIDES + 1)


@heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2", "blitz.10.2a", "blitz.10.2b", "blitz.wtrait.at", "blitz.2.14")
def spread(
    weapon: Weapon,
    target: Model,
    ours: Mapping[tuple[int, int], int],
    theirs: Mapping[int, int],
    skill: int,
    beside: Beside | None = None,
    sheltered: bool = False,
) -> tuple[int, int, Weights]:
    """What these checks do against these defences: the weight of a hit, the whole, and how often each damage comes."""
    first = dict(pool_result(beside.guard, 0, beside.wits).items()) if beside is not None else {0: 1}
    must = sum(first.values())
    dice = blast_dice(weapon, target) if beside is None or beside.near else 0
    blasts, hits = bites_of(dice, blast_mark(weapon, target, sheltered)), 0
    blasted, damage = sum(blasts.values()), Weights()
    for (total, marked), often in ours.items():
        defends = must if total >= skill else sum(ways for defence, ways in first.items() if total >= defence)
        spared = often * (must - defends) * sum(theirs.values())
        if spared:
            damage[0] = damage.get(0, 0) + spared * 2 * blasted
        for defence, ways in theirs.items():
            margin, weight = total - defence, often * ways * defends
            hits += weight if margin >= 0 else 0
            reaches = total >= skill or (margin >= 0 and beside is None)
            for bite, share in _bites(weapon, target, margin).items():
                net = net_damage(weapon, target, margin, target.armor) if margin >= 0 and weapon.bites else -1
                done = hit_damage(net, bite, marked if margin >= 1 else 0, beside is not None)
                for more, chances in (blasts if reaches else {0: blasted}).items():
                    felt = damage_felt(weapon, target, done + more)
                    damage[felt] = damage.get(felt, 0) + weight * share * chances
    return hits * 2 * blasted, sum(ours.values()) * sum(theirs.values()) * must * 2 * blasted, damage


def _bites(weapon: Weapon, target: Model, margin: int) -> Weights:
    """The die of a marginal hit, if it is one, out of two."""
    if margin >= 0 and weapon.bites and net_damage(weapon, target, margin, target.armor) == 0:
        return {0: 1, 1: 1} if MARGINAL == 4 else {}
    return {0: 2}


def odds_card(weapon: Weapon, target: Unit, pools: Pools, beside: Beside | None = None) -> OddsCard:
    """The odds against a model as it is now."""
    hits, whole, damage = damage_spread(weapon, target.line, pools, beside, target.is_sheltered)
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


def mean_of(found: tuple[int, int, Weights], most: int) -> float:
    """The damage to expect of a spread, no more than this much counted."""
    _, whole, damage = found
    return sum(min(amount, most) * weight for amount, weight in damage.items()) / whole


def bare_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """The odds of bare pools at skill 4+."""
    odds = pool_odds(attack, defence, pen, armor)
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
