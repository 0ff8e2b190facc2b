"""Looking after every pair of games and stopping when it is sure, without being fooled by looking so often.

An interval made for one look is wrong far more often than once in twenty if one looks again and again and stops when
it pleases. The interval here is a confidence sequence: somebody bets against every possible true share, predicting
nothing from games to come; were the share true, nobody could expect to win, and by Ville's inequality a stake grows
to twenty times itself at any time whatsoever in at most one case of twenty. A share against which the bets have won
that much is ruled out for good. (Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from gearlock.lab.intervals import Estimate

GRID = 400
"""The shares that are bet against: nought to one in so many steps, an even number of them."""
TRUNCATED = 0.5
"""No bet stakes more than this part of all there is to lose."""
EVEN = 0.5


class Sure:
    """What is known of a mean after each further value between nought and one, whenever one looks.

    `error` is the chance that the true mean is ever outside.
    """

    def __init__(self, error: float = 0.05, grid: int = GRID) -> None:
        self._error, self._most = error, math.log(1 / error)
        self._values, self._sum, self._squares = 0, 0.0, 0.0
        self._grid = grid
        self._won = [[0.0, 0.0] for _ in range(grid + 1)]
        """For each share the logarithms of what two gamblers have, one betting on more and one on less."""
        self.low, self.high = 0.0, 1.0
        self.is_apart = False
        """A half has been ruled out: one side is better."""

    def add(self, value: float) -> None:
        """One more value; bets are laid by what came before it."""
        mean = (EVEN + self._sum) / (self._values + 1)
        variance = (0.25 + self._squares) / (self._values + 1)
        time = self._values + 1
        stake = math.sqrt(2 * math.log(2 / self._error) / (variance * time * math.log(time + 1)))
        for place, won in enumerate(self._won):
            share = place / self._grid
            up = min(stake, TRUNCATED / share) if share else stake
            down = min(stake, TRUNCATED / (1 - share)) if share < 1 else stake
            won[0] += math.log(max(1e-12, 1 + up * (value - share)))
            won[1] += math.log(max(1e-12, 1 - down * (value - share)))
        self._values += 1
        self._sum += value
        now = (EVEN + self._sum) / (self._values + 1)
        self._squares += (value - now) * (value - mean)
        self._narrow()

    def _narrow(self) -> None:
        """Rule out the shares against which the two gamblers together have won enough."""
        self.is_apart |= _together(self._won[self._grid // 2]) >= self._most
        left = [place / self._grid for place, won in enumerate(self._won) if _together(won) < self._most]
        step = 1 / self._grid
        if left:
            low, high = max(0.0, left[0] - step), min(1.0, left[-1] + step)
            if low <= self.high and high >= self.low:
                self.low, self.high = max(self.low, low), min(self.high, high)

    @property
    def estimate(self) -> Estimate:
        """The mean so far, with an interval that holds at every look."""
        mean = self._sum / self._values if self._values else EVEN
        return Estimate(mean, min(self.low, mean), max(self.high, mean))

    def is_settled(self, margin: float) -> bool:
        """Whether it is sure which side is better, or that neither is by more than the margin."""
        return self.is_apart or (EVEN - margin < self.low and self.high < EVEN + margin)


def until_sure(values: Iterable[float], margin: float, error: float = 0.05) -> tuple[int, Sure]:
    """How many of the values, in their order, it took to be sure; 0 if they were not enough."""
    sure = Sure(error)
    for number, value in enumerate(values, 1):
        sure.add(value)
        if sure.is_settled(margin):
            return number, sure
    return 0, sure


def _together(won: list[float]) -> float:
    """The logarithm of what two gamblers have together who began with half each."""
    high = max(won)
    return high + math.log((math.exp(won[0] - high) + math.exp(won[1] - high)) / 2)
