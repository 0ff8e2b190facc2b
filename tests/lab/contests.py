"""Short matches for tests, and bots that fail."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import Any

from gearlock.bots.uniform import RandomBot
from gearlock.kernel.orders import Order
from gearlock.kernel.registry import get_system
from gearlock.kernel.seat import Seat
from gearlock.lab.game import PATIENCE
from gearlock.lab.match import Match, arrange

SHORT = ("lab", "match", "brigands", "--a", "random", "--b", "random", "-o", "rounds=1")


def short_match(a: str = "random", b: str = "random", seed: int = 1) -> Match:
    return arrange(get_system("brigands"), (a, b), None, {"rounds": "1"}, seed)


def told(path: Path) -> list[Any]:
    """The games in a result file in their order, without what a clock measured."""
    games = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    return sorted(
        ({name: value for name, value in game.items() if name not in ("seconds", "thinking")} for game in games),
        key=lambda game: int(game["number"]),
    )


class Raising(RandomBot):
    """Gives up with an exception after a few decisions."""

    made = 0

    def decide(self, seat: Seat) -> Order:
        self.made += 1
        if self.made > 1:
            raise RuntimeError("lost my maps")
        return super().decide(seat)


class Cheating(RandomBot):
    """Answers the first question over and over."""

    first: Order | None = None

    def decide(self, seat: Seat) -> Order:
        if self.first is None:
            self.first = super().decide(seat)
        return self.first


class Mumbling(RandomBot):
    """Answers with something that is no order."""

    def decide(self, seat: Seat) -> Order:
        return "fire!"  # type: ignore[return-value]


class Sleeping(RandomBot):
    """Never answers; the alarm that would ring in the end rings soon, for it alone."""

    def decide(self, seat: Seat) -> Order:
        assert 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= PATIENCE
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        while True:
            try:
                time.sleep(60)
            except Exception:
                continue
