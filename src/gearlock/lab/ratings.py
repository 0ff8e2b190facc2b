"""How strong entrants are who met each other: Bradley and Terry's model, on the scale of chess ratings.

The chance that one beats another depends on the difference of their strengths alone: 400 points are odds of ten to
one. A draw is half a win. Strengths are told from the middle of all entrants, which is nought.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from gearlock.lab.intervals import Estimate, student_quantile

POINTS = 400 / math.log(10)
"""Points of rating for a unit of the logarithm of odds."""
MANY_SEEDS = 20
"""From so many seeds on, what games of one seed have in common is taken from the games themselves."""
NORMAL = 1.959963984540054
Matrix = list[list[float]]


class Meeting(msgspec.Struct, frozen=True):
    """A game of two entrants and what the first got out of it: 1, a half, or 0."""

    first: str
    second: str
    score: float
    seed: int


class Ratings(msgspec.Struct, frozen=True):
    """Strengths by entrant, and how far they lie apart.

    `lent`: half a win was lent to both sides of each pairing. `by_seed`: the intervals take account of what games of
    one seed have in common.
    """

    strengths: dict[str, Estimate]
    differences: dict[tuple[str, str], Estimate]
    lent: bool
    by_seed: bool


def rate(entrants: Sequence[str], meetings: Sequence[Meeting]) -> Ratings:
    """The strengths that make what happened likeliest.

    Where somebody won everything, or a group of entrants won all its games against the rest, no finite strengths do:
    then half a win is lent to both sides of every pairing. Games that all ended alike do not tell how much they vary:
    how sure that is, is then taken from the model and not from them.
    """
    many = len(entrants)
    lent = not _is_connected(entrants, meetings)
    games = [(m.first, m.second, m.score, m.seed) for m in meetings]
    loans = sorted({(min(m.first, m.second), max(m.first, m.second)) for m in meetings}) if lent else []
    place = {name: at for at, name in enumerate(entrants)}
    counted = [(place[a], place[b], score, 1.0, seed) for a, b, score, seed in games]
    counted += [(place[a], place[b], 0.5, 1.0, 0) for a, b in loans]
    strengths = _likeliest(many, counted)
    bread = inverse(_information(strengths, counted))
    seeds = {seed for *_, seed in games}
    by_seed = len(seeds) >= MANY_SEEDS and not lent
    spread = _sandwich(bread, strengths, counted[: len(games)]) if by_seed else bread
    reach = student_quantile(len(seeds) - 1) if by_seed else NORMAL
    middle = sum(strengths) / len(strengths)
    whole = {
        name: _estimate(strengths[at] - middle, spread, _from_middle(at, many), reach) for name, at in place.items()
    }
    apart = {
        (one, other): _estimate(
            strengths[place[one]] - strengths[place[other]], spread, _between(place[one], place[other], many), reach
        )
        for at, one in enumerate(entrants)
        for other in entrants[at + 1 :]
    }
    return Ratings(whole, apart, lent, by_seed)


Counted = tuple[int, int, float, float, int]


def _likeliest(many: int, games: Sequence[Counted]) -> list[float]:
    """Newton's way to the top, the first entrant being nought; shortened steps where a whole one overshoots."""
    strengths = [0.0] * many
    for _ in range(100):
        slope = _slopes(strengths, games)
        step = _times(inverse(_information(strengths, games)), slope)
        longest = max(map(abs, step), default=0.0)
        short = min(1.0, 2.0 / longest) if longest else 0.0
        strengths = [old + short * change for old, change in zip(strengths, step, strict=True)]
        if longest < 1e-12:
            break
    return strengths


def _expected(strengths: Sequence[float], game: Counted) -> float:
    return 1 / (1 + math.exp(strengths[game[1]] - strengths[game[0]]))


def _slopes(strengths: Sequence[float], games: Sequence[Counted]) -> list[float]:
    slope = [0.0] * len(strengths)
    for game in games:
        more = (game[2] - _expected(strengths, game)) * game[3]
        slope[game[0]] += more
        slope[game[1]] -= more
    return slope


def _information(strengths: Sequence[float], games: Sequence[Counted]) -> Matrix:
    """Fisher's information, with a one that pins the middle: only differences can be told."""
    many = len(strengths)
    whole = [[1.0] * many for _ in range(many)]
    for game in games:
        chance = _expected(strengths, game)
        weight = chance * (1 - chance) * game[3]
        one, other = game[0], game[1]
        whole[one][one] += weight
        whole[other][other] += weight
        whole[one][other] -= weight
        whole[other][one] -= weight
    return whole


def _sandwich(bread: Matrix, strengths: Sequence[float], games: Sequence[Counted]) -> Matrix:
    """What the strengths vary by when games of one seed go together (Liang and Zeger)."""
    by_seed: dict[int, list[Counted]] = {}
    for game in games:
        by_seed.setdefault(game[4], []).append(game)
    many = len(strengths)
    meat = [[0.0] * many for _ in range(many)]
    for together in by_seed.values():
        slope = _slopes(strengths, together)
        for row in range(many):
            for column in range(many):
                meat[row][column] += slope[row] * slope[column]
    few = len(by_seed) / (len(by_seed) - 1)
    filled = [[few * value for value in row] for row in meat]
    return _product(_product(bread, filled), bread)


def _estimate(value: float, spread: Matrix, direction: Sequence[float], reach: float) -> Estimate:
    variance = sum(a * b for a, b in zip(direction, _times(spread, direction), strict=True))
    half = reach * math.sqrt(max(0.0, variance)) * POINTS
    return Estimate(value * POINTS, value * POINTS - half, value * POINTS + half)


def _from_middle(at: int, many: int) -> list[float]:
    return [(place == at) - 1 / many for place in range(many)]


def _between(one: int, other: int, many: int) -> list[float]:
    return [float(place == one) - float(place == other) for place in range(many)]


def _is_connected(entrants: Sequence[str], meetings: Sequence[Meeting]) -> bool:
    """Whether everybody has beaten everybody else, at least by way of others; draws count both ways."""
    beaten: dict[str, set[str]] = {name: set() for name in entrants}
    beaten_by: dict[str, set[str]] = {name: set() for name in entrants}
    for meeting in meetings:
        for winner, loser, got in (
            (meeting.first, meeting.second, meeting.score),
            (meeting.second, meeting.first, 1 - meeting.score),
        ):
            if got > 0:
                beaten[winner].add(loser)
                beaten_by[loser].add(winner)
    return all(len(_reached(entrants[0], ways)) == len(entrants) for ways in (beaten, beaten_by))


def _reached(start: str, ways: Mapping[str, set[str]]) -> set[str]:
    found, open_ = {start}, [start]
    while open_:
        new = ways[open_.pop()] - found
        found |= new
        open_ += new
    return found


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a small square matrix, by Gauss and Jordan with the largest pivot."""
    many = len(matrix)
    rows = [[*map(float, row), *(float(at == place) for at in range(many))] for place, row in enumerate(matrix)]
    for column in range(many):
        best = max(range(column, many), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for row in range(many):
            if row != column and (share := rows[row][column]):
                rows[row] = [value - share * other for value, other in zip(rows[row], rows[column], strict=True)]
    return [row[many:] for row in rows]


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _product(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in one]
