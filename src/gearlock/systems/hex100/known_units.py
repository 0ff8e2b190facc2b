"""What a side calls the units it knows of, and whose story lines it may read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.orders import Refusal
from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.systems.hex100.state import IDENTIFIED, SEEN, UNKNOWN, State, Unit
from gearlock.table.hexes import Hex, to_offset

# --- Contacts: what a side calls the units it knows of, and where the enemies among them stand


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


# --- Lines of the story
# Dice are open to whoever reads of them at all; what made a number is for the side whose number it is, for locks,
# siege modes and defences are nobody else's business.

Told = Callable[[State, str | None, str], bool]
"""Which seats learn of what a unit does: `knows`, `sees` or `owns`."""
SIDES = 100
COMPASS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
"""The way a unit faces, by hexside."""


def knows(state: State, seat: str | None, unit: str) -> bool:
    """Whether a seat knows of a unit at all."""
    return level_for(state, seat, unit) != UNKNOWN


def sees(state: State, seat: str | None, unit: str) -> bool:
    """Whether a seat has a unit before its eyes: its own, or an enemy in sight."""
    return level_for(state, seat, unit) in (None, SEEN)


def owns(state: State, seat: str | None, unit: str) -> bool:
    """Whether a unit is the seat's own; nobody in particular owns them all."""
    return seat is None or state.units[unit].seat == seat


def line(state: State, seat: str | None, text: str, rule: str, *units: str, rolls: tuple[Throw, ...] = ()) -> Line:
    """A line about units, named by the ids the seat knows them by."""
    ids = [unit if seat is None or state.units[unit].seat == seat else state.contacts[seat].get(unit) for unit in units]
    return Line(text[:1].upper() + text[1:], tuple(id_ for id_ in ids if id_), rule, rolls)


def deed(
    told: Told, state: State, seat: str | None, unit: str, does: str, rule: str, rolls: tuple[Throw, ...] = ()
) -> Line | None:
    """What one unit does or what becomes of it, for a seat that owns, sees or knows it; nothing for the others."""
    if not told(state, seat, unit):
        return None
    return line(state, seat, f"{name_for(state, seat, unit)} {does}.", rule, unit, rolls=rolls)


def rolled(faces: tuple[int, ...], number: int) -> str:
    """Dice and the number they had to stay under."""
    return f"rolled {', '.join(map(str, faces))}" + (
        f", needs under {number}" if len(faces) == 1 else f" against {number}"
    )


def own_deed(words: str, rule: str) -> Callable[[State, Any, str | None], Line | None]:
    """A deed that only its own side learns of."""

    def told(state: State, event: Any, seat: str | None) -> Line | None:
        return deed(owns, state, seat, event.unit, words, rule)

    return told


def under(label: str, faces: tuple[int, ...], number: int, rule: str, lines: tuple[Modifier, ...] = ()) -> Throw:
    """Dice that must stay under a number, those that do marked."""
    counts = tuple(face < number for face in faces)
    made = f"{sum(counts)} of {len(faces)}" if len(faces) > 1 else "yes" if any(counts) else "no"
    return Throw(label, faces, SIDES, counts, lines, f"needs under {number}: {made}", rule)
