"""What may happen in Objectives."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.objectives.demolitions import TARGET
from gearlock.systems.brigands.pursuit import CAPTURE, Pursuit
from gearlock.systems.brigands.state import FIELDED, NO_GROUP, State, Unit, opponent


class ObjectiveChosen(Event, frozen=True, tag="objective-chosen"):
    """A seat chose an Objective; the model or enemy Combat Group it is about, where it is about one."""

    seat: str
    name: str
    target: str = ""
    group: int = 0

    def change(self, state: State) -> None:
        state.pursuits.append(Pursuit(self.seat, self.name, self.target, self.group))


class MarkerPlaced(Event, frozen=True, tag="marker-placed"):
    """A marker was put on the table for a seat's Objective; a Demolitions target is a model of whoever places it."""

    seat: str
    name: str
    x: int
    y: int
    unit: str = ""

    @heeds("brigands.11.3-demolitions")
    def change(self, state: State) -> None:
        """A marker more; a Demolitions target takes the field for whoever does not want it destroyed."""
        markers = (*_pursuit(state, self.seat, self.name).markers, (self.x, self.y))
        _change(state, self.seat, self.name, markers=markers)
        if self.unit:
            seat = opponent(self.seat)
            target = Unit(self.unit, seat, f"{seat.title()} {TARGET.name}", TARGET, group=NO_GROUP, squad=0)
            target.status, target.x, target.y, target.hull = FIELDED, self.x, self.y, TARGET.hull
            state.units[target.id] = target


class ObjectivesSettled(Event, frozen=True, tag="objectives-settled"):
    """All Objectives are chosen and all markers lie; deployment follows."""

    def change(self, state: State) -> None:
        state.phase = "roll-off"


class MarkerCaptured(Event, frozen=True, tag="marker-captured"):
    """A model of the seat that wants it took a Capture marker off the table."""

    seat: str
    unit: str
    x: int
    y: int

    @heeds("brigands.11.3-capture")
    def change(self, state: State) -> None:
        """The marker is off the table."""
        pursuit = _pursuit(state, self.seat, CAPTURE)
        left = tuple(marker for marker in pursuit.markers if marker != (self.x, self.y))
        _change(state, self.seat, CAPTURE, markers=left, captured=pursuit.captured + 1)


class ObjectiveAchieved(Event, frozen=True, tag="objective-achieved"):
    """As the table lies now, a seat has what its Objective asks for."""

    seat: str
    name: str

    def change(self, state: State) -> None:
        _change(state, self.seat, self.name, achieved=True)


class ObjectiveLost(Event, frozen=True, tag="objective-lost"):
    """A seat no longer has what its Objective asks for."""

    seat: str
    name: str

    def change(self, state: State) -> None:
        _change(state, self.seat, self.name, achieved=False)


def _change(state: State, seat: str, name: str, **changes: Any) -> None:
    state.pursuits = [
        replace(pursuit, **changes) if (pursuit.seat, pursuit.name) == (seat, name) else pursuit
        for pursuit in state.pursuits
    ]


def _pursuit(state: State, seat: str, name: str) -> Pursuit:
    return next(pursuit for pursuit in state.pursuits if (pursuit.seat, pursuit.name) == (seat, name))


class BattleEnded(Event, frozen=True, tag="battle-ended"):
    """The agreed number of Rounds has been played."""

    def change(self, state: State) -> None:
        state.finished = True
