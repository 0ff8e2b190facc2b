"""Jamming, hacking, networks and recovery as lines of the story, as far as a seat knows of them."""

from __future__ import annotations

from collections.abc import Iterator

from gearlock.kernel.view import Line, Token
from gearlock.systems.hex100.contacts import name_for
from gearlock.systems.hex100.e_war import e_war_throw, knows_state_of
from gearlock.systems.hex100.electronic_warfare import events as e
from gearlock.systems.hex100.lines import deed, knows, line, owns, rolled, sees, under
from gearlock.systems.hex100.state import State, Unit


def electronic_warfare_tokens(state: State, seat: str, unit: Unit) -> Iterator[Token]:
    """What lies beside a unit: what was done to it if the seat knows, what its crew did if it is the seat's own."""
    if knows_state_of(state, seat, unit):
        if unit.jammed:
            yield Token("jammed", rule="hex100.jamming")
        if unit.hacked:
            yield Token("hacked", rule="hex100.hacking")
        if unit.shocked:
            yield Token("EMP shock", rule="hex100.emp-shock")
    if unit.seat == seat:
        if unit.unlinked:
            yield Token("data link off", rule="hex100.data-link-off")
        if unit.fortified:
            yield Token("e-fortification", rule="hex100.mass-e-fortification")


def jammed(state: State, event: e.Jammed, seat: str | None) -> Line | None:
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} is jammed by {name_for(state, seat, event.by)}."
    return line(state, seat, text, "hex100.jamming", event.unit, event.by)


def jam_resisted(state: State, event: e.JamResisted, seat: str | None) -> Line | None:
    """The dice are for the side that rolled; the other learns that the jam failed."""
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} shakes a jam off"
    if owns(state, seat, event.unit):
        text += f": {rolled((event.face,), event.number)}"
    rolls = e_war_throw(state, event.unit, event.face, event.number, rule := "hex100.electronic-resistance", seat)
    return line(state, seat, f"{text}.", rule, event.unit, rolls=rolls)


def hacked(state: State, event: e.Hacked, seat: str | None) -> Line | None:
    if not knows(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} is hacked by {name_for(state, seat, event.by)}"
    if event.through:
        text += f" through the network of {name_for(state, seat, event.through)}"
    rule = "hex100.network-proliferation" if event.through else "hex100.hacking"
    return line(state, seat, f"{text}.", rule, event.unit, event.by)


_DEFENCES = {
    "attack": ("holds", "hex100.hacking"),
    "resistance": ("resists and holds", "hex100.electronic-resistance"),
    "network": ("is defended by its network and holds", "hex100.attr-network-defence"),
}


def hack_rolled(state: State, event: e.HackRolled, seat: str | None) -> Line | None:
    """Told where it ends the attempt, or to the side that rolled; the other side learns who held, not its rating."""
    if not knows(state, seat, event.unit):
        return None
    held = event.face < event.number
    words, rule = _DEFENCES[event.against]
    name = name_for(state, seat, event.unit)
    if owns(state, seat, event.unit):
        text = f"{name} {words if held else 'is being hacked'}: {rolled((event.face,), event.number)}."
        rolls = e_war_throw(state, event.unit, event.face, event.number, rule, seat)
        if event.against == "network":
            rolls = (under("network defence", (event.face,), event.number, rule),)
        return line(state, seat, text, rule, event.unit, rolls=rolls)
    how = f"rolled {event.face}, {name}" if event.against == "attack" else name
    return line(state, seat, f"The hack fails: {how} {words}.", rule, event.unit) if held else None


def recovered(state: State, event: e.Recovered, seat: str | None) -> Line | None:
    """Told to those who knew what it recovers from."""
    if not sees(state, seat, event.unit) and not (event.noticed and knows(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} recovers."
    return line(state, seat, text, "hex100.recovery", event.unit)


def link_switched(state: State, event: e.LinkSwitched, seat: str | None) -> Line | None:
    does = f"turns its data link {'on' if event.on else 'off'}"
    return deed(owns, state, seat, event.unit, does, "hex100.data-link-off")


def fortified(state: State, event: e.Fortified, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "is fortified against electronic attacks", "hex100.mass-e-fortification")
