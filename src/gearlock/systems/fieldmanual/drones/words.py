"""Drones in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.drones import events as e
from gearlock.systems.fieldmanual.state import State


def placed(state: State, event: e.DronePlaced, _seat: str | None) -> Line:
    """Out."""
    return Line(
        f"{state.units[event.drone].name} takes its place.", (event.unit, event.drone), "fieldmanual.perk-drone"
    )


def docked(state: State, event: e.DroneDocked, _seat: str | None) -> Line:
    """In."""
    return Line(f"{state.units[event.drone].name} is docked.", (event.unit,), "fieldmanual.perk-drone")


def directed(state: State, event: e.DroneDirected, _seat: str | None) -> Line:
    """A bomb is told what to do."""
    what = "lay its charge" if event.lay else "set its charge off"
    text = f"{state.units[event.unit].name} has {state.units[event.drone].name} {what}."
    return Line(text, (event.unit, event.drone), "fieldmanual.perk-drone-demo")


def lost(state: State, event: e.DroneLost, _seat: str | None) -> Line:
    """No more."""
    return Line(f"{state.units[event.drone].name} is gone: {event.why}.", (event.drone,), "fieldmanual.perk-drone")
