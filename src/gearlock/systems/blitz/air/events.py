"""17: what happens in the air."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.attacks.heights import PASS
from gearlock.systems.blitz.state import STRAFING, State

REVERSED = "reversed"


class Circled(Event, frozen=True, tag="circled"):
    """An aircraft went on around the table; that was a move."""

    unit: str
    x: int
    y: int
    facing: int
    reverse: bool = False

    @heeds("blitz.17.1")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model moves"
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        now.moves -= 1
        now.begun.append("F")
        if self.reverse:
            now.marks.append(REVERSED)


class StrafingBegun(Event, frozen=True, tag="strafing-begun"):
    """An aircraft crosses the table: from here, over the middle where it is now, to there."""

    unit: str
    x0: int
    y0: int
    x1: int
    y1: int
    x: int
    y: int
    facing: int

    @heeds("blitz.17.2")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model strafes"
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        unit.tokens[STRAFING] = 1
        now.moves = 0
        now.marks.append(f"{PASS}{self.x0},{self.y0},{self.x1},{self.y1}")


class StrafingEnded(Event, frozen=True, tag="strafing-ended"):
    """An aircraft circles again."""

    unit: str
    x: int
    y: int
    facing: int

    @heeds("blitz.17.2")
    def change(self, state: State) -> None:
        unit = state.units[self.unit]
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        unit.tokens.pop(STRAFING, None)
