"""Studies: what is to be played to answer a question, as data. Each game of one follows from its number alone.

That is what lets any process on any machine play any game, and what makes a study that was stopped go on.
"""

from __future__ import annotations

from typing import Protocol

from gearlock.kernel.system import Setup
from gearlock.lab.drawn_forces import DrawnForces
from gearlock.lab.match import Game, Match
from gearlock.lab.round_robin import RoundRobin
from gearlock.lab.screening import Screening


class Study(Protocol):
    """Games by number. Games 2k and 2k + 1 are a pair: one seed, sides swapped."""

    @property
    def system(self) -> str:
        """The system it is played in."""
        ...

    def game(self, number: int) -> Game:
        """Seed, scenario and seats of a game."""
        ...

    def setup(self, game: Game) -> Setup:
        """What is laid out for it."""
        ...

    def bot(self, contender: str) -> str:
        """The bot that plays for a contender, without `bot:`."""
        ...

    def contenders(self) -> tuple[str, ...]:
        """Who contends in it, by letter."""
        ...

    def fingerprint(self) -> str:
        """What it all amounts to, with the contents of any files it names."""
        ...

    def title(self) -> str:
        """The study as a part of a file's name."""
        ...

    def name(self, contender: str) -> str:
        """What a contender is called in reports."""
        ...


AnyStudy = Match | RoundRobin | DrawnForces | Screening
"""All kinds of studies that results are kept of."""
