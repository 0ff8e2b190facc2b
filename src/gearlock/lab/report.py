"""What a match came to: who won how often, on which side, how sure that is, and how long the bots thought."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from gearlock.bots.blunders import MEANINGS
from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate, paired_share
from gearlock.lab.match import CONTENDERS, Match
from gearlock.lab.scores import pair_scores
from gearlock.lab.tally import added_up

SURE = 1.959963984540054
"""Standard deviations either side of the middle that hold 95 % of a normal distribution."""


class Share(msgspec.Struct, frozen=True):
    """So many of so many, with the Wilson interval that holds the true chance in 95 of 100 cases."""

    count: int
    share: float
    low: float
    high: float


class Record(msgspec.Struct, frozen=True):
    """How one contender fared in a seat; `wins` is how sure the share of the games won there is."""

    seat: str
    games: int
    wins: Share
    won: int
    lost: int
    drawn: int


class Thinking(msgspec.Struct, frozen=True):
    """How long a bot took for its decisions, in milliseconds (to two per cent; the longest is exact)."""

    decisions: int
    median_ms: float
    p99_ms: float
    longest_ms: float


class Contender(msgspec.Struct, frozen=True):
    """One bot's part in the match."""

    bot: str
    wins: Share
    seats: tuple[Record, ...]
    faults: int
    thinking: Thinking
    blunders: dict[str, int]
    """Orders a player would laugh at, in all games together: how many of each kind."""


class Broken(msgspec.Struct, frozen=True):
    """A game in which something failed."""

    number: int
    scenario: str
    seed: int
    reason: str


class Report(msgspec.Struct, frozen=True):
    """A whole match. Games that failed through nobody's fault are in `faults`, and count for nobody.

    In `pairs` are the pairs of games that a won both of, b won both of, and all others: both games of a pair share map,
    forces and dice, so what is left when they are set against each other is skill.
    """

    system: str
    scenarios: tuple[str, ...]
    options: dict[str, str]
    seed: int
    asked: int
    games: int
    a: Contender
    b: Contender
    draws: Share
    share: Estimate
    """What a got of all points, a draw being half, with the interval of pairs: by it a is stronger or is not."""
    pairs: dict[str, int]
    by_scenario: dict[str, dict[str, int]]
    """Wins of a and of b, and draws, in each scenario."""
    mean_rounds: float
    mean_decisions: float
    mean_seconds: float
    faults: tuple[Broken, ...]


def wilson(count: int, of: int) -> Share:
    """The share with its interval; of nothing, everything is possible."""
    if of == 0:
        return Share(count, 0.0, 0.0, 1.0)
    share, square = count / of, SURE * SURE
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = SURE / (1 + square / of) * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Share(count, share, 0.0 if count == 0 else low, 1.0 if count == of else high)


def report_on(match: Match, games: Sequence[Played], asked: int) -> Report:
    """Add the games of a match up, in their order, so that it does not matter who played them when."""
    ordered = sorted(games, key=lambda game: game.number)
    counted = [game for game in ordered if not game.fault or game.blame]
    draws = sum(not game.winner for game in counted)
    faults = [Broken(game.number, game.scenario, game.seed, game.reason) for game in ordered if game.fault]
    return Report(
        system=match.system,
        scenarios=match.scenarios,
        options=match.options,
        seed=match.seed,
        asked=asked,
        games=len(counted),
        a=_contender(match, "a", counted, ordered),
        b=_contender(match, "b", counted, ordered),
        draws=wilson(draws, len(counted)),
        share=paired_share(pair_scores(counted, "a")),
        pairs=_pairs(counted),
        by_scenario={scenario: _score(scenario, counted) for scenario in match.scenarios},
        mean_rounds=_mean([game.rounds for game in counted]),
        mean_decisions=_mean([game.decisions for game in counted]),
        mean_seconds=_mean([game.seconds for game in counted]),
        faults=tuple(faults),
    )


def _contender(match: Match, who: str, counted: Sequence[Played], ordered: Sequence[Played]) -> Contender:
    seats = next((tuple(game.seats) for game in ordered), ())
    times = added_up(game.thinking[who] for game in ordered if who in game.thinking)
    return Contender(
        bot=match.bot(who),
        wins=wilson(sum(game.winner == who for game in counted), len(counted)),
        seats=tuple(_record(who, seat, counted) for seat in seats),
        faults=sum(game.blame == who for game in ordered),
        thinking=Thinking(times.count, times.quantile(0.5), times.quantile(0.99), times.longest / 1000),
        blunders={kind: sum(game.blunders.get(who, {}).get(kind, 0) for game in ordered) for kind in MEANINGS},
    )


def _record(who: str, seat: str, counted: Sequence[Played]) -> Record:
    there = [game for game in counted if game.seats[seat] == who]
    won = sum(game.winner == who for game in there)
    drawn = sum(not game.winner for game in there)
    return Record(seat, len(there), wilson(won, len(there)), won, len(there) - won - drawn, drawn)


def _score(scenario: str, counted: Sequence[Played]) -> dict[str, int]:
    winners = [game.winner for game in counted if game.scenario == scenario]
    return {**{who: winners.count(who) for who in CONTENDERS}, "draws": winners.count("")}


def _pairs(counted: Sequence[Played]) -> dict[str, int]:
    winners = {game.number: game.winner for game in counted}
    whole = [(winners[n], winners[n + 1]) for n in winners if n % 2 == 0 and n + 1 in winners]
    both = {who: whole.count((who, who)) for who in CONTENDERS}
    return {**both, "others": len(whole) - sum(both.values())}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
