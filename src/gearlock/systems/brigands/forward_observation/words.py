"""The events of Forward Observation and Sensor Sharing as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.forward_observation import events as e
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def observed(state: State, event: e.Observed, _seat: str | None) -> Line:
    at = state.units[event.target].name if event.target else "nothing"
    if event.point is not None:
        at = f"the point {inches_text(event.point[0])}, {inches_text(event.point[1])}"
    with_what = " with its Target Designator" if event.designated else ""
    by = f" by the sensors of {state.units[event.sharer].name}" if event.sharer else ""
    text = f"{state.units[event.unit].name} observes {at}{with_what}{by}."
    return Line(text, tuple(name for name in (event.unit, event.target, event.sharer) if name), "brigands.8.5")


def received(state: State, event: e.ObservationReceived, _seat: str | None) -> Line:
    names = ", ".join(state.units[name].name for name in event.receivers)
    lost = "" if event.arrived else f"The Observation does not reach {state.units[event.sent_to].name}. "
    return Line(f"{lost}Receivers: {names}.", event.receivers, "brigands.8.5")
