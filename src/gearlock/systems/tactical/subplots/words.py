"""Subplots in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.state import State
from gearlock.systems.tactical.subplots import events as e


def lovers_found(state: State, event: e.LoversFound, _seat: str | None) -> Line:
    names = state.units[event.unit].name, state.units[event.loved].name
    text = f"The {names[0]} is in love with the {names[1]} and will not fire on it."
    return Line(text, (event.unit, event.loved), "tactical.4.1.4-love")


def supplies_corrupted(state: State, event: e.SuppliesCorrupted, _seat: str | None) -> Line:
    text = f"The {state.units[event.unit].name} comes to the battle badly maintained."
    return Line(text, (event.unit,), "tactical.4.1.4-corrupted-supplies")


def tempest_coming(_state: State, event: e.TempestComing, _seat: str | None) -> Line:
    return Line(f"A tempest will break out in round {event.round}.", (), "tactical.4.1.4-tempest")
