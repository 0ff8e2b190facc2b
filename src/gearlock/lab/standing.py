"""What a round robin came to: each pairing with its interval, what was left, who struck down whom, and strengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate, paired_share
from gearlock.lab.ratings import Meeting, Ratings, rate
from gearlock.lab.report import Broken
from gearlock.lab.round_robin import RoundRobin
from gearlock.lab.scores import counted, mean, pair_scores, points_left, score
from gearlock.lab.stopping import Stopping


class Side(msgspec.Struct, frozen=True):
    """One side of a pairing: wins, models lost of those it had, and points left, on average."""

    contender: str
    name: str
    wins: int
    lost: float
    of: float
    left: float | None
    price: float


class Pairing(msgspec.Struct, frozen=True):
    """Two entrants. `share` is what the first got out of all there was to get, a draw being half.

    `at_any_time` is there when the study was to stop by itself: an interval that holds however often one looks.
    """

    first: Side
    second: Side
    games: int
    draws: int
    share: Estimate
    at_any_time: Estimate | None
    settled: bool
    by_seat: dict[str, float]
    """What the first got where it sat in this seat."""
    rounds: float


class Kill(msgspec.Struct, frozen=True):
    """How often models of one kind struck down models of another; without an attacker it fell otherwise."""

    by: str
    by_model: str
    whose: str
    model: str
    count: int


class Strength(msgspec.Struct, frozen=True):
    """An entrant on the scale of chess ratings, the middle of all being nought."""

    contender: str
    name: str
    points: Estimate
    share: float
    games: int


class Standing(msgspec.Struct, frozen=True):
    """A whole round robin."""

    study: RoundRobin
    games: int
    pairings: tuple[Pairing, ...]
    kills: tuple[Kill, ...]
    strengths: tuple[Strength, ...]
    """The strongest first; none of two alone."""
    lent: bool
    by_seed: bool
    first_seat: Estimate
    """What the first seat got, whoever sat there: far from a half, the table favours a side."""
    margin: float | None
    faults: tuple[Broken, ...]


def standing_of(study: RoundRobin, games: Sequence[Played], stopping: Stopping | None = None) -> Standing:
    """Add the games up. With `stopping` only those count that were played before each pairing was sure."""
    kept = [game for game in games if stopping is None or stopping.counts(game.number)]
    whole = counted(kept)
    ratings = _ratings(study, whole)
    return Standing(
        study=study,
        games=len(whole),
        pairings=tuple(_pairing(study, two, whole, stopping) for two in study.pairings()),
        kills=_kills(whole),
        strengths=_strengths(study, whole, ratings),
        lent=ratings is not None and ratings.lent,
        by_seed=ratings is not None and ratings.by_seed,
        first_seat=_first_seat(whole),
        margin=stopping.margin if stopping else None,
        faults=tuple(Broken(g.number, g.scenario, g.seed, g.reason) for g in kept if g.fault),
    )


def _pairing(study: RoundRobin, two: tuple[str, str], whole: list[Played], stopping: Stopping | None) -> Pairing:
    games = [game for game in whole if study.pairing_of(game.number) == two]
    first, second = two
    seats = dict.fromkeys(seat for game in games for seat in game.seats)
    by_seat = {s: mean([score(game, first) for game in games if game.seats[s] == first]) for s in seats}
    return Pairing(
        first=_side(study, first, games),
        second=_side(study, second, games),
        games=len(games),
        draws=sum(not game.winner for game in games),
        share=paired_share(pair_scores(games, first)),
        at_any_time=stopping.estimate(two) if stopping else None,
        settled=stopping.is_settled(two) if stopping else False,
        by_seat=by_seat,
        rounds=mean([game.rounds for game in games]),
    )


def _side(study: RoundRobin, who: str, games: Sequence[Played]) -> Side:
    told = [game for game in games if who in game.losses]
    left = [share for game in games if (share := points_left(game, who)) is not None]
    return Side(
        contender=who,
        name=study.name(who),
        wins=sum(game.winner == who for game in games),
        lost=mean([game.losses[who].lost for game in told]),
        of=mean([game.losses[who].of for game in told]),
        left=mean(left) if left else None,
        price=mean([sum(each.price for each in game.models[who].values()) for game in games if who in game.models]),
    )


def _kills(games: Sequence[Played]) -> tuple[Kill, ...]:
    """The most frequent first."""
    often = Counter((fell.by, fell.by_model, fell.whose, fell.model) for game in games for fell in game.fallen)
    return tuple(Kill(*names, count) for names, count in sorted(often.items(), key=lambda each: (-each[1], each[0])))


def _first_seat(games: Sequence[Played]) -> Estimate:
    pairs: dict[int, list[float]] = {}
    for game in games:
        pairs.setdefault(game.number // 2, []).append(score(game, next(iter(game.seats.values()))))
    return paired_share([mean(each) for each in pairs.values()])


def _ratings(study: RoundRobin, games: Sequence[Played]) -> Ratings | None:
    if len(study.entrants) < 3 or not games:
        return None
    meetings = [Meeting(*two, score(g, two[0]), g.seed) for g in games for two in [study.pairing_of(g.number)]]
    return rate(study.contenders(), meetings)


def _strengths(study: RoundRobin, games: Sequence[Played], ratings: Ratings | None) -> tuple[Strength, ...]:
    if ratings is None:
        return ()
    found = []
    for who, points in ratings.strengths.items():
        own = [score(game, who) for game in games if who in game.seats.values()]
        found.append(Strength(who, study.name(who), points, mean(own), len(own)))
    return tuple(sorted(found, key=lambda each: -each.points.value))
