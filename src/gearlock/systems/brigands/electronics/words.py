"""The events of electronic warfare as lines of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.brigands.electronics import events as e
from gearlock.systems.brigands.state import State

_RULES = {"Active ECM": "brigands.8.3b", "Scramble": "brigands.8.3c", "Disable Defense": "brigands.8.4d"}


def _name(state: State, unit: str) -> str:
    return state.units[unit].name


def _dice(faces: tuple[int, ...]) -> str:
    return f"[{' '.join(map(str, faces))}]" if faces else "no dice"


def _jammed(state: State, event: e.ActiveEcmDeclared) -> Line:
    text = f"{_name(state, event.unit)} sets Active ECM against the {event.action} of {_name(state, event.origin)}."
    return Line(text, (event.unit, event.origin), "brigands.8.3b")


def _boosted(state: State, event: e.CommsBoosted) -> Line:
    what = f"the {event.action} of {_name(state, event.origin)}"
    text = f"{_name(state, event.unit)} boosts {what} by {event.rating}."
    return Line(text, (event.unit, event.origin), "brigands.8.2c")


def _contested(state: State, event: e.Contested) -> Line:
    sides = f"{_dice(event.attack_faces)} = {event.attack} against {_dice(event.defence_faces)} = {event.defence}"
    outcome = "it works" if event.success else "it fails"
    text = f"{event.action} by {_name(state, event.unit)} on {_name(state, event.target)}: {sides}: {outcome}."
    return Line(text, (event.unit, event.target), _RULES[event.action])


ELECTRONICS_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {
    e.ActiveEcmDeclared: _jammed,
    e.CommsBoosted: _boosted,
    e.Contested: _contested,
}
