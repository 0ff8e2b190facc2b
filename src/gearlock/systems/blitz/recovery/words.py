"""18.7 and A.2.4 in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.recovery import events as e
from gearlock.systems.blitz.state import COMMAND, State


def recovered(state: State, event: e.Recovered, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} pulls {state.units[event.target].name} free."
    return Line(text, (event.unit, event.target), "blitz.trait.recovery")


def emboldened(state: State, event: e.Emboldened, _seat: str | None) -> Line | None:
    if not event.unit:
        return None
    rule, why = ("blitz.18.7-medic", "is outraged") if event.point == COMMAND else ("blitz.A.2.4", "takes heart")
    text = f"{state.units[event.unit].name} {why} and gains one of the {event.point}."
    return Line(text, (event.unit, event.because), rule)
