"""How the events of stealth and the sensors against it change the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.systems.hex100.hiding import events as e
from gearlock.systems.hex100.state import State


def _marked(state: State, event: e.Marked) -> None:
    state.units[event.unit].marked = True


HIDING_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.Marked: _marked,
}
