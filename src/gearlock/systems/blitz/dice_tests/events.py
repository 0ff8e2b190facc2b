"""2.2, 2.6 and 3.4a: what happens in tests."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.systems.blitz.paying import drop, pay
from gearlock.systems.blitz.state import COMMAND, COORDINATED, SANDED, SKILL, Rolled, State


class DiceAdded(Event, frozen=True, tag="dice-added"):
    """A model spent actions on a test."""

    unit: str
    purpose: str
    actions: int
    dice: int

    @heeds("blitz.3.4a-action-bonus")
    def change(self, state: State) -> None:
        """Whoever has it is lent by the actions it has left."""
        pay(state.units[self.unit], self.actions)


class RollMade(Event, frozen=True, tag="roll-made"):
    """The dice of a Roll, and how many of them succeeded."""

    unit: str
    purpose: str
    faces: tuple[int, ...]
    skill: int
    successes: int
    lines: tuple[Modifier, ...] = ()
    rule: str = ""

    def change(self, state: State) -> None:
        state.rolled = Rolled(self.purpose, self.unit, dice=len(self.faces), skill=self.skill, result=self.successes)


class Rerolled(Event, frozen=True, tag="rerolled"):
    """A test is rolled again; what pays for it is gone."""

    unit: str
    purpose: str
    source: str
    target: str = ""

    def change(self, state: State) -> None:
        if self.source == SKILL:
            drop(state.units[self.unit], SKILL)
        elif self.source == COORDINATED:
            drop(state.units[self.target], COORDINATED)
        elif self.source in state.units:
            drop(state.units[self.source], COMMAND)


class SandCaught(Event, frozen=True, tag="sand-caught"):
    """The marked die of a test showed a 1: there is white sand in the machine."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].tokens[SANDED] = 1


class Failed(Event, frozen=True, tag="system-failed"):
    """A defective system gave out before a test."""

    unit: str
    system: str
    face: int
    works: bool
