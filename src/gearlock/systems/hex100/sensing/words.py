"""What sensors find and lose, told."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.e_war import e_war_throw
from gearlock.systems.hex100.lines import line, owns, rolled
from gearlock.systems.hex100.sensing.events import Detected, LockLost, LockResisted, LockTaken
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEEN, State

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
