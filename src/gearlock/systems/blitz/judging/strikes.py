"""The exact odds of an attack on one model, and the worth of it: one reckoning for cards, bots and the odds tool."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.mechanics.pools.marginal import SIDES, Weights
from gearlock.odds.outcome import Exact, odds_of, pool_odds
from gearlock.systems.blitz.attacks.modifiers import DIRECT, Duel
from gearlock.systems.blitz.judging.casting import Cast, Dice, cast_of
from gearlock.systems.blitz.judging.harms import (
    AREA,
    BEYOND,
    Blow,
    Check,
    Harm,
    Harms,
    checks_among,
    guards_among,
    harms_of,
    tells,
)
from gearlock.systems.blitz.judging.victims import Victim, smoulder, victim_of
from gearlock.systems.blitz.state import WRECK, State, Unit
from gearlock.systems.blitz.weapons import Weapon

Found = tuple[int, int, Weights]
"""The weight of a hit, the whole, and how often each amount of damage comes up; a miss counts as none."""
KEPT = 1 << 14
MISS = Harm(False)


class Beside(NamedTuple):
    """A secondary target of an area: the dice and skill of who is aimed at, and whether blast reaches this one."""

    guard: Dice
    wits: int
    near: bool


class Strike(NamedTuple):
    """An attack on one model, as far as it tells what comes of it: like ones are worked out once."""

    weapon: Weapon
    cast: Cast
    victim: Victim
    beside: Beside | None = None


def strike_of(
    state: State, attacker: Unit, weapon: Weapon, target: Unit, duel: Duel, mode: str = DIRECT, cast: Cast | None = None
) -> Strike:
    """An attack on a model, with these lines on both sides."""
    cast = cast_of(state, attacker, weapon, target, duel, mode) if cast is None else cast
    return Strike(weapon, cast, victim_of(state, weapon, target, duel))


@lru_cache(maxsize=KEPT)
def damage_of(strike: Strike) -> Found:
    """All that an attack does at once: damage, and the first bite of what it sets on fire."""
    weapon, cast, victim, beside = strike
    if beside is None:
        return told(harms_of(weapon, victim, cast), victim)
    ours = checks_among(cast.attack, cast.skill, tells(weapon))
    return spread(weapon, victim, ours, guards_among(cast.defence, cast.wits), cast.skill, beside)


@heeds("blitz.10.2", "blitz.10.2b")
def spread(
    weapon: Weapon,
    victim: Victim,
    ours: Mapping[Check, int],
    theirs: Mapping[int, int],
    skill: int,
    beside: Beside | None = None,
) -> Found:
    """What these checks do against these defences; secondary targets defend if the first was hit, or nearly so."""
    role = "" if beside is None else AREA if beside.near else BEYOND
    blow, found = Blow(weapon, victim, skill, role), Harms()
    first = guards_among(beside.guard, beside.wits) if beside is not None else {0: 1}
    must, guards = sum(first.values()), sum(theirs.values())
    for check, often in ours.items():
        defends = must if check[0] >= skill else sum(ways for defence, ways in first.items() if check[0] >= defence)
        if defends < must:
            found[MISS] = found.get(MISS, 0) + often * (must - defends) * guards * blow.whole
        for defence, ways in theirs.items():
            for harm, chances in blow.harms(check, defence).items():
                found[harm] = found.get(harm, 0) + often * ways * defends * chances
    return told(found, victim)


@heeds("blitz.9.6", "blitz.9.3")
def told(harms: Harms, victim: Victim) -> Found:
    """How often a model is hit, and how often each amount of damage is done: by the hit, and by what burns at once."""
    hits, damage, deepest = 0, Weights(), max((harm.intensity for harm in harms), default=0)
    for harm, ways in harms.items():
        often, felt = ways * SIDES ** (deepest - harm.intensity), harm.damage if harm.damage >= victim.least else 0
        hits += ways * SIDES**deepest if harm.hit else 0
        for (more, _), chances in smoulder(victim.ember, felt, harm.intensity).items():
            damage[felt + more] = damage.get(felt + more, 0) + often * chances
    return hits, sum(damage.values()), damage


def odds_card(strike: Strike, target: Unit) -> OddsCard:
    """The odds against a model as it is now."""
    return card_of(damage_of(strike), target)


@heeds("blitz.9.2", "blitz.9.3", "blitz.9.4")
def card_of(found: Found, target: Unit) -> OddsCard:
    """What a spread of damage brings about for a model as it is now: what it has lost already it does not lose again.

    A wreck can only be removed.
    """
    hits, whole, damage = found
    left = 1 if target.status == WRECK else target.hull + target.structure
    crippled = sum(weight for amount, weight in damage.items() if amount >= target.hull) if target.hull else 0
    destroyed = sum(weight for amount, weight in damage.items() if amount >= left) if left else 0
    odds = odds_of(Exact(whole, hits, dict(sorted(damage.items())), crippled=crippled, destroyed=destroyed))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, odds.crippled or 0.0, odds.destroyed or 0.0)


def expected_share(strike: Strike, target: Unit) -> float:
    """The damage to expect as a share of the whole target, no more than it has left."""
    return _expected(strike, target.hull + target.structure) / target.line.bulk


@lru_cache(maxsize=KEPT)
def _expected(strike: Strike, most: int) -> float:
    return mean_of(damage_of(strike), most)


def mean_of(found: Found, most: int) -> float:
    """The damage to expect of a spread, no more than this much counted."""
    _, whole, damage = found
    return sum(min(amount, most) * weight for amount, weight in damage.items()) / whole


def bare_odds(attack: int, defence: int, pen: int, armor: int) -> OddsCard:
    """The odds of bare pools at skill 4+."""
    odds = pool_odds(attack, defence, pen, armor)
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
