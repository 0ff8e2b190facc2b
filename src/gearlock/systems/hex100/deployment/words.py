"""Deployment, told to the side that does it."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.hex100.contacts import place_name
from gearlock.systems.hex100.deployment.events import Deployed
from gearlock.systems.hex100.lines import deed, owns
from gearlock.systems.hex100.state import State


def deployed(state: State, event: Deployed, seat: str | None) -> Line | None:
    does = f"takes its place at {place_name(event.q, event.r)}"
    return deed(owns, state, seat, event.unit, does, "hex100.deployment")
