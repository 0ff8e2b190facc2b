"""18.1 and 18.2: tokens of those who keep their heads down."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import State


class TookCover(Event, frozen=True, tag="took-cover"):
    """A model hides, or is hull down; `free` if that was given with its place."""

    unit: str
    token: str
    free: bool = False

    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        if not self.free:
            pay(unit)
        unit.tokens[self.token] = 1
