"""Exact odds of toy attacks, taking it that nobody can guess the other's sign: each is shown one time in three."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import OddsCard
from gearlock.systems.tactical.state import Unit
from gearlock.systems.tactical.toy.attacks import FIST, blows_of
from gearlock.systems.tactical.toy.signs import DISABLED, FORFEITS, LOSES_WEAPON, SIGNS, result_of
from gearlock.systems.tactical.toy.toys import DAZED, close_left, is_prone, ranged_left

WHOLE = 4
"""Points of a toy: whatever hinders it is one, lying prone two."""
LYING = 2
WON = 1 / 9
"""The chance to win with one certain sign; a tie comes one time in three."""


class Shape(NamedTuple):
    """All that counts of a toy in an exchange of throws."""

    prone: bool
    forfeits: bool
    ranged: int
    close: int
    disabled: bool = False

    def hit_by(self, sign: str) -> Shape:
        """What it is after losing to a sign; it gives up ranged weapons first."""
        found = result_of(sign, self.prone, self.forfeits, self.ranged + self.close)
        if found == DISABLED:
            return self._replace(disabled=True)
        if found == FORFEITS:
            return self._replace(forfeits=True)
        if found == LOSES_WEAPON:
            return self._replace(ranged=self.ranged - 1) if self.ranged else self._replace(close=self.close - 1)
        return self._replace(prone=True)


Ends = dict[tuple[Shape, Shape], float]
"""How attacker and defender may come out of it, and how likely."""


def shape_of(unit: Unit) -> Shape:
    """A toy as it is now."""
    return Shape(is_prone(unit), bool(unit.token(DAZED)), len(ranged_left(unit)), len(close_left(unit)))


@lru_cache(maxsize=4096)
@heeds("tactical.3.9.2-rps", "tactical.3.9.2-close", "tactical.3.9.2-prone")
def ends_of(attacker: Shape, defender: Shape, close: bool, made: int, most: int) -> Ends:
    """Everything that can come of an attack from its throw number `made` on, `most` of them at most."""
    over = defender.disabled or attacker.prone or made >= min(most, FIST + attacker.close if close else 1)
    if made and over:
        return {(attacker, defender): 1.0}
    found: Ends = {}
    branches = [(attacker, defender, 3 * WON)]
    for sign in SIGNS:
        branches.append((attacker, defender.hit_by(sign), WON))
        hurt = attacker.hit_by(sign) if close and not defender.prone else attacker
        branches.append((hurt, defender, WON))
    for one, other, chance in branches:
        for end, more in ends_of(one, other, close, made + 1, most).items():
            found[end] = found.get(end, 0.0) + chance * more
    return found


def points_lost(before: Shape, after: Shape) -> int:
    """The points that somebody lost: all that were left if it is disabled."""
    had = LYING if before.prone else 0
    now = WHOLE if after.disabled else LYING if after.prone else 1 if after != before else 0
    return max(0, now - had)


class ToyOdds(NamedTuple):
    """The card of an attack, and what it costs the attacker on average, as a share of a toy."""

    card: OddsCard
    cost: float


def toy_odds(unit: Unit, target: Unit, close: bool, most: int = 0) -> ToyOdds:
    """The odds of a ranged attack, or of a close combat in which the attacker always goes on."""
    attacker, defender = shape_of(unit), shape_of(target)
    damage: dict[int, float] = {}
    cost = hit = 0.0
    for (one, other), chance in ends_of(attacker, defender, close, 0, most or blows_of(unit)).items():
        points = points_lost(defender, other)
        damage[points] = damage.get(points, 0.0) + chance
        cost += chance * points_lost(attacker, one) / WHOLE
        hit += chance * (other != defender)
    mean = sum(points * chance for points, chance in damage.items())
    left = WHOLE - LYING if defender.prone else WHOLE
    return ToyOdds(OddsCard(hit, mean, dict(sorted(damage.items())), p_destroyed=damage.get(left, 0.0)), cost)
