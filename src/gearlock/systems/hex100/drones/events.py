"""What may happen with drones."""

from __future__ import annotations

from typing import ClassVar

from gearlock.kernel.events import Event
from gearlock.systems.hex100.actions.phase_begins import fill_pool
from gearlock.systems.hex100.damage.swarm import mend_swarm
from gearlock.systems.hex100.state import State


class DroneFielded(Event, frozen=True, tag="drone-fielded"):
    """A drone took its place with the unit that brings it; it lies in wait if that does."""

    plain: ClassVar[bool] = True
    unit: str
    q: int
    r: int
    facing: int
    lurking: bool = False

    def change(self, state: State) -> None:
        _come_out(state, self)
        state.units[self.unit].lurking = self.lurking
        fill_pool(state, state.units[self.unit])


class ModeSet(Event, frozen=True, tag="mode-set"):
    """A drone goes by this mode from now on; `by` commanded it.

    A hacker's command comes with all of the drone's actions, because it acts at once.
    """

    unit: str
    mode: str
    point: tuple[int, int] | None = None
    charge: str = ""
    by: str = ""

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.mode, drone.point, drone.charge = self.mode, self.point, self.charge
        if self.by and state.units[self.by].seat != drone.seat:
            fill_pool(state, drone)


class Undocked(Event, frozen=True, tag="undocked"):
    """A docked drone came out; it has its turn in this phase unless it took it before it docked."""

    unit: str
    q: int
    r: int
    facing: int

    def change(self, state: State) -> None:
        _come_out(state, self)


class Docked(Event, frozen=True, tag="docked"):
    """A small drone is on board again; nobody holds it any more."""

    unit: str

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.placed, drone.docked, drone.lock, drone.lock_at = False, True, "", None
        drone.mode, drone.point, drone.charge = "", None, ""


class Repaired(Event, frozen=True, tag="repaired"):
    """A repair drone gave units hit points back."""

    unit: str
    repairs: tuple[tuple[str, int], ...]

    def change(self, state: State) -> None:
        for unit, points in self.repairs:
            state.units[unit].hp += points
            mend_swarm(state.units[unit], state.machine(unit).unit, points)


class Reactivated(Event, frozen=True, tag="reactivated"):
    """An ally started a drone again; `noticed` if those who shut it down have held it as a contact."""

    reveals: ClassVar[bool] = True
    unit: str
    by: str
    noticed: bool = False

    def change(self, state: State) -> None:
        drone = state.units[self.unit]
        drone.shocked = False
        drone.traced = drone.traced and (drone.jammed or drone.hacked)


def _come_out(state: State, event: DroneFielded | Undocked) -> None:
    """One that has docked in this phase has had its turn."""
    drone = state.units[event.unit]
    drone.q, drone.r, drone.facing = event.q, event.r, event.facing
    drone.placed, drone.docked = True, False
