"""Melee in words."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.tactical.melee import events as e
from gearlock.systems.tactical.melee.strikes import rule_of
from gearlock.systems.tactical.state import State
from gearlock.table.measure import inches


def struck(state: State, event: e.BlowStruck, _seat: str | None) -> Line:
    """A punch, a kick, a blade."""
    unit, target = state.units[event.unit], state.units[event.target]
    verb = {"punch": "punches", "kick": "stomps on" if target.is_infantry else "kicks"}.get(event.how, "strikes at")
    hand = "" if event.how in ("punch", "kick") else f" with its {event.how}"
    text = f"The {unit.name} {verb} the {target.name}{hand}, x{event.dm}."
    return Line(text, (unit.id, target.id), rule_of(event.how))


def thrown(state: State, event: e.Thrown, _seat: str | None) -> Line:
    """Something flies."""
    unit, target = state.units[event.unit], state.units[event.target]
    return Line(f"The {unit.name} throws its {event.weapon} at the {target.name}.", (unit.id, target.id), RULE)


def deviated(state: State, event: e.Deviated, _seat: str | None) -> Line:
    """Where it landed."""
    way = f"[{event.face}]" if event.face else "back towards the thrower"
    text = f"It lands {event.metres} m from the {state.units[event.target].name}, {way}: "
    return Line(f"{text}{inches(event.x)}, {inches(event.y)} in.", (event.unit, event.target), RULE)


RULE = "tactical.2.6.8-throw"
