"""Generated battles of the Field Manual for tests: played from the first die to the first round by lot."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gearlock.kernel.asks import OPEN_OPTIONS, Ask
from gearlock.kernel.dice import Roll, Seeded
from gearlock.kernel.orders import Order
from gearlock.kernel.script import Ctx
from gearlock.systems.fieldmanual.battles import begin, prepare
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.missions.scenario import PHASES
from gearlock.systems.fieldmanual.state import State


def generated(seed: int = 7, **options: str) -> State:
    """The first state of a battle."""
    return begin(prepare("battle", seed, {key.replace("_", "-"): value for key, value in options.items()}))


class Setting:
    """A battle that is being set up: asks are answered by lot, unless somebody looks on or answers."""

    def __init__(self, state: State, seed: int = 1) -> None:
        self.state, self.lots, self.dice, self.count = state, random.Random(seed), Seeded(seed), 0
        self.lines: dict[str | None, list[str]] = {None: [], "red": [], "blue": []}
        self.asks: list[Ask] = []

    def run(
        self,
        until: Callable[[State], bool],
        answer: Callable[[State, Ask], Order | None] = lambda state, ask: None,
        look: Callable[[State, Ask], None] = lambda state, ask: None,
    ) -> State:
        """Play on step by step until something holds between two steps."""
        for _ in range(2000):
            if until(self.state):
                return self.state
            self._step(answer, look)
        raise AssertionError(f"stuck in {self.state.phase}")

    def _step(self, answer: Callable[[State, Ask], Order | None], look: Callable[[State, Ask], None]) -> None:
        ctx: Ctx[State] = Ctx(self.state, BOOK.apply)
        script = PHASES[self.state.phase](ctx)
        told = 0
        reply: Any = None
        while True:
            try:
                step = script.send(reply)
            except StopIteration:
                step = None
            for event in ctx.events[told:]:
                for seat, lines in self.lines.items():
                    line = BOOK.tell(self.state, event, seat)
                    lines += [line.text] if line is not None else []
            told = len(ctx.events)
            if step is None:
                return
            if isinstance(step, Roll):
                reply = self.dice.roll(step, self.count)
                self.count += 1
                continue
            assert isinstance(step, Ask)
            self.asks.append(step)
            look(self.state, step)
            order = answer(self.state, step) or self._any(step)
            assert BOOK.refuse(self.state, step, order) is None, f"{order}: {BOOK.refuse(self.state, step, order)}"
            reply = order

    def _any(self, ask: Ask) -> Order:
        options = list(BOOK.options(self.state, ask))
        assert options, f"nothing is offered for {ask}"
        self.lots.shuffle(options)
        for option in options:
            open_ = isinstance(option, OPEN_OPTIONS)
            order = BOOK.sample(self.state, ask, option, self.lots) if open_ else option.order
            if order is not None:
                return order
        raise AssertionError(f"no way to answer {ask}")


def is_ready(state: State) -> bool:
    """Whether everything before the first round is done."""
    return state.phase == "round"
