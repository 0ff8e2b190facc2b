"""What may happen in stealth and the sensors against it."""

from __future__ import annotations

from gearlock.kernel.events import Event


class Marked(Event, frozen=True, tag="marked"):
    """The blast of a canisterate makes a unit a beacon for the rest of the battle."""

    unit: str
    by: str


class StealthLost(Event, frozen=True, tag="stealth-lost"):
    """A unit has no optical stealth until its next phase."""

    unit: str


class Searched(Event, frozen=True, tag="searched"):
    """A unit put a scanner or its sensors to work until its next phase."""

    unit: str
    device: str
