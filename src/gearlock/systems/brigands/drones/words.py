"""9.2: drones, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.drones.events import DroneLost, DronePlaced, DronePushed, DroneRecalled
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def placed(state: State, event: DronePlaced, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    return Line(f"{state.units[event.unit].name} takes its place at {where}.", (event.unit,), "brigands.9.2")


def pushed(state: State, event: DronePushed, _seat: str | None) -> Line:
    return Line(f"{state.units[event.unit].name} gives way.", (event.unit,), "brigands.9.2")


def recalled(state: State, event: DroneRecalled, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    controller = state.units[unit.controller]
    text = f"{unit.name} finds no place and is with the {controller.name}."
    if controller.is_dropping:
        text = f"{unit.name} stays with the {controller.name} until it lands."
    return Line(text, (event.unit,), "brigands.9.2")


def lost(state: State, event: DroneLost, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    text = f"{unit.name} is lost with the {state.units[unit.controller].name}."
    return Line(text, (event.unit, unit.controller), "brigands.9.2")
