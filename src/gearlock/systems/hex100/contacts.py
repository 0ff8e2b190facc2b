"""Contacts: what a side calls the units it knows of, and where the enemies among them stand."""

from __future__ import annotations

from gearlock.kernel.orders import Refusal
from gearlock.systems.hex100.state import IDENTIFIED, UNKNOWN, State, Unit
from gearlock.table.hexes import Hex, to_offset


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


def known_enemies(state: State, seat: str) -> dict[Hex, Unit]:
    """The enemies a seat knows of, by hex, in the order in which it found them; not those that ride a unit."""
    return {unit.hex: unit for unit in state.found(seat) if not unit.riding}


def is_known(state: State, seat: str, unit: Unit) -> bool:
    """Whether a seat knows where a unit stands: its own always, an enemy while it is a contact."""
    return unit.seat == seat or unit.id in state.known[seat]


def no_contact(name: str) -> Refusal:
    """The answer to an order about an enemy that the side does not hold."""
    return Refusal("no-such-contact", "hex100.attack-action", f"Your side holds no contact called '{name}'.")
