"""The sequence of play, told."""

from __future__ import annotations

from gearlock.kernel.view import Line, Throw
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.lines import SIDES, line, sees
from gearlock.systems.hex100.state import SEATS, State
from gearlock.systems.hex100.turns.events import FocusDeclared, InitiativeRolled, PhaseBegan


def initiative(state: State, event: InitiativeRolled, seat: str | None) -> Line:
    rolls = tuple(
        Throw(side, (face,), SIDES, rule="hex100.turn-structure")
        for side, face in zip(SEATS, event.faces, strict=False)
    )
    return line(state, seat, f"{event.first} goes first.", "hex100.turn-structure", rolls=rolls)


def phase_began(state: State, event: PhaseBegan, seat: str | None) -> Line:
    return line(state, seat, f"Round {event.turn}: {event.seat}'s phase.", "hex100.turn-structure")


def focus(state: State, event: FocusDeclared, seat: str | None) -> Line | None:
    if not event.focus or not sees(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} takes the {event.focus} focus."
    return line(state, seat, text, f"hex100.focus-{event.focus}", event.unit)
