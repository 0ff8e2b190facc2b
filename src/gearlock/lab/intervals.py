"""How sure a number is: intervals for shares of games in pairs, and Student's distribution for few of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import msgspec

SURE = 0.95
"""How often an interval is to hold the true value."""
TINY = 1e-300
STEPS = 400


class Estimate(msgspec.Struct, frozen=True):
    """A number with the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float

    @property
    def is_above(self) -> bool:
        """Shown to be more than nought."""
        return self.low > 0

    @property
    def is_below(self) -> bool:
        """Shown to be less than nought."""
        return self.high < 0


def paired_share(pairs: Sequence[float]) -> Estimate:
    """The mean of what a contender got out of each pair of games (0 to 1), with its interval.

    Both games of a pair share map and dice, so pairs are what is independent, not games. The interval is Wilson's for
    as many independent games as would vary as the pairs do (never more than there were games, two to a pair), with
    Student's quantile for the number of pairs. Pairs that all ended alike count as one game each.
    """
    many = len(pairs)
    if not many:
        return Estimate(0.5, 0.0, 1.0)
    share = sum(pairs) / many
    if many == 1:
        return Estimate(share, 0.0, 1.0)
    variance = sum((each - share) ** 2 for each in pairs) / (many - 1) / many
    games = min(share * (1 - share) / variance, 2.0 * many) if variance > 0 else float(many)
    return wilson_with(share, max(games, 1.0), student_quantile(many - 1))


def wilson_with(share: float, games: float, reach: float) -> Estimate:
    """Wilson's interval of a share of so many games, so many standard deviations either side."""
    square = reach * reach
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = reach / (1 + square / games) * math.sqrt(share * (1 - share) / games + square / (4 * games * games))
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


@cache
def student_quantile(freedom: int, sure: float = SURE) -> float:
    """Standard errors either side that hold the true mean so often, with so many degrees of freedom."""
    low, high = 0.0, 2.0
    while student_within(high, freedom) < sure:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if student_within(middle, freedom) < sure else (low, middle)
    return (low + high) / 2


def student_within(reach: float, freedom: int) -> float:
    """The chance that Student's t lies between minus and plus this."""
    return 1 - _beta_share(freedom / (freedom + reach * reach), freedom / 2, 0.5)


def two_sided(score: float, freedom: int) -> float:
    """The chance of a t as far from nought as this or farther, if there is nothing."""
    return 1.0 if score == 0 else _beta_share(freedom / (freedom + score * score), freedom / 2, 0.5)


def _beta_share(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz's way of computing one)."""
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_share(1 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x))
    c, d = 1.0, 1 / _not_nought(1 - (a + b) * x / (a + 1))
    whole = d
    for m in range(1, STEPS):
        for top in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d, c = 1 / _not_nought(1 + top * d), _not_nought(1 + top / c)
            whole *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * whole / a


def _not_nought(value: float) -> float:
    return value if abs(value) > TINY else TINY


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of several findings, each corrected for there being several (Holm): below 0.05 it stands."""
    order = sorted(range(len(chances)), key=lambda at: chances[at])
    found, least = [1.0] * len(chances), 0.0
    for place, at in enumerate(order):
        least = max(least, min(1.0, chances[at] * (len(chances) - place)))
        found[at] = least
    return found
