"""The exact odds of attacks: margins of both rolls, what they do to a unit, and the worth of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier, OddsCard
from gearlock.mechanics.silhouette.multiplied import Blow, hit_odds, steps_odds
from gearlock.mechanics.silhouette.rolls import Skill, fumble_odds, margin_odds, total_odds
from gearlock.odds.outcome import Exact, odds_of
from gearlock.odds.pools import Spread, margin_of
from gearlock.systems.tactical.attacks.areas import blast_reach, is_blast
from gearlock.systems.tactical.attacks.called import found_by
from gearlock.systems.tactical.attacks.exchange import damage_at, dm_of
from gearlock.systems.tactical.attacks.modifiers import attack_lines, defense_lines, rolls_defense, warning_line
from gearlock.systems.tactical.attacks.observing import freed
from gearlock.systems.tactical.attacks.orders import INDIRECT
from gearlock.systems.tactical.attacks.pairs import Pair
from gearlock.systems.tactical.damage.amounts import concussion
from gearlock.systems.tactical.damage.armor import armor_of, sided
from gearlock.systems.tactical.damage.levels import LEVELS, NONE, OVERKILL, counters_after, level_of
from gearlock.systems.tactical.dice_tests.tests import rolled_with
from gearlock.systems.tactical.line_of_sight.obstacles import partial_cover
from gearlock.systems.tactical.state import HEAVY, LIGHT, Unit
from gearlock.systems.tactical.switches import DETAILED_DAMAGE
from gearlock.table.measure import INCH

KEPT = 1 << 14
WHOLE = 4
"""Points of a whole vehicle: a Light is one, a Heavy two, and two Heavies are the end."""
POINTS = {LIGHT: 1, HEAVY: 2, OVERKILL: WHOLE, NONE: 0}
BY_TABLES = {LIGHT: 0.15, HEAVY: 0.4, OVERKILL: 1.0, NONE: 0.0}
"""The share of a vehicle that results of detailed damage cost, roughly: tables are not reckoned through."""


class Duel(NamedTuple):
    """Both rolls of an attack; without a guard the defense counts as 0."""

    attack: Skill
    guard: Skill | None


Amounts = Callable[[int], int]
"""The damage points of every margin."""


def duel_of(pair: Pair, lines: Sequence[Modifier] | None = None) -> Duel:
    """Both rolls of an attack on one target; `lines` are those of another roll than a shot at it."""
    guard = rolled_with(defense_lines(pair)) if rolls_defense(pair.target) else None
    return Duel(rolled_with(attack_lines(pair) if lines is None else lines), guard)


@heeds("tactical.2.6.4-warning")
def warned_in(duel: Duel) -> Duel:
    """The same with the target warned by a Command Point."""
    if duel.guard is None:
        return duel
    return duel._replace(guard=duel.guard._replace(modifier=duel.guard.modifier + warning_line().value))


@heeds("tactical.3.4.1", "tactical.3.4.2-precision", "tactical.3.4.3-scatter")
def amount_at(pair: Pair, margin: int) -> int:
    """The damage points of an attack by its margin: a hit, nothing by what finds a tiny thing, or the concussion."""
    if margin <= 0:
        return shaken_at(pair, margin) if pair.use.spread else 0
    called = pair.use.called if pair.target is pair.aimed else ""
    if called and found_by(pair.target, called, margin + freed(pair))[1]:
        return 0
    return damage_at(pair, margin)


def shaken_at(pair: Pair, margin: int) -> int:
    """What a blast does to who is not hit: half the DM; an indirect one only if it does not land too far away."""
    if not is_blast(pair.state, pair.use.weapon):
        return 0
    close = pair.use.way != INDIRECT or -margin * INCH <= blast_reach(pair.state, pair.use.weapon)
    return concussion(dm_of(pair)) if close else 0


@lru_cache(maxsize=KEPT)
@heeds("tactical.2.3.3")
def margins(duel: Duel) -> Spread:
    """How often each margin comes up."""
    theirs = Spread(0, (1,), 1) if duel.guard is None else total_odds(duel.guard)
    return margin_of(total_odds(duel.attack), theirs)


@lru_cache(maxsize=KEPT)
@heeds("tactical.ref-fumble-effects")
def hits_of(duel: Duel) -> int:
    """In how many of all rolls it hits: a higher total, or any attack that comes to 0 against a fumbled defense."""
    found = margins(duel).at_least(1)
    if duel.guard is None:
        return found
    bare = total_odds(Skill(duel.attack.dice))
    nothing = sum(ways for face, ways in bare.items() if face > 0 and face + duel.attack.modifier <= 0)
    return found + nothing * fumble_odds(duel.guard)[0]


def points_lost(unit: Unit) -> int:
    """Points of a vehicle that are gone: counters of both kinds."""
    return WHOLE if unit.is_lost else min(WHOLE, unit.token(LIGHT) + 2 * unit.token(HEAVY))


def share_gone(unit: Unit) -> float:
    """How much of a whole unit is gone: troopers of a squad, counters, or Armor."""
    if unit.is_lost:
        return 1.0
    if unit.is_infantry:
        full = max(1, max(unit.troopers, default=1) * len(unit.troopers))
        return 1 - sum(unit.troopers) / full
    worn = unit.armor_lost / max(1, unit.card.armor)
    return min(1.0, max(points_lost(unit) / WHOLE, worn))


def step_after(unit: Unit, level: str) -> int:
    """Points that a result costs a vehicle as it is now, by its counters."""
    light, heavy = counters_after(unit.token(LIGHT), unit.token(HEAVY), level)
    lost = WHOLE if level == OVERKILL or heavy >= 2 else light + 2 * heavy
    return min(WHOLE, lost) - points_lost(unit)


def lost_to(pair: Pair, amount: int) -> float:
    """The share of the whole target that so many damage points cost."""
    target = pair.target
    if not amount:
        return 0.0
    if target.is_infantry:
        full = max(1, sum(target.troopers))
        return min(amount, full) / max(full, max(target.troopers, default=1) * len(target.troopers))
    level = level_of(amount, armor_against(pair))
    if pair.state.switch(DETAILED_DAMAGE):
        return BY_TABLES[level]
    return step_after(target, level) / WHOLE


def armor_against(pair: Pair) -> int:
    """The Armor that meets this attack."""
    arc = sided(pair.arc, pair.target, pair.attacker.x, pair.attacker.y)
    cover = partial_cover(pair.state, pair.target, pair.attacker).armor
    return armor_of(pair.state, pair.target, arc, pair.use.weapon) + cover


def mean_lost(pair: Pair, duel: Duel, amounts: Amounts | None = None) -> float:
    """The share of the whole target to expect of an attack."""
    found, counts = margins(duel), amounts or partial(amount_at, pair)
    ways = ((margin, many) for margin, many in found.items() if margin > 0 or pair.use.spread)
    return sum(lost_to(pair, counts(margin)) * many for margin, many in ways) / found.total


def odds_card(pair: Pair, duel: Duel, amounts: Amounts | None = None) -> OddsCard:
    """The odds as a player reads them: none, Light, Heavy, Overkill; of a squad damage points."""
    found, ended, counts = margins(duel), 0, amounts or partial(amount_at, pair)
    done: dict[int, int] = {}
    for margin, ways in found.items():
        amount = counts(margin)
        if pair.target.is_infantry:
            worth, gone = amount, amount >= sum(pair.target.troopers) > 0
        else:
            level = level_of(amount, armor_against(pair))
            worth, gone = LEVELS.index(level), ends_it(pair, level)
        done[worth] = done.get(worth, 0) + ways
        ended += ways if gone else 0
    odds = odds_of(Exact(found.total, hits_of(duel), done, destroyed=ended))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage, 0.0, odds.destroyed or 0.0)


def ends_it(pair: Pair, level: str) -> bool:
    """Whether a result puts a vehicle out of action at once."""
    if level == OVERKILL or pair.state.switch(DETAILED_DAMAGE):
        return level == OVERKILL
    return points_lost(pair.target) + step_after(pair.target, level) >= WHOLE


def skill_text(skill: Skill) -> str:
    """A roll as a player makes it, and what it comes to on average."""
    dice = f"{skill.dice}D6" if skill.dice else "2D6, the lower"
    more = f" {skill.modifier:+d}" if skill.modifier else ""
    return f"{dice}{more}, mean {total_odds(skill).mean():.2f}"


def bare_odds(attack: int, defense: int, multiplier: int, armor: int) -> OddsCard:
    """The odds of bare skills: none, Light, Heavy or Overkill."""
    found, blow = margin_odds(Skill(attack), Skill(defense)), Blow(multiplier, armor, len(LEVELS) - 1)
    hits, total = hit_odds(blow, found)
    odds = odds_of(Exact(total, hits, dict(steps_odds(blow, found).items())))
    return OddsCard(odds.p_hit, odds.mean_damage, odds.damage)
