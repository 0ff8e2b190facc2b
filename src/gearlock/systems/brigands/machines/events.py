"""What may happen in vehicles of several parts, recovery and VTOLs."""

from __future__ import annotations

from gearlock.kernel.events import Event


class TookOff(Event, frozen=True, tag="took-off"):
    """A model is Airborne now, its foot at this elevation."""

    unit: str
    z: int


class Flew(Event, frozen=True, tag="flew"):
    """An Airborne model found itself at another elevation, because what lies below it has changed."""

    unit: str
    z: int


class Landed(Event, frozen=True, tag="landed"):
    """A model is Airborne no more and stands, or lies, there."""

    unit: str
    x: int
    y: int
    z: int


class Repaired(Event, frozen=True, tag="repaired"):
    """A Recovery model took a point of damage and the tokens off another, and what that one has now."""

    unit: str
    target: str
    hull: int
    structure: int
    cost: str


class PatchedUp(Event, frozen=True, tag="patched-up"):
    """A Medic took a point of damage off Infantry, and what that has now."""

    unit: str
    target: str
    hull: int
    structure: int


MACHINES_EVENTS: tuple[type[Event], ...] = (TookOff, Flew, Landed, Repaired, PatchedUp)
