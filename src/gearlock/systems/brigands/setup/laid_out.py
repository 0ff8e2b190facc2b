"""A position laid out by hand, as a set-up keeps it: what differs from models that wait to be deployed."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import msgspec

from gearlock.systems.brigands.ground.terrain import ruined
from gearlock.systems.brigands.state import State, Unit

UNIT_TYPES, STATE_TYPES = get_type_hints(Unit), get_type_hints(State)
SHARED = ("line", "ground", "units", "notes")
"""What is no part of a position: the set-up itself says it, or nobody does."""


class LaidOut(msgspec.Struct, frozen=True):
    """Fields of the state, and of every model by its id."""

    state: dict[str, Any]
    models: dict[str, dict[str, Any]]
    title: str = ""


def take_up(state: State, position: LaidOut) -> None:
    """Make a first state the position that was laid out."""
    for name, value in position.state.items():
        setattr(state, name, msgspec.convert(value, STATE_TYPES[name]))
    for unit_id, changed in position.models.items():
        for name, value in changed.items():
            setattr(state.units[unit_id], name, msgspec.convert(value, UNIT_TYPES[name]))
    for building, left in state.buildings.items():
        state.ground = state.ground if any(left) else ruined(state.ground, building)


def laid_out(before: State, after: State, title: str) -> LaidOut:
    """What differs between a first state and the position made of it."""
    models = {unit.id: _differing(before.units[unit.id], unit) for unit in after.units.values()}
    return LaidOut(_differing(before, after), {unit_id: found for unit_id, found in models.items() if found}, title)


def _differing(before: State | Unit, after: State | Unit) -> dict[str, Any]:
    names = [field.name for field in fields(after) if field.name not in SHARED]
    changed = [name for name in names if getattr(before, name) != getattr(after, name)]
    return {name: msgspec.to_builtins(getattr(after, name)) for name in changed}
