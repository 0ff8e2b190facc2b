"""A position as a set-up keeps it, in `data["position"]`: what differs from the first state it has otherwise."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields
from typing import Any, Protocol, get_type_hints

import msgspec

from gearlock.kernel.typed import as_typed

KEY = "position"
"""Where a set-up keeps it; a set-up that nobody laid out by hand has no such key."""


class Fielding(Protocol):
    """A state that keeps its models by id."""

    @property
    def units(self) -> Mapping[str, Any]:
        """Every model."""
        ...


class LaidOut(msgspec.Struct, frozen=True):
    """Fields of the state, and of every model by its id."""

    state: dict[str, Any]
    models: dict[str, dict[str, Any]]
    title: str = ""


def laid_out(before: Fielding, after: Fielding, title: str, shared: Collection[str]) -> LaidOut:
    """What differs between a first state and the position made of it; the set-up itself says what is `shared`."""
    models = {unit_id: _differing(before.units[unit_id], unit, shared) for unit_id, unit in after.units.items()}
    changed = {unit_id: found for unit_id, found in models.items() if found}
    return LaidOut(_differing(before, after, (*shared, "units")), changed, title)


def take_up(state: Fielding, position: LaidOut) -> None:
    """Make a first state the position that was laid out."""
    _set(state, position.state)
    for unit_id, changed in position.models.items():
        _set(state.units[unit_id], changed)


_KNOWN: dict[type, dict[str, Any]] = {}


def field_types(of: type) -> dict[str, Any]:
    """The types of a record's fields by name; working them out takes longer than anything else here."""
    if of not in _KNOWN:
        _KNOWN[of] = get_type_hints(of)
    return _KNOWN[of]


def _set(part: Any, changed: Mapping[str, Any]) -> None:
    types = field_types(type(part))
    for name, value in changed.items():
        setattr(part, name, as_typed(value, types[name]))


def _differing(before: Any, after: Any, shared: Collection[str]) -> dict[str, Any]:
    names = [field.name for field in fields(after) if field.name not in shared]
    changed = [name for name in names if getattr(before, name) != getattr(after, name)]
    return {name: msgspec.to_builtins(getattr(after, name)) for name in changed}
