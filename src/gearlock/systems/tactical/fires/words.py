"""Fires in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.fires import events as e
from gearlock.systems.tactical.fires.zones import ENOUGH, FIRST
from gearlock.systems.tactical.state import State
from gearlock.table.measure import inches_text

STARTING = "tactical.3.4.4-firestarting"


def _place(x: int, y: int) -> str:
    return f"{inches_text(x)}, {inches_text(y)}"


def kindled(state: State, event: e.Kindled, _seat: str | None) -> Line:
    """Intensity gathered."""
    units = (event.by,) if event.by in state.units else ()
    text = f"Incendiaries at {_place(event.x, event.y)}: {event.points} Intensity, {event.total} of {ENOUGH} in all."
    return Line(text, units, STARTING)


def started(state: State, event: e.FireStarted, _seat: str | None) -> Line:
    """It burns."""
    units = (event.by,) if event.by in state.units else ()
    how = "spreads to" if event.spread else "breaks out at"
    return Line(f"Fire {how} {_place(event.x, event.y)}, Intensity {FIRST}.", units, STARTING)


def grew(_state: State, event: e.FireGrew, _seat: str | None) -> Line:
    """Hotter."""
    hottest = max(number for _, _, number in event.fires)
    many = f"{len(event.fires)} fire{'s' * (len(event.fires) > 1)}"
    return Line(f"{many} burn{'s' * (len(event.fires) == 1)} hotter, Intensity up to {hottest}.", (), STARTING)


def wind(_state: State, event: e.WindRose, _seat: str | None) -> Line:
    """Where it blows."""
    ways = ("east", "south-east", "south-west", "west", "north-west", "north-east")
    return Line(f"The wind blows to the {ways[event.face - 1]}: fire spreads that way only.", (), STARTING)
