"""Transports in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.transports import events as e

SEATING, TOW = "tactical.7.2-passengers", "tactical.3.2.7"


def boarded(state: State, event: e.Boarded, _seat: str | None) -> Line:
    vehicle, squad = state.units[event.unit].name, state.units[event.squad].name
    words = (
        f"The {squad} is aboard the {vehicle}." if event.all else f"{event.men} men of {squad} are in the {vehicle}."
    )
    return Line(words, (event.unit, event.squad), SEATING)


def disembarked(state: State, event: e.Disembarked, _seat: str | None) -> Line:
    vehicle, squad = state.units[event.unit].name, state.units[event.squad].name
    words = f"The {squad} got out of the {vehicle}." if event.all else f"{event.men} men of {squad} left the {vehicle}."
    return Line(words, (event.unit, event.squad), SEATING)


def hitched(state: State, event: e.Hitched, _seat: str | None) -> Line:
    words = f"The {state.units[event.unit].name} takes the {state.units[event.target].name} in tow."
    return Line(words, (event.unit, event.target), TOW)


def unhitched(state: State, event: e.Unhitched, _seat: str | None) -> Line:
    words = f"The {state.units[event.unit].name} lets go of the {state.units[event.target].name}."
    return Line(words, (event.unit, event.target), TOW)
