"""The events of stealth and the sensors against it as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Throw, Token
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.e_war import is_beacon
from gearlock.systems.hex100.hiding import events as e
from gearlock.systems.hex100.hiding.searching import DEVICES
from gearlock.systems.hex100.hiding.stealth import is_hidden_from, is_stealthed
from gearlock.systems.hex100.lines import deed, knows, line, owns, rolled, sees, under
from gearlock.systems.hex100.state import State, Unit


def hiding_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit: a beacon is one for everybody who holds it, and who cannot be seen is told too."""
    if is_beacon(unit):
        yield Token("beacon", rule="hex100.attr-beacon")
    hidden = is_stealthed(state, unit) if unit.seat == seat else is_hidden_from(state, seat, unit)
    if hidden:
        yield Token("optical stealth", rule="hex100.optical-stealth")
    if unit.seat == seat:
        if unit.lock_at is not None:
            yield Token(f"lock on {place_name(*unit.lock_at)}", rule="hex100.target-marker")
        yield from (Token(DEVICES[device].name, rule=DEVICES[device].rule) for device in unit.searching)


def marked(state: State, event: e.Marked, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is a beacon for the rest of the battle", "hex100.canisterate")


def stealth_lost(state: State, event: e.StealthLost, seat: str | None) -> Line | None:
    """Of a blip that eyes could have found anyway, nobody learns that it carries stealth."""
    if not sees(state, seat, event.unit) and not (event.cloaked and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} shows itself: no optical stealth until its next phase."
    return line(state, seat, text, "hex100.optical-stealth-lost", event.unit)


def searched(state: State, event: e.Searched, seat: str | None) -> Line | None:
    device = DEVICES[event.device]
    return deed(owns, state, seat, event.unit, f"puts its {device.name} to work", device.rule)


def marker(state: State, event: e.MarkerMissed | e.HexLocked | e.HexLockLost, seat: str | None) -> Line | None:
    """Locks are told to the side that takes them."""
    if not owns(state, seat, event.unit):
        return None
    name, rolls = state.machine(event.unit).name, tuple[Throw, ...]()
    if isinstance(event, e.MarkerMissed):
        rolls = (under("target marker", (event.face,), event.number, "hex100.target-marker"),)
        text = f"{name} fails to mark its target: {rolled((event.face,), event.number)}."
    elif isinstance(event, e.HexLocked):
        text = f"{name} locks {place_name(event.q, event.r)}."
    else:
        text = f"{name} loses its lock: {event.why}."
    return line(state, seat, text, "hex100.target-marker", event.unit, rolls=rolls)
