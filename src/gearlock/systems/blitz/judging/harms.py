"""What one check comes to against one defence: harm of every kind with exact weights, and which dice are alike."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.mechanics.pools.marginal import SIDES, Weights, bites_of
from gearlock.odds.pools import pool_result
from gearlock.systems.blitz.damage.hurt import (
    MARGINAL,
    blast_dice,
    blast_mark,
    damage_felt,
    hit_damage,
    net_damage,
    tank_damage,
)
from gearlock.systems.blitz.damage.persistent import KINDS
from gearlock.systems.blitz.judging.casting import Cast, Dice
from gearlock.systems.blitz.judging.victims import Victim
from gearlock.systems.blitz.weapons import Weapon

Check = tuple[int, int, int]
"""A total, how many dice reach the skill, how many show a six."""
Lie = tuple[Check, int]
"""A check and a defence as they lie on the table."""
MARGINALLY = {bites: ways // 3 for bites, ways in bites_of(1, MARGINAL).items()}
"""Whether a marginal hit bites, out of two."""
AREA, BEYOND, SCREEN = "area", "beyond", "screen"
"""Those near the target, in the blast or only in the area of the attack; and who stands before it."""


class Harm(NamedTuple):
    """What a volley does to one model: whether it hits, the damage felt, and what goes on burning."""

    hit: bool
    damage: int = 0
    kind: str = ""
    intensity: int = 0


Harms = dict[Harm, int]


@lru_cache(maxsize=1 << 12)
def checks_of(count: int, skill: int, told: bool) -> dict[Check, int]:
    """Every attack check and how often it comes, out of 6 to the count; single dice only if they are `told`."""
    if not told:
        return {(total, 0, 0): ways for total, ways in pool_result(count, 0, skill).items()}
    ways: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
    for _ in range(count):
        after: dict[tuple[int, int, int], int] = {}
        for (highest, reach, sixes), weight in ways.items():
            for face in range(1, SIDES + 1):
                key = max(highest, face), reach + (face >= skill), sixes + (face == SIDES)
                after[key] = after.get(key, 0) + weight
        ways = after
    found: dict[Check, int] = {}
    for (highest, reach, sixes), weight in ways.items():
        key = (highest + reach - (highest >= skill) if count else 1), reach, sixes
        found[key] = found.get(key, 0) + weight
    return found


@lru_cache(maxsize=1 << 12)
def checks_among(dice: Dice, skill: int, told: bool) -> dict[Check, int]:
    """Every attack check of a side that may have more or fewer dice, and how often it comes."""
    if len(dice) == 1:
        return checks_of(dice[0][0], skill, told)
    most, found = max(count for count, _ in dice), dict[Check, int]()
    for count, chances in dice:
        for check, ways in checks_of(count, skill, told).items():
            found[check] = found.get(check, 0) + ways * chances * SIDES ** (most - count)
    return found


@lru_cache(maxsize=1 << 12)
def guards_among(dice: Dice, wits: int) -> Weights:
    """Every defence of a side that may have more or fewer dice, and how often it comes."""
    most, found = max(count for count, _ in dice), Weights()
    for count, chances in dice:
        for total, ways in pool_result(count, 0, wits).items():
            found[total] = found.get(total, 0) + ways * chances * SIDES ** (most - count)
    return found


@lru_cache(maxsize=1 << 12)
def lies_of(cast: Cast, told: bool, blasts: bool) -> dict[Lie, int]:
    """Every check against every defence, like ones together, and how often they lie there."""
    found: dict[Lie, int] = {}
    guards = guards_among(cast.defence, cast.wits)
    for check, ways in checks_among(cast.attack, cast.skill, told).items():
        for defence, chances in guards.items():
            lie = like(check, defence, cast.skill, blasts)
            found[lie] = found.get(lie, 0) + ways * chances
    return found


def like(check: Check, defence: int, skill: int, blasts: bool) -> Lie:
    """Another check and defence that come to the same: of equal margin, as good, with the same dice to tell."""
    total = check[0]
    if not blasts:
        return ((0, check[1], check[2]), defence - total) if total >= defence else ((0, 0, 0), 1)
    low = skill if total >= skill else 1
    return (low, check[1], check[2]), defence + low - total


def tells(weapon: Weapon) -> bool:
    """Whether the single dice of an attack count, not the result alone."""
    return "AT" in weapon.traits


class Blow:
    """A weapon against a victim, ready to be asked what every margin does."""

    def __init__(self, weapon: Weapon, victim: Victim, skill: int, role: str = "") -> None:
        line = victim.line
        self.weapon, self.victim, self.line, self.skill, self.role = weapon, victim, line, skill, role
        self.secondary, self.blast = role in (AREA, BEYOND), 0 if role == BEYOND else blast_dice(weapon, line)
        self.whole = 2 * SIDES**self.blast * sum(ways for _, ways in victim.saves)
        self.blasts = bites_of(self.blast, blast_mark(weapon, line, victim.is_sheltered))

    @heeds("blitz.9.1", "blitz.9.1a", "blitz.10.2a", "blitz.9.5", "blitz.9.6", "blitz.wtrait.at", "blitz.2.14")
    def harms(self, check: Check, defence: int) -> Harms:
        """What a check against a defence comes to, out of `whole`."""
        total, skill = check[0], self.skill
        margin, found = total - defence, Harms()
        reaches = (total >= skill and self.role != SCREEN) or (margin >= 0 and not self.secondary)
        blasts = self.blasts if reaches else {0: SIDES**self.blast}
        for left, ways in self._margins(margin).items():
            for damage, bites in self._damages(left, check).items():
                for more, chances in blasts.items():
                    harm = self._harm(left, damage + more)
                    found[harm] = found.get(harm, 0) + ways * bites * chances
        return found

    def _margins(self, margin: int) -> Weights:
        """The margin that free tests leave of one."""
        found: Weights = {}
        for good, ways in self.victim.saves:
            left = max(0, margin - good) if margin > 0 else margin
            found[left] = found.get(left, 0) + ways
        return found

    def _damages(self, margin: int, check: Check) -> Weights:
        """The damage of a margin, out of two for the die of a marginal hit."""
        weapon, line = self.weapon, self.line
        if margin < 0 or not weapon.bites:
            return {0: 2}
        net = net_damage(weapon, line, margin, line.armor)
        marked = check[2] if weapon.pen < line.armor else check[1]
        more = tank_damage(weapon, line, margin, (SIDES,) * marked, self.skill)
        if net:
            return {hit_damage(net, 0, more, self.secondary): 2}
        found: Weights = {}
        for bite, ways in MARGINALLY.items():
            damage = hit_damage(net, bite, more, self.secondary)
            found[damage] = found.get(damage, 0) + ways
        return found

    def _harm(self, margin: int, damage: int) -> Harm:
        weapon = self.weapon
        felt = damage_felt(weapon, self.line, damage)
        if margin < 0 or weapon.persistent is None:
            return Harm(margin >= 0, felt)
        letter, rating = weapon.persistent
        return Harm(True, felt, KINDS[letter], margin + rating)


@lru_cache(maxsize=1 << 12)
def harms_of(weapon: Weapon, victim: Victim, cast: Cast) -> Harms:
    """All that a check can do to the one model that defends against it."""
    blow, found = Blow(weapon, victim, cast.skill), Harms()
    for lie, ways in lies_of(cast, tells(weapon), bool(blow.blast)).items():
        for harm, chances in blow.harms(*lie).items():
            found[harm] = found.get(harm, 0) + ways * chances
    return found
