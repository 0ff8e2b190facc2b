"""Deployment in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.fieldmanual.deployment import events as e
from gearlock.systems.fieldmanual.deployment.zones import side_words
from gearlock.systems.fieldmanual.state import COMBAT, REVERSE, STATIONARY, TOP, State

SPEEDS = {STATIONARY: "Stationary", COMBAT: "at Combat Speed", REVERSE: "in Reverse", TOP: "at Top Speed"}


def edge_rolled(_state: State, event: e.EdgeRolled, _seat: str | None) -> Line:
    """Dice for an edge."""
    text = f"As many Combat Groups on both sides: Red rolls {event.red}, Blue {event.blue} for the choice of an edge."
    return Line(text, (), "fieldmanual.straight-up-brawl")


def side(_state: State, event: e.SideTaken, _seat: str | None) -> Line:
    """A zone taken."""
    text = f"{event.seat.capitalize()} deploys first, in {side_words(event.side)}."
    return Line(text, (), "fieldmanual.step6-deployment")


def given(_state: State, event: e.ChoiceGiven, _seat: str | None) -> Line:
    """A choice left to the other side."""
    text = f"{event.seat.capitalize()} leaves the choice of zones to the enemy."
    return Line(text, (), "fieldmanual.step6-deployment")


def deployed(state: State, event: e.Deployed, _seat: str | None) -> Line:
    """A model put down."""
    unit = state.units[event.unit]
    text = f"{unit.name} is deployed." if unit.is_static else f"{unit.name} is deployed {SPEEDS[event.band]}."
    return Line(text, (event.unit,), "fieldmanual.step6-deployment")
