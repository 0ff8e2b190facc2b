"""13: what falls and impacts change but for damage."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.state import State


class MovementStopped(Event, frozen=True, tag="movement-stopped"):
    """A model may not move any further in this activation."""

    unit: str

    @heeds("blitz.13.2")
    def change(self, state: State) -> None:
        now = state.activation
        if now is not None and now.unit == self.unit:
            now.moves, now.closed, now.stopped = 0, True, True
