"""How a share settled while games were added: what the line and the band of a report's plot show."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate, paired_share
from gearlock.lab.scores import pair_scores
from gearlock.lab.sequential import Sure

MOST_POINTS = 150


class Settled(msgspec.Struct, frozen=True):
    """The share after so many games."""

    games: int
    share: Estimate


def settled(games: Sequence[Played], who: str, error: float | None = None) -> list[Settled]:
    """The share of a contender after each whole pair, and after all games; the last is what a report says of them.

    With `error` the interval is the one that holds at any look, for a study that stops by itself.
    """
    ordered = sorted(games, key=lambda game: game.number)
    scores = pair_scores(ordered, who)
    ends = _ends(ordered)
    step = max(1, len(scores) // MOST_POINTS)
    wanted = {place for place in range(1, len(scores) + 1) if place % step == 0} | {len(scores)}
    sure = Sure(error) if error is not None else None
    found = []
    for place, (score, end) in enumerate(zip(scores, ends, strict=True), 1):
        if sure is not None:
            sure.add(score)
        if place in wanted:
            found.append(Settled(end, sure.estimate if sure is not None else paired_share(scores[:place])))
    return found


def _ends(ordered: Sequence[Played]) -> list[int]:
    """How many games there were at the end of each pair."""
    last = {game.number // 2: place for place, game in enumerate(ordered, 1)}
    return list(last.values())
