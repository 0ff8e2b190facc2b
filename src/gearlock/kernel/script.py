"""Scripts: rule procedures that read like their paragraph, and stop wherever somebody decides or dice are thrown.

No clock, no randomness, no globals, and no unit object kept across a `yield`: after one, look the unit up again by id.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, Generic, TypeAlias, TypeVar

from gearlock.kernel.asks import Ask, AskSealed
from gearlock.kernel.dice import Faces, Roll
from gearlock.kernel.events import Event
from gearlock.kernel.orders import Order

T = TypeVar("T")
S = TypeVar("S")

Step: TypeAlias = Ask | AskSealed | Roll
Script: TypeAlias = Generator[Step, Any, T]


class Ctx(Generic[S]):
    """What a script holds: the state to read, and `emit`, the only way to change it.

    `events` is for the record, not for rules: in a battle it begins anew with every die and every answer, so a script
    that looks there for what it has emitted itself misses whatever came before. Keep that in a variable, or the state.
    """

    __slots__ = ("_apply", "events", "in_step", "state")

    def __init__(self, state: S, apply: Callable[[S, Event], None], events: list[Event] | None = None) -> None:
        self.state = state
        self.events: list[Event] = [] if events is None else events
        """What has happened since the last answer or throw: the record keeps it with that. No script reads it."""
        self.in_step: list[Event] = []
        """What has happened in this step of the flow, however many answers and throws lie between."""
        self._apply = apply

    def emit(self, event: Event) -> None:
        """Let something happen: the state changes by it and the log remembers it."""
        self._apply(self.state, event)
        self.events.append(event)
        self.in_step.append(event)


def ask(question: Ask) -> Script[Order]:
    """Put a question to one seat."""
    answer: Order = yield question
    return answer


def ask_sealed(*questions: Ask) -> Script[tuple[Order, ...]]:
    """Put questions to several seats at once; the answers come back together, in the order of the questions."""
    answers: tuple[Order, ...] = yield AskSealed(questions)
    return answers


def throw(roll: Roll) -> Script[Faces]:
    """Throw dice."""
    faces: Faces = yield roll
    return faces
