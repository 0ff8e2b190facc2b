"""What makes one position the same as another, so that work done on it may be remembered."""

from __future__ import annotations

from dataclasses import fields
from operator import attrgetter

from gearlock.systems.brigands.state import State, Unit

_LISTS = ("used", "marks", "expended")
_SCALARS = attrgetter(*(fact.name for fact in fields(Unit) if fact.name not in _LISTS))
_PLACE = attrgetter("id", "line", "status", "x", "y", "z", "tall", "airborne", "controller", "carrier", "core", "pace")

Facts = tuple[object, ...]


def facts_of(unit: Unit) -> Facts:
    """Everything there is to know of a model: equal for equal models only."""
    return (*_SCALARS(unit), tuple(unit.used), tuple(unit.marks), tuple(unit.expended))


def places_of(state: State) -> Facts:
    """Where everybody stands, and who belongs to whom."""
    return tuple([_PLACE(unit) for unit in state.units.values()])


def circumstances(state: State) -> Facts:
    """What holds for all models: Round and phase, Orders, Smoke, buildings, Objectives, the ground."""
    rules = (state.phase, state.group, state.introductory, state.augment, state.round, state.rounds, state.ground)
    lists = tuple(state.orders.items()), tuple(state.smoke), tuple(state.buildings.items()), tuple(state.pursuits)
    return (*rules, *lists, state.observation)
