"""Moves, told as far as a seat sees them."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.lines import COMPASS, deed, knows, line, owns, sees
from gearlock.systems.hex100.moving.events import Halted, Stepped, Turned
from gearlock.systems.hex100.state import State


def stepped(state: State, event: Stepped, seat: str | None) -> Line | None:
    """An enemy's step is told with the hex if the seat still holds it there; if not, that it is lost is told next."""
    if not knows(state, seat, event.unit) or not (event.held or owns(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} moves to {place_name(event.q, event.r)}."
    return line(state, seat, text, "hex100.move-action", event.unit)


def turned(state: State, event: Turned, seat: str | None) -> Line | None:
    return deed(sees, state, seat, event.unit, f"turns to face {COMPASS[event.facing]}", "hex100.move-action")


def halted(state: State, event: Halted, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "stops: an enemy stands in the way", "hex100.stacking")
