"""Two models in melee, for tests: laid out by hand, and scripts run on everything the dice can show."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gearlock.kernel.asks import Ask
from gearlock.kernel.dice import DiceSource, Roll, all_outcomes
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.kernel.view import Modifier
from gearlock.odds.pools import Spread
from gearlock.systems.fieldmanual.state import COMBAT, STATIONARY, State, Unit
from systems.fieldmanual.tables import activate, put, table

Sums = tuple[int, int]


def duel(apart: float = 1, red: str = "jager", blue: str = "jager", **more: Any) -> State:
    """Red, active, faces blue from the west, their bases so far apart; `red_*` and `blue_*` change them."""
    state = table()
    mine = {key[4:]: value for key, value in more.items() if key.startswith("red_")}
    theirs = {key[5:]: value for key, value in more.items() if key.startswith("blue_")}
    first = put(state, "red-1", red, 20, 20, mine.pop("facing", 0), **{"band": COMBAT, **mine})
    x = 20 + apart + first.card.radius / 1000
    second = put(state, "blue-1", blue, x, 20, theirs.pop("facing", 180), **{"band": STATIONARY, **theirs})
    second.x += second.card.radius
    activate(state, "red-1")
    return state


def pair(state: State) -> tuple[Unit, Unit]:
    return state.units["red-1"], state.units["blue-1"]


def sums(lines: tuple[Modifier, ...]) -> Sums:
    """Dice and modifier of some lines."""
    dice = sum(line.value for line in lines if line.unit == "D6")
    return dice, sum(line.value for line in lines if line.unit == "result")


def outcomes(
    begin: Callable[[], State],
    script: Callable[[Ctx[State]], Script[Any] | None],
    result: Callable[[State], Any],
    answer: Callable[[State, Ask], Order] | None = None,
) -> dict[Any, Fraction]:
    """What can come of a script: the chance of every result, over all that the dice can show."""

    def run(source: DiceSource) -> Any:
        state = begin()
        ctx: Ctx[State] = Ctx(state, lambda now, event: event.change(now))
        running, reply = script(ctx), None
        while running is not None:
            try:
                step = running.send(reply)
            except StopIteration:
                break
            reply = source.roll(step, 0) if isinstance(step, Roll) else _reply(state, step, answer)  # type: ignore[arg-type]
        return result(state)

    return all_outcomes(run)


def _reply(state: State, step: Ask, answer: Callable[[State, Ask], Order] | None) -> Order:
    return Decline() if answer is None else answer(state, step)


def shares(spread: Spread) -> dict[int, Fraction]:
    """Whole weights as chances, without those that never happen."""
    return {value: Fraction(ways, spread.total) for value, ways in spread.items() if ways}


def filled(state: State, name: str) -> int:
    """Boxes filled on a model; one beyond its track is Dead, two beyond are Destroyed."""
    unit = state.units[name]
    beyond = {"dead": 1, "destroyed": 2}.get(unit.status, 0)
    return len(unit.card.boxes) + beyond if beyond else unit.boxes
