"""The events of drones, transports and fortifications as lines of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.brigands.companions import events as e
from gearlock.systems.brigands.state import State
from gearlock.table.measure import inches_text


def _placed(state: State, event: e.DronePlaced) -> Line:
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    return Line(f"{state.units[event.unit].name} takes its place at {where}.", (event.unit,), "brigands.9.2")


def _pushed(state: State, event: e.DronePushed) -> Line:
    return Line(f"{state.units[event.unit].name} gives way.", (event.unit,), "brigands.9.2")


def _recalled(state: State, event: e.DroneRecalled) -> Line:
    unit = state.units[event.unit]
    controller = state.units[unit.controller]
    text = f"{unit.name} finds no place and is with the {controller.name}."
    if controller.is_dropping:
        text = f"{unit.name} stays with the {controller.name} until it lands."
    return Line(text, (event.unit,), "brigands.9.2")


def _lost(state: State, event: e.DroneLost) -> Line:
    unit = state.units[event.unit]
    text = f"{unit.name} is lost with the {state.units[unit.controller].name}."
    return Line(text, (event.unit, unit.controller), "brigands.9.2")


def _embarked(state: State, event: e.Embarked) -> Line:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    rule_id = "brigands.9.3" if event.shell is None else "brigands.9.4"
    return Line(f"{unit.name} gets into the {carrier.name}.", (event.unit, event.carrier), rule_id)


def _disembarked(state: State, event: e.Disembarked) -> Line:
    unit, carrier = state.units[event.unit], state.units[event.carrier]
    where = f"{inches_text(event.x)}, {inches_text(event.y)}"
    text = f"{unit.name} leaves the {carrier.name} at {where}."
    if event.hits:
        hits = "1 Marginal Hit" if event.hits == 1 else f"{event.hits} Marginal Hits"
        text = f"{unit.name} bails out of the {carrier.name} at {where}: {hits}."
    return Line(text, (event.unit, event.carrier), "brigands.9.3")


COMPANIONS_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {
    e.DronePlaced: _placed,
    e.DronePushed: _pushed,
    e.DroneRecalled: _recalled,
    e.DroneLost: _lost,
    e.Embarked: _embarked,
    e.Disembarked: _disembarked,
}
