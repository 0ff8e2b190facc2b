"""Opposed dice pools: how often each result, each margin and each amount of damage comes up.

Weights are whole numbers out of a whole total, so nothing is rounded before it is shown. This file compiles with mypyc.
The functions that read rolled faces (`pool_score`, `silhouette_score`, `sure_damage`, `is_marginal`) are the same rules
for one roll; an engine plays with them and the odds agree with it by test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

KEPT = 65_536
"""How many answers each cache holds: every pool of an evening's play, and a bound for a server that never stops."""


@dataclass(frozen=True, slots=True)
class Spread:
    """Integer weights for the whole numbers `low`, `low` + 1, ... that together make `total`."""

    low: int
    weights: tuple[int, ...]
    total: int

    def items(self) -> Iterator[tuple[int, int]]:
        """Each number with its weight, lowest first; numbers that never come up are left out."""
        for index, weight in enumerate(self.weights):
            if weight:
                yield self.low + index, weight

    def at_least(self, least: int) -> int:
        """The weight of `least` and everything above it."""
        return sum(self.weights[max(0, least - self.low) :])

    def moment(self) -> int:
        """The sum of number times weight: divide by `total` for the mean."""
        return sum((self.low + index) * weight for index, weight in enumerate(self.weights))

    def mean(self) -> float:
        """The average number."""
        return self.moment() / self.total


class Harm(NamedTuple):
    """What a margin does to the target, as data.

    A hit needs a margin of `least` (1 against a target that slips away on equality). Damage is the margin plus `offset`
    (penetration less armor), or the margin up to `ap` if that is more. A sum of exactly nought without any piercing
    damage is a marginal hit: one more die, 1 damage on `marginal` or higher, none at all when `marginal` is 0.
    """

    offset: int = 0
    ap: int = 0
    least: int = 0
    marginal: int = 4


@dataclass(frozen=True, slots=True)
class Strike:
    """The odds of one attack: the weight of `hits` and the spread of `damage`, a miss counted as no damage.

    Both are out of `damage.total`.
    """

    hits: int
    damage: Spread


def pool_score(faces: Sequence[int], step: int = 4) -> int:
    """The highest die, and 1 more for each other die that shows `step` or better; without dice always 1."""
    if not faces:
        return 1
    highest = max(faces)
    adding = sum(1 for face in faces if face >= step)
    return highest + adding - (1 if highest >= step else 0)


def silhouette_score(faces: Sequence[int], sides: int = 6) -> int:
    """The highest die, and 1 more for each further die on its top face; all ones is a fumble, 0.

    Without dice the caller rolls two and passes the lower one.
    """
    highest = max(faces)
    if highest == 1:
        return 0
    return highest + max(0, sum(1 for face in faces if face == sides) - 1)


def _powers(base: int, most: int) -> list[int]:
    """`base` to the 0, 1, ... `most`; written out because the power of two ints has no known type when compiled."""
    row = [1]
    for _ in range(most):
        row.append(row[-1] * base)
    return row


@lru_cache(maxsize=KEPT)
def pool_result(dice: int, modifier: int = 0, step: int = 4, sides: int = 6) -> Spread:
    """The result of a pool: highest die, 1 for each other die at `step` or better, then the result modifier.

    A pool of no dice or fewer scores exactly 1, whatever the modifier. Rolls are counted by their highest face and by
    how many dice add: with `high` adding faces up to the highest, c adding dice show it in high^c - (high - 1)^c ways.
    """
    if dice <= 0:
        return Spread(1, (1,), 1)
    first = max(step, 1)
    weights = [0] * (sides + dice - 1)
    total = _powers(sides, dice)[dice]
    below = 0
    for face in range(1, min(first - 1, sides) + 1):
        ways = _powers(face, dice)[dice]
        weights[face - 1] = ways - below
        below = ways
    plain = _powers(first - 1, dice)
    choices = [comb(dice, adding) * plain[dice - adding] for adding in range(dice + 1)]
    lower = _powers(0, dice)
    for face in range(first, sides + 1):
        upper = _powers(face - first + 1, dice)
        for adding in range(1, dice + 1):
            weights[face + adding - 2] += choices[adding] * (upper[adding] - lower[adding])
        lower = upper
    return Spread(1 + modifier, tuple(weights), total)


