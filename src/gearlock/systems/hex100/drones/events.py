"""What may happen with drones."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event


class DroneFielded(Event, frozen=True, tag="drone-fielded"):
    """A drone took its place with the unit that brings it; it lies in wait if that does."""

    plain: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    facing: int
    lurking: bool = False


class ModeSet(Event, frozen=True, tag="mode-set"):
    """A drone goes by this mode from now on; `by` commanded it.

    A hacker's command comes with all of the drone's actions, because it acts at once.
    """

    unit: str
    mode: str
    point: tuple[int, int] | None = None
    charge: str = ""
    by: str = ""


class Undocked(Event, frozen=True, tag="undocked"):
    """A docked drone came out; it has its turn in this phase unless it took it before it docked."""

    unit: str
    q: int
    r: int
    facing: int


class Docked(Event, frozen=True, tag="docked"):
    """A small drone is on board again; nobody holds it any more."""

    unit: str


class Repaired(Event, frozen=True, tag="repaired"):
    """A repair drone gave units hit points back."""

    unit: str
    repairs: tuple[tuple[str, int], ...]


class Reactivated(Event, frozen=True, tag="reactivated"):
    """An ally started a drone again; `noticed` if those who shut it down have held it as a contact."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str
    noticed: bool = False
