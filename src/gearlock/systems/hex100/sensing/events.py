"""What sensors find and lose."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State


class Detected(Event, frozen=True, tag="detected"):
    """A seat knows an enemy better or less well than before; level 0 is lost. One found again has a new name."""

    reveals: ClassVar[bool] = True
    seat: str
    unit: str
    level: int
    contact: str

    def change(self, state: State) -> None:
        known, names = state.known[self.seat], state.contacts[self.seat]
        if not self.level:
            known.pop(self.unit, None)
            names.pop(self.unit, None)
            state.units[self.unit].traced = False
            return
        if self.unit not in names:
            state.counted[self.seat] += 1
        state.units[self.unit].lurking = False
        known[self.unit], names[self.unit] = self.level, self.contact


class LockTaken(Event, frozen=True, tag="lock-taken"):
    """A unit locked on."""

    unit: str
    target: str

    def change(self, state: State) -> None:
        state.units[self.unit].lock, state.units[self.unit].lock_at = self.target, None


class LockResisted(Event, frozen=True, tag="lock-resisted"):
    """A lock was shaken off: the target rolled under its e-war rating."""

    unit: str
    target: str
    number: int
    face: int


class LockLost(Event, frozen=True, tag="lock-lost"):
    """A lock ended."""

    unit: str
    target: str
    why: str

    def change(self, state: State) -> None:
        state.units[self.unit].lock = ""


class ResistanceBegan(Event, frozen=True, tag="resistance-began"):
    """A unit opposes jams, hacks and locks until its next phase."""

    plain: ClassVar[bool] = True
    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].resisting = True
