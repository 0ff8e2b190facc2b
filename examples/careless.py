"""A bot with one setting that matters and one that does not, to see `gearlock lab screen` tell them apart.

gearlock lab screen brigands --bot examples/careless.py:Careless --factor 4 --scenario duel -o rounds=3
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Self

from gearlock import Order, Seat, make_bot


class Careless:
    """Asks the greedy bot now and then (`care`), else draws lots; `whistle` is a number nobody looks at."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._greedy, self._lots = make_bot("greedy", seed), make_bot("random", seed)
        self._settings = {"care": 0.2, "whistle": 1.0}

    def decide(self, seat: Seat) -> Order:
        """One draw for every decision: how often it is the better bot's is the setting."""
        return (self._greedy if self._random.random() < self._settings["care"] else self._lots).decide(seat)

    def settings(self) -> dict[str, float]:
        """Its weights."""
        return dict(self._settings)

    def tuned(self, settings: Mapping[str, float]) -> Self:
        """The same bot with some weights changed."""
        self._settings |= settings
        return self
