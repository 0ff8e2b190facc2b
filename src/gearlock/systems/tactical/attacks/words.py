"""Attacks in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.attacks import events as e
from gearlock.systems.tactical.state import State

RULE = "tactical.2.6.7"


def declared(state: State, event: e.AttackDeclared, _seat: str | None) -> Line:
    unit, target = state.units[event.unit], state.units[event.target]
    how = "fires" if not event.snap else "snap fires"
    burst = f" with ROF {event.rof}" if event.rof else ""
    called = f", called at its {event.called}" if event.called else ""
    text = f"The {unit.name} {how} its {event.weapon} at the {target.name}{burst}{called}."
    return Line(text, (unit.id, target.id), "tactical.2.6.2-snap-fire" if event.snap else RULE)


def met(state: State, event: e.AttackMet, _seat: str | None) -> Line:
    unit, target = state.units[event.unit], state.units[event.target]
    result = f"a hit, Margin of Success {event.margin}" if event.hit else "a miss"
    text = f"{unit.name} {event.attack} against {target.name} {event.defense}: {result}."
    return Line(text, (unit.id, target.id), RULE)
