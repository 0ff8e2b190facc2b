"""8.2: what is said by radio, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.comms.events import Authorized, CommsBoosted
from gearlock.systems.brigands.state import State


def boosted(state: State, event: CommsBoosted, _seat: str | None) -> Line:
    what = f"the {event.action} of {state.name_of(event.origin)}"
    text = f"{state.name_of(event.unit)} boosts {what} by {event.rating}."
    return Line(text, (event.unit, event.origin), "brigands.8.2c")


def authorized(state: State, event: Authorized, _seat: str | None) -> Line:
    outcome = "gets through" if event.success else "does not get through"
    text = f"{state.name_of(event.unit)} {outcome} to {state.name_of(event.receiver)}: Authorize."
    return Line(text, (event.unit, event.receiver), "brigands.8.2b")
