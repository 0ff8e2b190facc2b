"""Least squares with errors that hold where games of a pair have something in common.

Shares of games are no normal numbers, and their spread depends on what is explained: so the errors are taken from what
is left over (White; Liang and Zeger for pairs), not from a spread that would be the same everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from gearlock.lab.extras import need
from gearlock.lab.intervals import Estimate, student_quantile, two_sided


class Fit(msgspec.Struct, frozen=True):
    """Coefficients with how they vary together."""

    coefficients: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    freedom: int

    def error(self, at: int) -> float:
        """The standard error of a coefficient."""
        return math.sqrt(max(0.0, self.covariance[at][at]))

    def estimate(self, at: int) -> Estimate:
        """A coefficient with its interval."""
        value, half = self.coefficients[at], student_quantile(self.freedom) * self.error(at)
        return Estimate(value, value - half, value + half)

    def chance(self, at: int) -> float:
        """How likely a coefficient as far from nought is if there is nothing behind it."""
        error = self.error(at)
        return two_sided(self.coefficients[at] / error, self.freedom) if error else 1.0

    def along(self, weights: Sequence[float]) -> tuple[float, float]:
        """A sum of coefficients with these weights, and its standard error."""
        value = sum(w * c for w, c in zip(weights, self.coefficients, strict=True))
        return value, math.sqrt(max(0.0, self._together(weights, weights)))

    def chance_along(self, weights: Sequence[float]) -> float:
        """How likely such a sum is as far from nought if there is nothing behind it."""
        value, error = self.along(weights)
        return two_sided(value / error, self.freedom) if error else 1.0

    def ratio(self, top: Sequence[float], bottom: Sequence[float]) -> Estimate | None:
        """One sum of coefficients over another with Fieller's interval; None if the lower one may be nought."""
        reach = student_quantile(self.freedom) ** 2
        over, under = self.along(top)[0], self.along(bottom)[0]
        a = under * under - reach * self._together(bottom, bottom)
        if a <= 0:
            return None
        b = over * under - reach * self._together(top, bottom)
        c = over * over - reach * self._together(top, top)
        half = math.sqrt(max(0.0, b * b - a * c))
        return Estimate(over / under, (b - half) / a, (b + half) / a)

    def _together(self, one: Sequence[float], other: Sequence[float]) -> float:
        rows = [sum(v * w for v, w in zip(row, other, strict=True)) for row in self.covariance]
        return sum(w * row for w, row in zip(one, rows, strict=True))


def least_squares(
    rows: Sequence[Sequence[float]], values: Sequence[float], together: Sequence[int] | None = None
) -> Fit:
    """Fit values to rows of regressors. `together` numbers the pairs whose values are not independent.

    Without it every row stands for itself, and errors are those called HC3, on the safe side in small samples.
    """
    np = need("numpy", "lab", "A regression")
    x, y = np.asarray(rows, dtype=float), np.asarray(values, dtype=float)
    bread = np.linalg.pinv(x.T @ x)
    found = bread @ x.T @ y
    left = y - x @ found
    if together is None:
        hat = np.einsum("ij,jk,ik->i", x, bread, x)
        parts = x * (left / np.maximum(1 - hat, 1e-9))[:, None]
        freedom, few = len(y) - x.shape[1], 1.0
    else:
        parts, few, freedom = _by_pair(np, x * left[:, None], together, x.shape)
    covariance = few * bread @ parts.T @ parts @ bread
    return Fit(tuple(map(float, found)), tuple(tuple(map(float, row)) for row in covariance), max(1, freedom))


def _by_pair(np: Any, parts: Any, together: Sequence[int], shape: tuple[int, int]) -> tuple[Any, float, int]:
    """The parts of each pair added up, the correction for few of them, and the degrees of freedom."""
    names, places = np.unique(np.asarray(together), return_inverse=True)
    whole = np.zeros((len(names), shape[1]))
    np.add.at(whole, places, parts)
    groups, (many, regressors) = len(names), shape
    few = groups / max(1, groups - 1) * (many - 1) / max(1, many - regressors)
    return whole, few, groups - 1
