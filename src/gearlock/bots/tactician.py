"""A bot that thinks an activation through and keeps to its plan until it learns something new."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping
from typing import Self

import msgspec

from gearlock.bots.answering import any_answer
from gearlock.bots.blunders import Sense
from gearlock.bots.guessing import by_lot
from gearlock.bots.lines import NOTHING, Line
from gearlock.bots.patience import SECONDS, Patience
from gearlock.bots.planning import Planner
from gearlock.bots.quiet import undisturbed
from gearlock.bots.tempers import USUAL, at_this_hour, tempers
from gearlock.bots.thoughts import AS_PLANNED, Thought
from gearlock.bots.turning import Turned, turned_on_the_spot
from gearlock.kernel.asks import OPEN_OPTIONS
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.seat import Seat
from gearlock.kernel.view import View

LOOKS = 1000
"""Orders looked at for one plan at most."""
Picture = tuple[object, ...]


class Plan(msgspec.Struct, frozen=True):
    """What a unit is to do next, and how the other side should look before each order if all goes as imagined."""

    orders: tuple[Order, ...] = ()
    unit: str = ""
    pictures: tuple[Picture, ...] = ()
    turned: Turned = Turned()

    def next(self) -> Plan:
        """What is left of it after its first order."""
        return Plan(self.orders[1:], self.unit, self.pictures[1:])


class TacticianBot:
    """Plans a unit's activation as a whole; offers and reactions it answers by their worth alone."""

    looks = LOOKS

    def __init__(self, seed: int, temper: str = USUAL, looks: int = 0, seconds: float = SECONDS) -> None:
        self._random = random.Random(seed)
        self._temper = tempers()[temper]
        self._looks, self._seconds = looks or self.looks, seconds
        self.memory = Plan()
        self._weighed: tuple[Thought, ...] = ()

    def decide(self, seat: Seat) -> Order:
        """The next order of the plan, or the first of a new one."""
        with undisturbed():
            turned = self.memory.turned
            return self._steady(seat, self._decide(seat), turned)

    def _steady(self, seat: Seat, order: Order, before: Turned) -> Order:
        """An order, or another where it would turn on the spot for ever."""
        view = seat.view()

        def turns(wanted: Order) -> str:
            return turned_on_the_spot(wanted, seat.preview(wanted).ends, view) if hasattr(wanted, "unit") else ""

        turned = turns(order)
        if before.is_enough(turned):
            weighed = [thought.order for thought in self._weighed if thought.order is not None]
            fixed = [option.order for option in seat.options() if not isinstance(option, OPEN_OPTIONS)]
            others = (each for each in (*weighed, *fixed) if turns(each) != turned and seat.refuse(each) is None)
            order = next(others, order)
            self.memory, turned = Plan(), turns(order)
        after = before.after(turned)
        if after != self.memory.turned:
            self.memory = msgspec.structs.replace(self.memory, turned=after)
        return order

    def _decide(self, seat: Seat) -> Order:
        ask = seat.ask
        assert ask is not None, "somebody who decides was asked"
        self._weighed = ()
        lot = by_lot(seat, self._random)
        if lot is not None:
            return lot
        view, plan = seat.view(), self.memory
        if plan.orders and ask.unit in (plan.unit, "") and not ask.optional:
            order, self.memory = plan.orders[0], Plan()
            if _picture(view, seat.name) == plan.pictures[0] and _is_sensible(seat, view, order):
                self.memory = plan.next()
                self._weighed = (Thought((AS_PLANNED,), 0.0, order=order),)
                return order
        options = seat.options()
        if len(options) == 1 and not isinstance(options[0], OPEN_OPTIONS):
            return options[0].order
        patience = Patience(self._looks, self._seconds)
        planner = Planner(seat, view, at_this_hour(self._temper, view), self._random)
        if ask.optional:
            return self._at_once(planner, seat, patience)
        self.memory = Plan()
        lines = self._plans(planner, seat, patience)
        self._weighed = tuple(Thought(line.labels, line.value, line.terms, line.orders[0], line.ends) for line in lines)
        best = next((line for line in lines if seat.refuse(line.orders[0]) is None), None)
        if best is None:
            return self._at_once(planner, seat, patience)
        known = {piece.id for piece in view.pieces}
        pictures = tuple(_picture(battle.view(seat.name), seat.name, known) for battle in best.path[:-1])
        self.memory = Plan(best.orders[1:], best.unit, pictures)
        return best.orders[0]

    def _plans(self, planner: Planner, seat: Seat, patience: Patience) -> list[Line]:
        """Lines of play, the best first; none where nothing can be imagined."""
        imagined = seat.imagine(self._random)
        return [] if imagined is None else planner.plans(imagined, patience)

    def settings(self) -> dict[str, float]:
        """The weights of its temper, by name."""
        whole = msgspec.structs.asdict(self._temper)
        return {name: value for name, value in whole.items() if isinstance(value, int | float)}

    def tuned(self, settings: Mapping[str, float]) -> Self:
        """The same bot with some weights changed."""
        self._temper = msgspec.structs.replace(self._temper, **settings)
        return self

    def thoughts(self) -> tuple[Thought, ...]:
        """The lines it weighed at its last decision."""
        return self._weighed

    def _at_once(self, planner: Planner, seat: Seat, patience: Patience) -> Order:
        """The best order by itself, for offers and wherever nothing can be imagined."""
        steps = sorted(planner.steps(seat, seat.options(), NOTHING, patience), key=lambda step: -step.promise)
        if not steps:
            return any_answer(seat, self._random)
        self._weighed = tuple(
            Thought((step.label,), step.promise, step.terms(self._temper), step.order, step.shown.ends)
            for step in steps
        )
        return steps[0].order


def _is_sensible(seat: Seat, view: View, order: Order) -> bool:
    """Whether an order that was planned is legal and still makes sense now that it is its turn."""
    if seat.refuse(order) is not None:
        return False
    return isinstance(order, Decline) or not Sense(view, seat.name).folly(order, seat.preview(order))


def _picture(view: View, name: str, known: Container[str] | None = None) -> Picture:
    """What is seen of the other side; of an imagined battle only those who are `known` now, not its phantoms."""
    others = (piece for piece in view.pieces if piece.side != name)
    return tuple((p.id, p.known, p.status, p.x, p.y) for p in others if known is None or p.id in known)
