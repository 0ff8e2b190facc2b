"""11.3: who is left of a Force, and the Actions its models stand for."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.rulebook import heeds
from gearlock.systems.brigands.state import GONE, NO_GROUP, WRECK, State, Unit


def is_left(unit: Unit) -> bool:
    """Not destroyed: in play, riding in a transport, or still to come."""
    return unit.status not in (WRECK, GONE)


def is_drone(unit: Unit) -> bool:
    """A drone belongs to the model that controls it, and counts for nothing but Casualties."""
    return bool(unit.controller)


def actions_of(units: Iterator[Unit]) -> int:
    """The Actions that models stand for, spent or not; drones stand for none."""
    return sum(unit.line.actions for unit in units if not is_drone(unit))


def group_of(state: State, seat: str, group: int) -> Iterator[Unit]:
    """The models a Combat Group began with."""
    return (unit for unit in state.units.values() if unit.seat == seat and unit.group == group)


@heeds("brigands.11.3")
def has_somebody(state: State, seat: str) -> bool:
    """Whether a seat has a model left that could still act; drones alone and a Demolitions target are nobody."""
    return any(
        unit.seat == seat and unit.group != NO_GROUP and is_left(unit) and not is_drone(unit)
        for unit in state.units.values()
    )
