"""A bot that thinks an activation through and keeps to its plan until it learns something new."""

from __future__ import annotations

import random

from gearlock.bots.lines import NOTHING, Line
from gearlock.bots.patience import SECONDS, Patience
from gearlock.bots.planning import Planner
from gearlock.bots.tempers import USUAL, tempers
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.orders import Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View

LOOKS = 400
"""Orders looked at for one plan at most."""
Picture = tuple[object, ...]


class TacticianBot:
    """Plans a unit's activation as a whole; offers and reactions it answers by their worth alone."""

    def __init__(self, seed: int, temper: str = USUAL, looks: int = LOOKS, seconds: float = SECONDS) -> None:
        self._random = random.Random(seed)
        self._temper = tempers()[temper]
        self._looks, self._seconds = looks, seconds
        self._plan: tuple[Order, ...] = ()
        self._unit = ""
        self._picture: Picture = ()
        self.thoughts: list[Line] = []

    def decide(self, seat: Seat) -> Order:
        """The next order of the plan, or the first of a new one."""
        ask = seat.ask
        assert ask is not None, "somebody who decides was asked"
        view = seat.view()
        picture = _picture(view, seat.name)
        if self._plan and ask.unit in (self._unit, "") and not ask.optional and picture == self._picture:
            order, self._plan = self._plan[0], self._plan[1:]
            if seat.refuse(order) is None:
                return order
        options = seat.options()
        if len(options) == 1 and not isinstance(options[0], OPEN_OPTIONS):
            return options[0].order
        self._plan, self._picture = (), picture
        patience = Patience(self._looks, self._seconds)
        planner = Planner(seat, view, self._temper, self._random)
        imagined = None if ask.optional else seat.imagine(self._random)
        if imagined is not None:
            self.thoughts = planner.plans(imagined, patience)
            best = next((line for line in self.thoughts if seat.refuse(line.orders[0]) is None), None)
            if best is not None:
                self._plan, self._unit = best.orders[1:], best.unit
                return best.orders[0]
        return _at_once(planner, seat, patience)


def _at_once(planner: Planner, seat: Seat, patience: Patience) -> Order:
    """The best order by itself, for offers and wherever nothing can be imagined."""
    steps = list(planner.steps(seat, seat.options(), NOTHING, patience))
    assert steps, f"no option of {seat.ask} could be completed"
    return max(steps, key=lambda step: step.promise).order


def _picture(view: View, name: str) -> Picture:
    """What is known of the other side: as long as it stays the same, a plan holds."""
    return tuple((p.id, p.known, p.status, p.x, p.y) for p in view.pieces if p.side != name)