@lru_cache(maxsize=KEPT)
def silhouette_result(dice: int, modifier: int = 0, sides: int = 6) -> Spread:
    """The result of a pool whose highest die gains 1 for each further top face, then the modifier, never below 0.

    All ones is a fumble: 0, and no modifier helps. Without dice two are rolled and the lower counts, with no gain
    for a second top face and a fumble on any 1.
    """
    weights = [0] * (max(0, sides + max(dice, 1) - 1 + modifier) + 1)
    if dice <= 0:
        for face in range(1, sides + 1):
            remaining = sides - face
            score = 0 if face == 1 else max(0, face + modifier)
            weights[score] += 2 * remaining + 1
        return Spread(0, tuple(weights), sides * sides)
    weights[0] += 1
    below = 1
    for face in range(2, sides):
        ways = _powers(face, dice)[dice]
        weights[max(0, face + modifier)] += ways - below
        below = ways
    plain = _powers(sides - 1, dice)
    for top in range(1, dice + 1):
        weights[max(0, sides + top - 1 + modifier)] += comb(dice, top) * plain[dice - top]
    return Spread(0, tuple(weights), _powers(sides, dice)[dice])


def margin_of(attack: Spread, defence: Spread) -> Spread:
    """The attacker's result less the defender's, both rolled apart."""
    falling = defence.weights[::-1]
    weights = [0] * (len(attack.weights) + len(falling) - 1)
    for start, ways in enumerate(attack.weights):
        if ways:
            for index, other in enumerate(falling, start):
                weights[index] += ways * other
    return Spread(attack.low - defence.low - len(falling) + 1, tuple(weights), attack.total * defence.total)


class Pools(NamedTuple):
    """Both sides of an opposed roll: dice, result modifiers, and from which face a further die adds."""

    attack: int
    defence: int
    attack_modifier: int = 0
    defence_modifier: int = 0
    attack_step: int = 4
    defence_step: int = 4
    sides: int = 6


@lru_cache(maxsize=KEPT)
def pool_margin(pools: Pools) -> Spread:
    """The margin of success of two opposed pools."""
    attack, defence = pool_results(pools)
    return margin_of(attack, defence)


def pool_results(pools: Pools) -> tuple[Spread, Spread]:
    """The results of two opposed pools, each rolled apart."""
    return (
        pool_result(pools.attack, pools.attack_modifier, pools.attack_step, pools.sides),
        pool_result(pools.defence, pools.defence_modifier, pools.defence_step, pools.sides),
    )


def is_marginal(margin: int, harm: Harm) -> bool:
    """Whether this margin hits and only just fails to bite, so that one more die decides."""
    return margin >= harm.least and margin + harm.offset == 0 and min(margin, harm.ap) <= 0 and harm.marginal > 0


def sure_damage(margin: int, harm: Harm) -> int:
    """The damage of this margin before any marginal hit; a miss does none."""
    if margin < harm.least:
        return 0
    return max(0, margin + harm.offset, min(margin, harm.ap))


@lru_cache(maxsize=KEPT)
def pool_strike(pools: Pools, harm: Harm) -> Strike:
    """The odds of one attack with opposed pools: how often it hits, and how often it does how much damage."""
    margins = pool_margin(pools)
    sides = pools.sides
    highest = margins.low + len(margins.weights) - 1
    weights = [0] * (max(1, sure_damage(highest, harm)) + 1)
    luck = max(0, sides + 1 - max(1, harm.marginal))
    for margin, ways in margins.items():
        if is_marginal(margin, harm):
            weights[1] += ways * luck
            weights[0] += ways * (sides - luck)
        else:
            weights[sure_damage(margin, harm)] += ways * sides
    return Strike(margins.at_least(harm.least) * sides, Spread(0, tuple(weights), margins.total * sides))
