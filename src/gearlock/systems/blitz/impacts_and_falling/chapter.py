"""13: impacts and falling: the contents."""

from __future__ import annotations

from gearlock.kernel.chapters import Chapter
from gearlock.kernel.view import Line
from gearlock.systems.blitz.impacts_and_falling.events import MovementStopped
from gearlock.systems.blitz.state import State


def stopped(state: State, event: MovementStopped, _seat: str | None) -> Line:
    """Who was stopped."""
    text = f"{state.units[event.unit].name} moves no further in this activation."
    return Line(text, (event.unit,), "blitz.13.2")


IMPACTS_AND_FALLING: Chapter[State] = Chapter("13: impacts and falling", events={MovementStopped: stopped})
