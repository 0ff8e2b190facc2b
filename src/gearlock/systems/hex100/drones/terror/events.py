"""What may happen with terror drones."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.state import State


class Pounced(Event, frozen=True, tag="pounced"):
    """Terror drones are on a unit, and go where it goes."""

    reveals: ClassVar[bool] = True
    unit: str
    victim: str

    def change(self, state: State) -> None:
        drone, victim = state.units[self.unit], state.units[self.victim]
        drone.riding, drone.q, drone.r = self.victim, victim.q, victim.r


class LetGo(Event, frozen=True, tag="let-go"):
    """Terror drones leave the unit they rode."""

    unit: str
    victim: str

    def change(self, state: State) -> None:
        state.units[self.unit].riding = ""


class Gnawed(Event, frozen=True, tag="gnawed"):
    """The machines on a unit tried to get at what is inside: one die for each, and how many did."""

    unit: str
    victim: str
    number: int
    faces: tuple[int, ...]
    bites: int


class ShakeTried(Event, frozen=True, tag="shake-tried"):
    """A unit tried to shake a machine off: under the number it succeeds."""

    unit: str
    drone: str
    number: int
    face: int


class Strayed(Event, frozen=True, tag="strayed"):
    """Shots that missed the machines on a friend: a die for each, and how many hit the friend instead."""

    unit: str
    friend: str
    number: int
    faces: tuple[int, ...]
    hits: int
