"""What a seat calls a unit: by name when it knows what it is, otherwise as a contact."""

from __future__ import annotations

from gearlock.systems.hex100.state import IDENTIFIED, UNKNOWN, State
from gearlock.table.hexes import to_offset


def place_name(q: int, r: int) -> str:
    """A hex as players count it: column and row."""
    column, row = to_offset((q, r))
    return f"column {column}, row {row}"


def hexes(count: int) -> str:
    """A distance in words: 1 hex, 2 hexes."""
    return f"{count} hex{'es' * (count != 1)}"


def level_for(state: State, seat: str | None, unit_id: str) -> int | None:
    """How well a seat knows a unit; None when it is its own, or when nobody in particular looks."""
    unit = state.units[unit_id]
    if seat is None or unit.seat == seat:
        return None
    return state.known[seat].get(unit_id, UNKNOWN)


def name_for(state: State, seat: str | None, unit_id: str) -> str:
    """A unit as a seat calls it; 'an unseen enemy' for one it does not know of. The fallen are known to all.

    What a machine is called by its own side would tell an enemy found again from its like: of enemies the type is told.
    """
    level = level_for(state, seat, unit_id)
    machine = state.machine(unit_id)
    if level is None or state.units[unit_id].destroyed:
        return machine.name
    if level == UNKNOWN or seat is None:
        return "an unseen enemy"
    contact = state.contacts[seat][unit_id].replace("-", " ")
    return f"{machine.unit.name} ({contact})" if level >= IDENTIFIED else contact
