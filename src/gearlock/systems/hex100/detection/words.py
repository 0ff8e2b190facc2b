"""Detection, locks and stealth, told as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Throw, Token
from gearlock.systems.hex100.contacts import name_for, place_name
from gearlock.systems.hex100.detection.events import (
    BeaconLit,
    Detected,
    HexLocked,
    HexLockLost,
    LockLost,
    LockResisted,
    LockTaken,
    Marked,
    MarkerMissed,
    Searched,
    StealthLost,
)
from gearlock.systems.hex100.detection.scanners import DEVICES
from gearlock.systems.hex100.detection.stealth import is_hidden_from, is_stealthed
from gearlock.systems.hex100.e_war import e_war_throw, is_beacon
from gearlock.systems.hex100.lines import deed, knows, line, owns, rolled, sees, under
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEEN, State, Unit

_FOUND = {
    BLIP: ("a blip on the sensors", "hex100.sensor-detection"),
    IDENTIFIED: ("held by sensors, type known", "hex100.identification"),
    SEEN: ("in sight", "hex100.visual-detection"),
}


def detected(state: State, event: Detected, seat: str | None) -> Line | None:
    if seat is not None and seat != event.seat:
        return None
    if not event.level:
        return line(state, seat, f"{event.seat} loses {event.contact.replace('-', ' ')}.", "hex100.sensor-detection")
    how, rule = _FOUND[event.level]
    text = f"{name_for(state, event.seat, event.unit)}: {how}."
    return line(state, seat, text if seat else f"{event.seat}'s {text}", rule, event.unit)


def lock(state: State, event: LockTaken | LockLost | LockResisted, seat: str | None) -> Line | None:
    if isinstance(event, LockResisted) and seat == state.units[event.target].seat:
        text = f"{name_for(state, seat, event.target)} shakes a lock off: {rolled((event.face,), event.number)}."
        rule = "hex100.electronic-resistance"
        rolls = e_war_throw(state, event.target, event.face, event.number, rule, seat)
        return line(state, seat, text, rule, event.target, rolls=rolls)
    if not owns(state, seat, event.unit):
        return None
    unit, target = name_for(state, seat, event.unit), name_for(state, seat, event.target)
    if isinstance(event, LockTaken):
        text = f"{unit} locks on to {target}."
    elif isinstance(event, LockLost):
        text = f"{unit} loses its lock: {event.why}."
    else:
        text = f"{unit} fails to lock: {target} resists."
    return line(state, seat, text, "hex100.lock-on", event.unit)


def detection_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
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


def marked(state: State, event: Marked, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is a beacon for the rest of the battle", "hex100.canisterate")


def stealth_lost(state: State, event: StealthLost, seat: str | None) -> Line | None:
    """Of a blip that eyes could have found anyway, nobody learns that it carries stealth."""
    if not sees(state, seat, event.unit) and not (event.cloaked and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} shows itself: no optical stealth until its next phase."
    return line(state, seat, text, "hex100.optical-stealth-lost", event.unit)


def searched(state: State, event: Searched, seat: str | None) -> Line | None:
    device = DEVICES[event.device]
    return deed(owns, state, seat, event.unit, f"puts its {device.name} to work", device.rule)


def marker(state: State, event: MarkerMissed | HexLocked | HexLockLost, seat: str | None) -> Line | None:
    """Locks are told to the side that takes them."""
    if not owns(state, seat, event.unit):
        return None
    name, rolls = state.machine(event.unit).name, tuple[Throw, ...]()
    if isinstance(event, MarkerMissed):
        rolls = (under("target marker", (event.face,), event.number, "hex100.target-marker"),)
        text = f"{name} fails to mark its target: {rolled((event.face,), event.number)}."
    elif isinstance(event, HexLocked):
        text = f"{name} locks {place_name(event.q, event.r)}."
    else:
        text = f"{name} loses its lock: {event.why}."
    return line(state, seat, text, "hex100.target-marker", event.unit, rolls=rolls)


def beacon_lit(state: State, event: BeaconLit, seat: str | None) -> Line | None:
    return deed(knows, state, seat, event.unit, "is a beacon until its next phase", "hex100.attr-beacon")
