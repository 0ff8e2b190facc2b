"""Tables of the Field Manual for tests of chapters: models put where a test wants them, scripts run with dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

from gearlock.kernel.asks import Ask, AskSealed
from gearlock.kernel.dice import Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Decline, Order
from gearlock.kernel.script import Ctx, Script
from gearlock.systems.fieldmanual.datacards import Card, all_cards
from gearlock.systems.fieldmanual.state import FIELDED, Activation, State, Unit
from gearlock.table.measure import INCH
from gearlock.table.polygon import rectangle
from gearlock.table.terrain import Ground, Piece

T = TypeVar("T")
Answer = Callable[[State, Ask], Order]


def mils(inches: float) -> int:
    return round(inches * INCH)


def piece(kind: str, box: tuple[float, float, float, float], top: float = 0, **more: Any) -> Piece:
    """A rectangle of terrain in inches (x0, y0, x1, y1); `rating`, `base`, `footing` and `props` as on a map."""
    name = more.pop("id", f"{kind}-{'-'.join(f'{side:g}' for side in box)}")
    base = mils(more.pop("base", 0))
    return Piece(name, more.pop("name", kind.title()), kind, rectangle(*map(mils, box)), mils(top), base, **more)


def table(*pieces: Piece, size: tuple[float, float] = (72, 48)) -> State:
    """An empty table in the middle of the first round, red's turn to activate."""
    ground = Ground(mils(size[0]), mils(size[1]), tuple(pieces), "test")
    state = State(ground, {}, phase="action", round=1, turn="red", first="red")
    return state


def put(state: State, name: str, card: str | Card, x: float, y: float, facing: float = 90, **more: Any) -> Unit:
    """A model on a table, by its id (red-1), with its Actions; `stats` changes entries of its card."""
    stats = more.pop("stats", {})
    line = all_cards()[card] if isinstance(card, str) else card
    line = msgspec.structs.replace(line, **stats) if stats else line
    seat = name.partition("-")[0]
    unit = Unit(name, seat, f"{seat.title()} {line.name} {name.partition('-')[2]}", line)
    unit.x, unit.y, unit.facing = mils(x), mils(y), round(facing * 10)
    unit.status, unit.mode, unit.actions, unit.tv = FIELDED, line.primary, line.actions, line.tv
    for key, value in more.items():
        setattr(unit, key, value)
    state.units[name] = unit
    return unit


def activate(state: State, name: str, **more: Any) -> Unit:
    """Make a model the one that is being activated."""
    unit = state.units[name]
    state.activation = Activation(name, banded=True, **more)
    state.turn, state.group = unit.seat, unit.group
    return unit


class Played:
    """A script that has been run: its context, what it gave back, the rolls it made and what it asked."""

    def __init__(self, ctx: Ctx[State], value: Any, rolls: list[Roll], asks: list[Ask], left: int) -> None:
        self.ctx, self.value, self.rolls, self.asks, self.left = ctx, value, rolls, asks, left

    @property
    def state(self) -> State:
        return self.ctx.state

    @property
    def events(self) -> list[Event]:
        return self.ctx.events

    def of(self, kind: type[T]) -> list[T]:
        """The events of one kind."""
        return [event for event in self.ctx.events if isinstance(event, kind)]


def play(
    state: State,
    script: Callable[[Ctx[State]], Script[Any] | None],
    *dice: Iterable[int],
    answer: Answer | None = None,
) -> Played:
    """Run a script with these throws in order; whoever is asked declines, unless `answer` speaks for it.

    All dice must be used up, and none may be missing.
    """
    ctx: Ctx[State] = Ctx(state, lambda now, event: event.change(now))
    running, throws = script(ctx), [tuple(throw) for throw in dice]
    rolls: list[Roll] = []
    asks: list[Ask] = []
    value: Any = None
    reply: Any = None
    while running is not None:
        try:
            step = running.send(reply)
        except StopIteration as end:
            value = end.value
            break
        if isinstance(step, Roll):
            rolls.append(step)
            assert throws, f"no dice left for {step.purpose} ({step.text()})"
            reply = step.check(throws.pop(0))
        elif isinstance(step, AskSealed):
            asks += step.asks
            reply = tuple(answer(state, each) if answer else Decline() for each in step.asks)
        else:
            asks.append(step)
            reply = answer(state, step) if answer else Decline()
    assert not throws, f"dice that nobody threw: {throws}"
    return Played(ctx, value, rolls, asks, len(throws))
