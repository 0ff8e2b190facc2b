"""A round robin that stops by itself: each pairing when it is sure, by the games in their order alone.

Which games count does not depend on who played them when: those that were under way when a pairing became sure are
kept in the results and left out of the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gearlock.lab.game import Played
from gearlock.lab.intervals import Estimate
from gearlock.lab.round_robin import RoundRobin
from gearlock.lab.scores import pair_scores
from gearlock.lab.sequential import Sure

ERROR = 0.05
"""The chance that anything at all which is said to be sure is wrong; the pairings share it."""


class Stopping:
    """What is sure so far, told game by game as they come."""

    def __init__(self, study: RoundRobin, margin: float, most: int) -> None:
        self.margin = margin
        self._study, self._most = study, most
        pairings = study.pairings()
        self._sure = {two: Sure(ERROR / len(pairings)) for two in pairings}
        self._next = {two: place for place, two in enumerate(pairings)}
        """For each pairing the first pair of games that has not been looked at."""
        self._games: dict[int, Played] = {}

    def add(self, game: Played) -> None:
        """One more game, in whatever order they come."""
        self._games[game.number] = game
        two = self._study.pairing_of(game.number)
        laps = len(self._sure)
        while not self.is_settled(two) and (both := self._pair(self._next[two])):
            whole = [game for game in both if not game.fault or game.blame]
            for score in pair_scores(whole, two[0]):
                self._sure[two].add(score)
            self._next[two] += laps

    def _pair(self, pair: int) -> tuple[Played, Played] | None:
        one, other = self._games.get(2 * pair), self._games.get(2 * pair + 1)
        return (one, other) if one and other else None

    def is_settled(self, two: tuple[str, str]) -> bool:
        """Whether a pairing needs no more games."""
        return self._sure[two].is_settled(self.margin)

    def estimate(self, two: tuple[str, str]) -> Estimate:
        """What the first of a pairing gets, with an interval that holds at every look."""
        return self._sure[two].estimate

    def counts(self, number: int) -> bool:
        """Whether a game was played before its pairing was sure."""
        two = self._study.pairing_of(number)
        return not self.is_settled(two) or number // 2 < self._next[two]

    def missing(self, played: Iterable[int]) -> Iterator[int]:
        """The games to play, in order, each as long as its pairing is not sure."""
        there = set(played)
        for number in range(self._most):
            if number not in there and not self.is_settled(self._study.pairing_of(number)):
                yield number

    @property
    def is_over(self) -> bool:
        """Whether everything is sure."""
        return all(map(self.is_settled, self._sure))
