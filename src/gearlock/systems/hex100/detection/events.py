"""What eyes and sensors find and lose, locks taken and lost, stealth lost, beacons lit."""

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


class Marked(Event, frozen=True, tag="marked"):
    """The blast of a canisterate makes a unit a beacon for the rest of the battle."""

    unit: str
    by: str

    def change(self, state: State) -> None:
        state.units[self.unit].marked = True


class StealthLost(Event, frozen=True, tag="stealth-lost"):
    """A unit has no optical stealth until its next phase; `cloaked` says that eyes could not find it until now."""

    unit: str
    cloaked: bool = True

    def change(self, state: State) -> None:
        state.units[self.unit].exposed = True


class MarkerMissed(Event, frozen=True, tag="marker-missed"):
    """A target marker did not take hold: the die and the number to roll under."""

    unit: str
    number: int
    face: int


class HexLocked(Event, frozen=True, tag="hex-locked"):
    """A target marker locked a hex where nobody is known to stand."""

    unit: str
    q: int
    r: int

    def change(self, state: State) -> None:
        state.units[self.unit].lock, state.units[self.unit].lock_at = "", (self.q, self.r)


class HexLockLost(Event, frozen=True, tag="hex-lock-lost"):
    """A lock on a hex ended."""

    unit: str
    why: str

    def change(self, state: State) -> None:
        state.units[self.unit].lock_at = None


class Searched(Event, frozen=True, tag="searched"):
    """A unit put a scanner or its sensors to work until its next phase."""

    unit: str
    device: str

    def change(self, state: State) -> None:
        state.units[self.unit].searching.append(self.device)


class LookedAround(Event, frozen=True, tag="looked-around"):
    """A commander looked out."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].looking = True


class BeaconLit(Event, frozen=True, tag="beacon-lit"):
    """A jump or skimming makes a unit easy to find until its next phase."""

    unit: str

    def change(self, state: State) -> None:
        state.units[self.unit].beacon = True
