"""18.5 in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.blitz.state import State
from gearlock.systems.blitz.transport import events as e
from gearlock.table.measure import inches_text


def embarked(state: State, event: e.Embarked, _seat: str | None) -> Line:
    names = " and ".join(state.units[name].name for name in event.units)
    text = f"{names} gets into the {state.units[event.carrier].name}."
    return Line(text, (*event.units, event.carrier), "blitz.18.5")


def disembarked(state: State, event: e.Disembarked, _seat: str | None) -> Line:
    home = state.units.get(event.carrier)
    where = home.name if home is not None else state.ground.piece(event.carrier).name
    more = " and has lost its actions" if event.lost else ""
    spot = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{state.units[event.unit].name} gets out of the {where} at {spot}{more}."
    return Line(text, (event.unit,), "blitz.18.5")


def building_entered(state: State, event: e.BuildingEntered, _seat: str | None) -> Line:
    text = f"{state.units[event.unit].name} goes into the {state.ground.piece(event.piece).name}."
    return Line(text, (event.unit,), "blitz.18.5a")
