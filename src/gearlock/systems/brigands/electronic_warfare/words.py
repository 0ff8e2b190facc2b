"""The events of electronic warfare as lines of the story."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.brigands.electronic_warfare import events as e
from gearlock.systems.brigands.state import State
from gearlock.systems.brigands.throws import pool_throw

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


def jammed(state: State, event: e.ActiveEcmDeclared, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} sets Active ECM against the {event.action} of {state.name_of(event.origin)}."
    return Line(text, (event.unit, event.origin), "brigands.8.3b")


def declared(state: State, event: e.EwDeclared, _seat: str | None) -> Line:
    at = f" on {state.name_of(event.target)}" if event.target else ""
    at += f" by the sensors of {state.name_of(event.sharer)}" if event.sharer else ""
    units = tuple(name for name in (event.unit, event.target, event.sharer) if name)
    return Line(f"{state.name_of(event.unit)} uses {event.action}{at}.", units, _RULES[event.action])


def scanned(state: State, event: e.Scanned, _seat: str | None) -> Line:
    outcome = "has a full picture" if event.success else "gets no picture"
    text = f"{state.name_of(event.unit)} {outcome} of {state.name_of(event.target)}."
    return Line(text, (event.unit, event.target), "brigands.8.2f")


def scrambled(state: State, event: e.Scrambled, _seat: str | None) -> Line:
    text = f"{state.name_of(event.unit)} is scrambled: a Haywire token, and no Command Points."
    return Line(text, (event.unit, event.by), "brigands.8.3c")


def unscrambled(state: State, event: e.Unscrambled, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} loses its Haywire token.", (event.unit, event.by), "brigands.8.4c")


def raised(state: State, event: e.DefenseRaised, _seat: str | None) -> Line:
    return Line(f"{state.name_of(event.unit)} has its ECM Defense up.", (event.unit,), "brigands.8.3d")


def lost(state: State, event: e.DefenseLost, _seat: str | None) -> Line:
    rule_id = "brigands.8.4d" if event.by else "brigands.8.3d"
    return Line(f"{state.name_of(event.unit)} loses its ECM Defense.", (event.unit,), rule_id)


def passed(_state: State, event: e.DefensePassed, _seat: str | None) -> Line:
    return Line(f"{event.seat} raises no ECM Defense.", (), "brigands.8.3e")


def contested(state: State, event: e.Contested, _seat: str | None) -> Line:
    sides = f"{_dice(event.attack_faces)} = {event.attack} against {_dice(event.defence_faces)} = {event.defence}"
    outcome = "it works" if event.success else "it fails"
    unit, target = state.name_of(event.unit), state.name_of(event.target)
    rolls = (
        pool_throw(f"{unit}: {event.action}", event.attack_faces, event.attack_lines, event.attack),
        pool_throw(f"{target} defends", event.defence_faces, event.defence_lines, event.defence),
    )
    text = f"{event.action} by {unit} on {target}: {sides}: {outcome}."
    return Line(text, (event.unit, event.target), _RULES[event.action], rolls)
