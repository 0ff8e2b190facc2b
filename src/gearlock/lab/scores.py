"""What contenders got out of games, pair by pair: the numbers that all reports are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gearlock.lab.game import Played


def counted(games: Iterable[Played]) -> list[Played]:
    """The games that count, in order: all but those that failed through nobody's fault."""
    return sorted((game for game in games if not game.fault or game.blame), key=lambda game: game.number)


def score(game: Played, contender: str) -> float:
    """1 for a win, a half for a draw."""
    return 1.0 if game.winner == contender else 0.0 if game.winner else 0.5


def pair_scores(games: Sequence[Played], contender: str) -> list[float]:
    """The mean of what a contender got out of each pair of games, in order; half a pair counts as what there is."""
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.number // 2, []).append(score(game, contender))
    return [sum(pairs[pair]) / len(pairs[pair]) for pair in sorted(pairs)]


def mean(values: Sequence[float]) -> float:
    """The mean; nought of nothing."""
    return sum(values) / len(values) if values else 0.0


def points_left(game: Played, contender: str) -> float | None:
    """What is left of a force at the end, as a share of what it cost; None where that is not told."""
    brought = game.models.get(contender, {})
    paid = sum(each.price for each in brought.values())
    if not paid:
        return None
    return 1 - sum(each.price * each.lost / each.models for each in brought.values()) / paid
