"""A bot without preferences: the floor every other bot is measured against."""

from __future__ import annotations

import random

from gearlock.bots.answering import any_answer
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat


class RandomBot:
    """Every option is as likely as another; open ones are completed by the system's sampler."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def decide(self, seat: Seat) -> Order:
        """Pick an option; one that cannot be completed is put aside and another picked."""
        options = list(seat.options())
        while options:
            option = options.pop(self._random.randrange(len(options)))
            if not isinstance(option, OPEN_OPTIONS):
                return option.order
            order = seat.sample(option, self._random)
            if order is not None and seat.refuse(order) is None:
                return order
        return any_answer(seat, self._random)
