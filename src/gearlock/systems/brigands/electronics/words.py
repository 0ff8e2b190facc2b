"""The events of electronic warfare as lines of the story."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line
from gearlock.systems.brigands.electronics import events as e
from gearlock.systems.brigands.showing.throws import pool_throw
from gearlock.systems.brigands.state import State

_RULES = {
    "Active ECM": "brigands.8.3b",
    "Scramble": "brigands.8.3c",
    "Disable Defense": "brigands.8.4d",
    "Unscramble": "brigands.8.4c",
    "ECM Defense": "brigands.8.3d",
    "Detailed Scan": "brigands.8.2f",
}


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


def _authorized(state: State, event: e.Authorized) -> Line:
    outcome = "gets through" if event.success else "does not get through"
    text = f"{_name(state, event.unit)} {outcome} to {_name(state, event.receiver)}: Authorize."
    return Line(text, (event.unit, event.receiver), "brigands.8.2b")


def _declared(state: State, event: e.EwDeclared) -> Line:
    at = f" on {_name(state, event.target)}" if event.target else ""
    at += f" by the sensors of {_name(state, event.sharer)}" if event.sharer else ""
    units = tuple(name for name in (event.unit, event.target, event.sharer) if name)
    return Line(f"{_name(state, event.unit)} uses {event.action}{at}.", units, _RULES[event.action])


def _scanned(state: State, event: e.Scanned) -> Line:
    outcome = "has a full picture" if event.success else "gets no picture"
    text = f"{_name(state, event.unit)} {outcome} of {_name(state, event.target)}."
    return Line(text, (event.unit, event.target), "brigands.8.2f")


def _scrambled(state: State, event: e.Scrambled) -> Line:
    text = f"{_name(state, event.unit)} is scrambled: a Haywire token, and no Command Points."
    return Line(text, (event.unit, event.by), "brigands.8.3c")


def _unscrambled(state: State, event: e.Unscrambled) -> Line:
    return Line(f"{_name(state, event.unit)} loses its Haywire token.", (event.unit, event.by), "brigands.8.4c")


def _raised(state: State, event: e.DefenseRaised) -> Line:
    return Line(f"{_name(state, event.unit)} has its ECM Defense up.", (event.unit,), "brigands.8.3d")


def _lost(state: State, event: e.DefenseLost) -> Line:
    rule_id = "brigands.8.4d" if event.by else "brigands.8.3d"
    return Line(f"{_name(state, event.unit)} loses its ECM Defense.", (event.unit,), rule_id)


def _passed(_state: State, event: e.DefensePassed) -> Line:
    return Line(f"{event.seat} raises no ECM Defense.", (), "brigands.8.3e")


def _contested(state: State, event: e.Contested) -> Line:
    sides = f"{_dice(event.attack_faces)} = {event.attack} against {_dice(event.defence_faces)} = {event.defence}"
    outcome = "it works" if event.success else "it fails"
    unit, target = _name(state, event.unit), _name(state, event.target)
    rolls = (
        pool_throw(f"{unit}: {event.action}", event.attack_faces, event.attack_lines, event.attack),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence),
    )
    text = f"{event.action} by {unit} on {target}: {sides}: {outcome}."
    return Line(text, (event.unit, event.target), _RULES[event.action], rolls)


ELECTRONICS_WORDS: dict[type[Event], Callable[[State, Any], Line]] = {
    e.ActiveEcmDeclared: _jammed,
    e.CommsBoosted: _boosted,
    e.Authorized: _authorized,
    e.EwDeclared: _declared,
    e.Scanned: _scanned,
    e.Scrambled: _scrambled,
    e.Unscrambled: _unscrambled,
    e.DefenseRaised: _raised,
    e.DefenseLost: _lost,
    e.DefensePassed: _passed,
    e.Contested: _contested,
}
