"""3.0b: deployment in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.deployment import events as e
from gearlock.systems.blitz.state import State


def side(_state: State, event: e.SideTaken, _seat: str | None) -> Line:
    """A zone taken."""
    text = f"{event.seat.capitalize()} deploys first, in the {event.side.replace('+', ' and ')}."
    return Line(text, (), "blitz.3.0b")


def given(_state: State, event: e.ChoiceGiven, _seat: str | None) -> Line:
    """A choice left to the other side."""
    return Line(f"{event.seat.capitalize()} leaves the choice of zones to the enemy.", (), "blitz.3.0b")


def deployed(state: State, event: e.Deployed, _seat: str | None) -> Line:
    """A model put down."""
    return Line(f"{state.units[event.unit].name} is deployed.", (event.unit,), "blitz.3.0b")


def boarded(state: State, event: e.Boarded, _seat: str | None) -> Line:
    """A model that begins aboard."""
    text = f"{state.units[event.unit].name} begins in the {state.units[event.carrier].name}."
    return Line(text, (event.unit, event.carrier), "blitz.18.5")
