"""2.2, 2.6 and 3.4a: what happens in tests."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.view import Modifier
from gearlock.systems.blitz.paying import drop, pay
from gearlock.systems.blitz.state import (
    COMMAND,
    COORDINATED,
    EMITTING,
    EXPOSED,
    HIDING,
    SANDED,
    SENSOR_JAMMING,
    SILENCE,
    SKILL,
    Rolled,
    State,
)

CALLING = 2
"""The count of an emitting token that lasts as long as a call."""


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
        elif self.source.startswith(COORDINATED):
            drop(state.units[self.target], self.source)
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


class Transmitted(Event, frozen=True, tag="transmitted"):
    """A model uses electronic warfare or its radio: everybody hears where it is until that is resolved.

    `actions` are paid for it, none if it is free. `sensors`: its active sensors are on. `call`: in the middle of
    something else, and over with the call.
    """

    unit: str
    what: str
    target: str = ""
    actions: int = 1
    sensors: bool = False
    call: bool = False

    @heeds("blitz.14.0", "blitz.7.7", "blitz.7.6-stealth", "blitz.15.5b", "blitz.3.4a", "blitz.18.1")
    def change(self, state: State) -> None:
        """It is paid for, and who hid is seen; stealth is lost for as long, and radio silence to active sensors."""
        unit = state.units[self.unit]
        pay(unit, self.actions)
        unit.tokens.pop(HIDING, None)
        unit.tokens[EMITTING] = CALLING if self.call and EMITTING not in unit.tokens else 1
        if not self.call:
            unit.tokens[EXPOSED] = 1
        if self.sensors:
            unit.tokens.pop(SILENCE, None)
            if unit.id not in state.sensing:
                state.sensing.append(unit.id)


class SignalJammed(Event, frozen=True, tag="signal-jammed"):
    """Something takes successes off a comms test: a jammer by id, or the weather."""

    unit: str
    by: str
    successes: int
    faces: tuple[int, ...] = ()


class JammingReduced(Event, frozen=True, tag="jamming-reduced"):
    """A model with jammed sensors works against it: so much is left."""

    unit: str
    jammer: str
    intensity: int

    @heeds("blitz.14.5b")
    def change(self, state: State) -> None:
        """Nothing left, no token."""
        tokens, name = state.units[self.unit].tokens, f"{SENSOR_JAMMING}:{self.jammer}"
        if self.intensity > 0:
            tokens[name] = self.intensity
        else:
            tokens.pop(name, None)


class CallEnded(Event, frozen=True, tag="call-ended"):
    """A commander tried to reach a model far away in the middle of something else."""

    unit: str
    target: str
    reached: bool

    def change(self, state: State) -> None:
        """Those who sent for it are silent again."""
        for unit in state.units.values():
            if unit.token(EMITTING) == CALLING:
                del unit.tokens[EMITTING]
                state.sensing = [name for name in state.sensing if name != unit.id]
