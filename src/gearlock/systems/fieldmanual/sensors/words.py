"""Sensors in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.sensors import events as e
from gearlock.systems.fieldmanual.state import State


def tried(state: State, event: e.ActiveLockTried, _seat: str | None) -> Line:
    """Somebody searches."""
    by = " from its drone" if event.drone else ""
    text = f"{state.units[event.unit].name} tries to gain Active Lock on {state.units[event.target].name}{by}."
    return Line(text, (event.unit, event.target), "fieldmanual.active-lock")


def gained(state: State, event: e.ActiveLockGained, _seat: str | None) -> Line:
    """Found."""
    text = f"{state.units[event.unit].name} has Active Lock on {state.units[event.target].name}, and a free Action."
    return Line(text, (event.unit, event.target), "fieldmanual.active-lock")


def observing(state: State, event: e.ObservationBegun, _seat: str | None) -> Line:
    """An observer."""
    text = f"{state.units[event.unit].name} observes {state.units[event.target].name}."
    return Line(text, (event.unit, event.target), "fieldmanual.forward-observation")


def observed(state: State, event: e.Observed, _seat: str | None) -> Line:
    """Shown to friends."""
    marked = " and Designated" if event.designated else ""
    whom = f", for those near {state.units[event.unit].name}" if event.blocked else ""
    text = f"{state.units[event.target].name} is Forward Observed{marked}{whom}."
    return Line(text, (event.unit, event.target), "fieldmanual.forward-observation")
