"""Moves, told as far as a seat sees them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.lines import COMPASS, deed, knows, line, owns, rolled, sees, under
from gearlock.systems.hex100.movement.events import GaitChosen, GroundCleared, Halted, Rammed, Stepped, Turned
from gearlock.systems.hex100.movement.ways import WAYS
from gearlock.systems.hex100.movement_types import SKATING
from gearlock.systems.hex100.state import State, Unit


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


def gait_tokens(unit: Unit) -> Iterator[Token]:
    """What lies beside a unit that goes on skates or skims; for its owner."""
    if unit.gait:
        rule = "hex100.skate-system" if unit.gait == SKATING else "hex100.cirrus-skimmer"
        yield Token(unit.gait, rule=rule)


def ground_cleared(state: State, event: GroundCleared, seat: str | None) -> Line:
    """Everybody sees what becomes of the ground; who did it is told to those who know the unit."""
    rule = WAYS[event.way].rule if event.way in WAYS else "hex100.heavy-tank"
    place = f"{place_name(event.q, event.r)} is {event.terrain} now" + (", the wreck is gone" if event.wreck else "")
    if not knows(state, seat, event.unit):
        return line(state, seat, f"{place}.", "hex100.terrain-characteristics")
    return line(state, seat, f"{name_for(state, seat, event.unit)} clears its way: {place}.", rule, event.unit)


def gait_chosen(state: State, event: GaitChosen, seat: str | None) -> Line | None:
    if event.gait == SKATING:
        return deed(sees, state, seat, event.unit, "goes on its skates", "hex100.skate-system")
    return deed(sees, state, seat, event.unit, "skims over the ground", "hex100.cirrus-skimmer")


def rammed(state: State, event: Rammed, seat: str | None) -> Line | None:
    """Both sides learn of it: the rammer is in the next hex."""
    if not (knows(state, seat, event.unit) and knows(state, seat, event.target)):
        return None
    hit = event.face < event.number
    unit, target = name_for(state, seat, event.unit), name_for(state, seat, event.target)
    text = f"{unit} rams {target}" if hit else f"{unit} tries to ram {target} and misses"
    text += f": {rolled((event.face,), event.number)}."
    rolls = (under("ram", (event.face,), event.number, "hex100.ramming"),)
    return line(state, seat, text, "hex100.ramming", event.unit, event.target, rolls=rolls)
