"""The orders that the options of a decision stand for, each once: a few at first, more for whoever asks again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from gearlock.bots.blunders import Sense
from gearlock.kernel.asks import OPEN_OPTIONS, Option
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.system import Chooser

FEWEST = 2
"""Samples of an open option at least, whenever there are some."""


class Fan:
    """What a seat could answer now, as far as it has been looked for."""

    def __init__(self, seat: Seat, options: Iterable[Option], chooser: Chooser) -> None:
        self.seat, self._chooser = seat, chooser
        self._plain, self._open = list[Option](), list[Option]()
        for option in options:
            (self._open if isinstance(option, OPEN_OPTIONS) else self._plain).append(option)
        self._known = set[Order]()
        self.has_sense = False
        """Something was found here that is not senseless."""

    @cached_property
    def sense(self) -> Sense:
        """What makes sense here."""
        return Sense(self.seat.view(), self.seat.name)

    def orders(self, samples: int) -> Iterator[tuple[Option, Order]]:
        """What there is but for open options; those take turns being completed, so many times in all."""
        while self._plain:
            option = self._plain.pop(0)
            yield option, option.order
        left = max(samples, FEWEST * len(self._open))
        while self._open and left > 0:
            for option in tuple(self._open):
                order = self.seat.sample(option, self._chooser)
                left -= 1
                if order is None:
                    self._open.remove(option)
                elif order not in self._known:
                    self._known.add(order)
                    yield option, order
