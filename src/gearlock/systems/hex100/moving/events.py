"""What happens when units move."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.drones.terror.riders import carry_riders
from gearlock.systems.hex100.state import State


class Turned(Event, frozen=True, tag="turned"):
    """A unit faces another way."""

    unit: str
    facing: int

    def change(self, state: State) -> None:
        state.units[self.unit].facing = self.facing


class Stepped(Event, frozen=True, tag="stepped"):
    """A unit entered a hex; `held` says that the other side knows of it there, if only as a blip."""

    unit: str
    q: int
    r: int
    held: bool = False

    def change(self, state: State) -> None:
        _stepped(state, self)


class Halted(Event, frozen=True, tag="halted"):
    """A move ended early in front of an enemy that stood in the way unseen."""

    reveals: ClassVar[bool] = True
    unit: str
    q: int
    r: int

    def change(self, state: State) -> None:
        _stepped(state, self)


def _stepped(state: State, event: Stepped | Halted) -> None:
    unit = state.units[event.unit]
    unit.q, unit.r, unit.lurking = event.q, event.r, False
    carry_riders(state, unit)
