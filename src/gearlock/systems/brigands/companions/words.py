"""The events of drones, transports and fortifications as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.companions import events as e
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def placed(state: State, event: e.DronePlaced, _seat: str | None) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    return Line(f"{state.units[event.unit].name} takes its place at {where}.", (event.unit,), "brigands.9.2")


def pushed(state: State, event: e.DronePushed, _seat: str | None) -> Line:
    return Line(f"{state.units[event.unit].name} gives way.", (event.unit,), "brigands.9.2")


def recalled(state: State, event: e.DroneRecalled, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    controller = state.units[unit.controller]
    text = f"{unit.name} finds no place and is with the {controller.name}."
    if controller.is_dropping:
        text = f"{unit.name} stays with the {controller.name} until it lands."
    return Line(text, (event.unit,), "brigands.9.2")


def lost(state: State, event: e.DroneLost, _seat: str | None) -> Line:
    unit = state.units[event.unit]
    text = f"{unit.name} is lost with the {state.units[unit.controller].name}."
    return Line(text, (event.unit, unit.controller), "brigands.9.2")


def embarked(state: State, event: e.Embarked, _seat: str | None) -> Line:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    rule_id = "brigands.9.3" if event.shell is None else "brigands.9.4"
    return Line(f"{unit.name} gets into the {carrier.name}.", (event.unit, event.carrier), rule_id)


def disembarked(state: State, event: e.Disembarked, _seat: str | None) -> Line:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{unit.name} leaves the {carrier.name} at {where}."
    if event.hits:
        hits = "1 Marginal Hit" if event.hits == 1 else f"{event.hits} Marginal Hits"
        text = f"{unit.name} bails out of the {carrier.name} at {where}: {hits}."
    return Line(text, (event.unit, event.carrier), "brigands.9.3")
