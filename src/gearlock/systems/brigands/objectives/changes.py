"""How the events of Objectives change the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.objectives import events as e
from gearlock.systems.brigands.objectives.demolitions import NO_GROUP, TARGET
from gearlock.systems.brigands.objectives.pursuit import CAPTURE, Pursuit
from gearlock.systems.brigands.state import FIELDED, State, Unit, opponent


def _choose(state: State, event: e.ObjectiveChosen) -> None:
    state.pursuits.append(Pursuit(event.seat, event.name, event.target, event.group))


def _change(state: State, seat: str, name: str, **changes: Any) -> None:
    state.pursuits = [
        replace(pursuit, **changes) if (pursuit.seat, pursuit.name) == (seat, name) else pursuit
        for pursuit in state.pursuits
    ]


def _pursuit(state: State, seat: str, name: str) -> Pursuit:
    return next(pursuit for pursuit in state.pursuits if (pursuit.seat, pursuit.name) == (seat, name))


@rule("brigands.11.3-demolitions")
def _place(state: State, event: e.MarkerPlaced) -> None:
    """A marker more; a Demolitions target takes the field for whoever does not want it destroyed."""
    markers = (*_pursuit(state, event.seat, event.name).markers, (event.x, event.y))
    _change(state, event.seat, event.name, markers=markers)
    if event.unit:
        seat = opponent(event.seat)
        target = Unit(event.unit, seat, f"{seat.title()} {TARGET.name}", TARGET, group=NO_GROUP, squad=0)
        target.status, target.x, target.y, target.hull = FIELDED, event.x, event.y, TARGET.hull
        state.units[target.id] = target


def _settle(state: State, _event: e.ObjectivesSettled) -> None:
    state.phase = "roll-off"


@rule("brigands.11.3-capture")
def _capture(state: State, event: e.MarkerCaptured) -> None:
    """The marker is off the table."""
    pursuit = _pursuit(state, event.seat, CAPTURE)
    left = tuple(marker for marker in pursuit.markers if marker != (event.x, event.y))
    _change(state, event.seat, CAPTURE, markers=left, captured=pursuit.captured + 1)


def _achieve(state: State, event: e.ObjectiveAchieved) -> None:
    _change(state, event.seat, event.name, achieved=True)


def _lose(state: State, event: e.ObjectiveLost) -> None:
    _change(state, event.seat, event.name, achieved=False)


OBJECTIVES_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    e.ObjectiveChosen: _choose,
    e.MarkerPlaced: _place,
    e.ObjectivesSettled: _settle,
    e.MarkerCaptured: _capture,
    e.ObjectiveAchieved: _achieve,
    e.ObjectiveLost: _lose,
}
