"""The events of drones, transports and fortifications as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.transport import events as e
from gearlock.table.measure import inches_text


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
