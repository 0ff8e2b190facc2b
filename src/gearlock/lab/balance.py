"""Which models win more than their price: what each is worth in games between forces drawn at random.

What a force gets out of a pair of games is explained by the models it has more of than the other. The worth of a model
is its coefficient; a point is worth what all models together are worth for each point they cost. So prices are judged
against each other: raise one and the others are cheap.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.lab.drawn_forces import DrawnForces
from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate, holm, student_quantile
from gearlock.lab.match import CONTENDERS
from gearlock.lab.regression import Fit, least_squares
from gearlock.lab.report import Broken
from gearlock.lab.scores import counted, mean, score

LEAST_SEEN = 8
"""Pairs of games in which one side has more of a model than the other, for anything to be said of it."""
PAIRS_A_MODEL = 5
"""Pairs of games there must be for each model that is judged."""
SHOWN = 0.05
READABLE = 0.005
"""The share of a game below which a worth is told of more points than one."""


class ModelWorth(msgspec.Struct, frozen=True):
    """A model: its price, its worth as a share of a game, and the price at which it would be worth that.

    `chance` is corrected for the number of models: below 0.05 the price is shown to be wrong.
    """

    model: str
    price: float
    fielded: int
    seen: int
    worth: Estimate
    suggested: Estimate | None
    chance: float

    @property
    def verdict(self) -> str:
        """What is shown about the price."""
        if self.chance >= SHOWN or self.suggested is None:
            return ""
        return "too cheap" if self.suggested.value > self.price else "too dear"


class Balance(msgspec.Struct, frozen=True):
    """Everything a study of drawn forces came to. `point` is what a point is worth as a share of a game."""

    study: DrawnForces
    games: int
    pairs: int
    point: Estimate
    models: tuple[ModelWorth, ...]
    """The most underpriced first."""
    unjudged: int
    """Models that were fielded too rarely for anything to be said."""
    faults: tuple[Broken, ...]


def readable_worth(point: Estimate) -> tuple[str, Estimate]:
    """What a point is worth; or 10, 100, 1000 of them, where one is worth too little for its worth to be read."""
    many, most = 1, max(abs(point.low), abs(point.high))
    while 0 < most * many < READABLE:
        many *= 10
    told = Estimate(point.value * many, point.low * many, point.high * many)
    return (f"{many:,} points are worth" if many > 1 else "a point is worth"), told


class _Pair(msgspec.Struct, frozen=True):
    """What the first force got beyond a half, and what it had more of than the other."""

    got: float
    more: dict[str, int]


def balance_of(study: DrawnForces, games: Sequence[Played]) -> Balance:
    """Judge the models by the games."""
    whole = counted(games)
    pairs = _pairs(whole)
    prices, often = _prices(whole)
    seen = {model: sum(bool(pair.more.get(model)) for pair in pairs) for model in prices}
    known = sorted((m for m in seen if seen[m] >= LEAST_SEEN), key=lambda model: (-seen[model], model))
    judged = known[: len(pairs) // PAIRS_A_MODEL]
    faults = tuple(Broken(g.number, g.scenario, g.seed, g.reason) for g in games if g.fault)
    if not judged:
        return Balance(study, len(whole), len(pairs), Estimate(0, -1, 1), (), len(prices), faults)
    rest = [model for model in prices if model not in judged]
    rows = [
        [*(float(pair.more.get(model, 0)) for model in judged), sum(prices[m] * pair.more.get(m, 0) for m in rest)]
        for pair in pairs
    ]
    if not any(row[-1] for row in rows):
        rows = [row[:-1] for row in rows]
    fit = least_squares(rows, [pair.got for pair in pairs])
    point = _point(fit, judged, prices, often)
    value, error = fit.along(point)
    half = student_quantile(fit.freedom) * error
    models = _judged(fit, judged, prices, point)
    found = tuple(msgspec.structs.replace(m, fielded=often[m.model], seen=seen[m.model]) for m in models)
    ranked = tuple(sorted(found, key=lambda m: -(m.worth.value / value - m.price) / m.price if value > 0 else 0))
    told = Estimate(value, value - half, value + half)
    return Balance(study, len(whole), len(pairs), told, ranked, len(rest), faults)


def _pairs(games: Sequence[Played]) -> list[_Pair]:
    found: dict[int, list[Played]] = {}
    for game in games:
        found.setdefault(game.number // 2, []).append(game)
    return [_Pair(mean([score(g, "a") for g in both]) - 0.5, _more(both[0])) for both in found.values()]


def _more(game: Played) -> dict[str, int]:
    mine, other = (game.models.get(who, {}) for who in CONTENDERS)
    counts = {m: (mine[m].models if m in mine else 0) - (other[m].models if m in other else 0) for m in {*mine, *other}}
    return {model: count for model, count in counts.items() if count}


def _prices(games: Sequence[Played]) -> tuple[dict[str, float], dict[str, int]]:
    """What each model costs on average, and how many of it took the field."""
    paid: dict[str, float] = {}
    often: dict[str, int] = {}
    for game in games:
        for brought in game.models.values():
            for model, entered in brought.items():
                paid[model] = paid.get(model, 0) + entered.price
                often[model] = often.get(model, 0) + entered.models
    return {model: paid[model] / often[model] for model in sorted(paid)}, often


def _point(fit: Fit, judged: Sequence[str], prices: dict[str, float], often: dict[str, int]) -> list[float]:
    """The weights that make a point of all coefficients: their worth for each point they cost together."""
    cost = sum(prices[model] * often[model] for model in judged)
    weights = [often[model] / cost for model in judged]
    return weights + [0.0] * (len(fit.coefficients) - len(judged))


def _judged(fit: Fit, judged: Sequence[str], prices: dict[str, float], point: Sequence[float]) -> list[ModelWorth]:
    ones = [[float(at == place) for at in range(len(fit.coefficients))] for place in range(len(judged))]
    beyond = [
        fit.chance_along([one - prices[model] * each for one, each in zip(row, point, strict=True)])
        for model, row in zip(judged, ones, strict=True)
    ]
    return [
        ModelWorth(model, prices[model], 0, 0, fit.estimate(place), fit.ratio(ones[place], point), chance)
        for place, (model, chance) in enumerate(zip(judged, holm(beyond), strict=True))
    ]
