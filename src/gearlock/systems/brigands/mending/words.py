"""The events of vehicles of several parts, recovery and VTOLs as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.mending.events import PatchedUp, Repaired
from gearlock.systems.brigands.state import State


def repaired(state: State, event: Repaired, _seat: str | None) -> Line:
    who, whom = state.units[event.unit].name, state.units[event.target].name
    text = f"{who} repairs {whom}, which has {event.hull}/{event.structure} now."
    return Line(text, (event.unit, event.target), "brigands.9.6a")


def patched_up(state: State, event: PatchedUp, _seat: str | None) -> Line:
    who, whom = state.units[event.unit].name, state.units[event.target].name
    text = f"{who} patches up {whom}, which has {event.hull}/{event.structure} now."
    return Line(text, (event.unit, event.target), "brigands.9.6b")
