"""What may happen in stealth and the sensors against it."""

from __future__ import annotations

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State


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
