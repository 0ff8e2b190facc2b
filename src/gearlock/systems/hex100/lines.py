"""Lines of the story: of which units a seat may read, and how dice are told. The words of all chapters use them.

Dice are open to whoever reads of them at all; what made a number is for the side whose number it is, for locks, siege
modes and defences are nobody else's business.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.view import Line, Modifier, Throw
from gearlock.systems.hex100.contacts import level_for, name_for
from gearlock.systems.hex100.state import SEEN, UNKNOWN, State

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
