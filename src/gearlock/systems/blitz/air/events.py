"""17: what happens in the air."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.blitz.attacks.heights import OVER, PASS
from gearlock.systems.blitz.paying import pay
from gearlock.systems.blitz.state import ALOFT, BRACED, COMBAT, FIELDED, STANDBY, STRAFING, State

REVERSED = "reversed"


class Circled(Event, frozen=True, tag="circled"):
    """An aircraft went on around the table; that was a move."""

    unit: str
    x: int
    y: int
    facing: int
    reverse: bool = False
    over: tuple[str, ...] = ()
    """Support models that it moved over, on which it may drop bombs now."""

    @heeds("blitz.17.1", "blitz.17.5a")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        assert now is not None, "only the active model moves"
        unit.x, unit.y, unit.facing = self.x, self.y, self.facing
        now.moves -= 1
        now.begun.append("F")
        if self.reverse:
            now.marks.append(REVERSED)
        now.marks += [OVER + name for name in self.over]


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


class Landed(Event, frozen=True, tag="landed"):
    """An aircraft stands on the ground, with so many standby tokens for actions it had left."""

    unit: str
    x: int
    y: int
    facing: int
    kept: int

    @heeds("blitz.17.4", "blitz.17.4a", "blitz.10.3")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        unit.status, unit.x, unit.y, unit.z, unit.facing = FIELDED, self.x, self.y, 0, self.facing
        unit.tokens.pop(STRAFING, None)
        pay(unit)
        if "H" in unit.line.sms:
            unit.gait = "H"
        else:
            unit.actions, unit.posture = 0, BRACED
        if self.kept:
            unit.tokens[STANDBY] = unit.token(STANDBY) + self.kept
        if now is not None and now.unit == self.unit:
            now.moves, now.stopped = 0, True


class TookOff(Event, frozen=True, tag="took-off"):
    """An aircraft circles again."""

    unit: str
    x: int
    y: int
    facing: int
    paid: int = 0

    @heeds("blitz.17.4", "blitz.17.4a")
    def change(self, state: State) -> None:
        unit, now = state.units[self.unit], state.activation
        unit.status, unit.x, unit.y, unit.z, unit.facing = ALOFT, self.x, self.y, 0, self.facing
        unit.gait = unit.line.gait
        unit.tokens.pop(STANDBY, None)
        pay(unit, self.paid)
        unit.posture = COMBAT
        if now is not None and now.unit == self.unit:
            now.moves = 0
            now.begun.append("F")
