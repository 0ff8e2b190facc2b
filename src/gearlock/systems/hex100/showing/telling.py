"""The story as a seat may read it: own deeds in full, the enemy's as far as it is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gearlock.kernel.events import Event
from gearlock.kernel.view import Line, Throw
from gearlock.systems.hex100 import events as e
from gearlock.systems.hex100.briefings.words import BRIEFING_WORDS
from gearlock.systems.hex100.crushing.words import CRUSHING_WORDS
from gearlock.systems.hex100.cyber.words import CYBER_WORDS
from gearlock.systems.hex100.drones.words import DRONE_WORDS
from gearlock.systems.hex100.hiding.words import HIDING_WORDS
from gearlock.systems.hex100.mustering.equipment import full_hp
from gearlock.systems.hex100.sensing.naming import hexes, name_for, place_name
from gearlock.systems.hex100.showing.lines import deed, knows, line, owns, rolled, sees
from gearlock.systems.hex100.showing.throws import SIDES, blow_throws, e_war_throw, fire_throws
from gearlock.systems.hex100.state import BLIP, IDENTIFIED, SEATS, SEEN, State
from gearlock.systems.hex100.warding.words import WARDING_WORDS

_FOUND = {
    BLIP: ("a blip on the sensors", "hex100.sensor-detection"),
    IDENTIFIED: ("held by sensors, type known", "hex100.identification"),
    SEEN: ("in sight", "hex100.visual-detection"),
}
_COMPASS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
"""The way a unit faces, by hexside."""


def tell(state: State, event: Event, seat: str | None) -> Line | None:
    """One event in a player's words; None if the seat does not learn of it."""
    teller = _TELLERS.get(type(event))
    return None if teller is None else teller(state, event, seat)


def _initiative(state: State, event: e.InitiativeRolled, seat: str | None) -> Line:
    rolls = tuple(
        Throw(side, (face,), SIDES, rule="hex100.turn-structure")
        for side, face in zip(SEATS, event.faces, strict=False)
    )
    return line(state, seat, f"{event.first} goes first.", "hex100.turn-structure", rolls=rolls)


def _deployed(state: State, event: e.Deployed, seat: str | None) -> Line | None:
    does = f"takes its place at {place_name(event.q, event.r)}"
    return deed(owns, state, seat, event.unit, does, "hex100.deployment")


def _phase_began(state: State, event: e.PhaseBegan, seat: str | None) -> Line:
    return line(state, seat, f"Round {event.turn}: {event.seat}'s phase.", "hex100.turn-structure")


def _focus(state: State, event: e.FocusDeclared, seat: str | None) -> Line | None:
    if not event.focus or not sees(state, seat, event.unit):
        return None
    text = f"{name_for(state, seat, event.unit)} takes the {event.focus} focus."
    return line(state, seat, text, f"hex100.focus-{event.focus}", event.unit)


def _stepped(state: State, event: e.Stepped, seat: str | None) -> Line | None:
    """An enemy's step is told with the hex if the seat still holds it there; if not, that it is lost is told next."""
    if not knows(state, seat, event.unit) or not (event.held or owns(state, seat, event.unit)):
        return None
    text = f"{name_for(state, seat, event.unit)} moves to {place_name(event.q, event.r)}."
    return line(state, seat, text, "hex100.move-action", event.unit)


def _turned(state: State, event: e.Turned, seat: str | None) -> Line | None:
    return deed(sees, state, seat, event.unit, f"turns to face {_COMPASS[event.facing]}", "hex100.move-action")


def _halted(state: State, event: e.Halted, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "stops: an enemy stands in the way", "hex100.stacking")


def _detected(state: State, event: e.Detected, seat: str | None) -> Line | None:
    if seat is not None and seat != event.seat:
        return None
    if not event.level:
        return line(state, seat, f"{event.seat} loses {event.contact.replace('-', ' ')}.", "hex100.sensor-detection")
    how, rule = _FOUND[event.level]
    text = f"{name_for(state, event.seat, event.unit)}: {how}."
    return line(state, seat, text if seat else f"{event.seat}'s {text}", rule, event.unit)


def _lock(state: State, event: e.LockTaken | e.LockLost | e.LockResisted, seat: str | None) -> Line | None:
    if isinstance(event, e.LockResisted) and seat == state.units[event.target].seat:
        text = f"{name_for(state, seat, event.target)} shakes a lock off: {rolled((event.face,), event.number)}."
        rule = "hex100.electronic-resistance"
        rolls = e_war_throw(state, event.target, event.face, event.number, rule, seat)
        return line(state, seat, text, rule, event.target, rolls=rolls)
    if not owns(state, seat, event.unit):
        return None
    unit, target = name_for(state, seat, event.unit), name_for(state, seat, event.target)
    if isinstance(event, e.LockTaken):
        text = f"{unit} locks on to {target}."
    elif isinstance(event, e.LockLost):
        text = f"{unit} loses its lock: {event.why}."
    else:
        text = f"{unit} fails to lock: {target} resists."
    return line(state, seat, text, "hex100.lock-on", event.unit)


def _own_deed(words: str, rule: str) -> Callable[[State, Any, str | None], Line | None]:
    """A deed that only its own side learns of."""

    def told(state: State, event: Any, seat: str | None) -> Line | None:
        return deed(owns, state, seat, event.unit, words, rule)

    return told


def _attack(state: State, event: e.AttackDeclared, seat: str | None) -> Line | None:
    if not _is_witness(state, event.unit, event.target, seat):
        return None
    target = name_for(state, seat, event.target) if event.target else place_name(event.q, event.r)
    how = " from reserve" if event.reserved else ""
    text = f"{name_for(state, seat, event.unit)} attacks {target}{how}."
    return line(state, seat, text, "hex100.attack-action", event.unit, *filter(None, (event.target,)))


def _is_witness(state: State, unit: str, target: str, seat: str | None) -> bool:
    """An attack is noticed by who makes it, who suffers it and who knows the attacker."""
    return knows(state, seat, unit) or bool(target and owns(state, seat, target))


def _fired(state: State, event: e.Fired, seat: str | None) -> Line | None:
    """What was fired, and how well, is plain to those who see the one who fires; the others count the hits."""
    if not _is_witness(state, event.unit, event.target, seat):
        return None
    hits = f"{event.hits or 'no'} hit{'s' * (event.hits != 1)}"
    text = f"{hits}, {event.evaded} evaded" if event.evaded else hits
    dice = rolled(event.faces, event.number) if event.faces else "homing"
    rolls = fire_throws(state, event, seat)
    how = f"{event.name}: {dice}:" if sees(state, seat, event.unit) else "The attack scores"
    return line(state, seat, f"{how} {text}.", "hex100.stat-accuracy", event.unit, rolls=rolls)


_BLOWS = {
    "hit": ("a direct hit", "hex100.attack-sequence"),
    "graze": ("a graze", "hex100.attr-graze"),
    "blast": ("a blast", "hex100.attr-blast"),
    "mine": ("a mine", "hex100.castellan-mines"),
    "opportunity": ("a blow in passing", "hex100.attack-of-opportunity"),
    "ram": ("a ram", "hex100.ramming"),
    "recoil": ("its own ram", "hex100.ramming"),
    "terror": ("terror drones", "hex100.drone-terror"),
    "shockwave": ("the shock of a hammer", "hex100.impact-hammer"),
}
"""Each way of being struck in words, and the rule behind it."""


def _struck(state: State, event: e.Struck, seat: str | None) -> Line | None:
    """Damage shows on a unit in sight; of a blip one learns no more than that it was struck."""
    if not knows(state, seat, event.unit):
        return None
    how, rule = _BLOWS[event.how]
    name = name_for(state, seat, event.unit)
    if not sees(state, seat, event.unit):
        return line(state, seat, f"{name} is struck by {how}.", rule, event.unit)
    critical = ""
    if event.critical and event.hardpoint < 0:
        critical = f" and {event.critical} critical damage"
    elif event.critical:
        place = state.machine(event.unit).unit.hardpoints[event.hardpoint].place
        critical = f" and {event.critical} critical damage on its {place}"
    left = f"{state.units[event.unit].hp} of {full_hp(state, event.unit)} hit points left"
    text = f"{name} takes {event.damage or 'no'} damage{critical} from {how}: {left}."
    return line(state, seat, text, rule, event.unit, rolls=blow_throws(state, event, seat))


def _burst(state: State, event: e.Burst, seat: str | None) -> Line:
    where = place_name(event.q, event.r)
    text = f"A blast at {where}, radius {event.radius}." if event.radius else f"A blast within {where}."
    return line(state, seat, text, "hex100.attr-blast")


def _scattered(state: State, event: e.Scattered, seat: str | None) -> Line:
    text = f"The shot goes {hexes(event.distance)} astray to the {_COMPASS[event.direction]}."
    if not event.distance:
        text = "The shot misses, and bursts where it was aimed."
    return line(state, seat, text, "hex100.blast-scatter")


def _razed(state: State, event: e.TerrainRazed, seat: str | None) -> Line:
    return line(state, seat, f"{place_name(event.q, event.r)} is {event.terrain} now.", "hex100.attr-demolisher")


def _destroyed(state: State, event: e.Destroyed, seat: str | None) -> Line:
    text = f"{state.units[event.unit].seat}'s {state.machine(event.unit).name} is destroyed."
    return line(state, seat, text, "hex100.stat-hp", event.unit)


_TELLERS: dict[type[Event], Callable[[State, Any, str | None], Line | None]] = {
    e.InitiativeRolled: _initiative,
    e.Deployed: _deployed,
    e.PhaseBegan: _phase_began,
    e.FocusDeclared: _focus,
    e.Stepped: _stepped,
    e.Halted: _halted,
    e.Turned: _turned,
    e.Detected: _detected,
    e.LockTaken: _lock,
    e.LockLost: _lock,
    e.LockResisted: _lock,
    e.Activated: _own_deed("begins its turn", "hex100.turn-structure"),
    e.ResistanceBegan: _own_deed("resists electronically", "hex100.electronic-resistance"),
    e.LookedAround: _own_deed("has its commander look around", "hex100.commander-look-around"),
    e.HandLent: _own_deed("gets a hand from its commander", "hex100.commander-hands-on"),
    e.AmmoChanged: _own_deed("loads other ammunition", "hex100.variable-ammo-tank"),
    e.Reserved: _own_deed("holds an action in reserve", "hex100.reserve"),
    e.AttackDeclared: _attack,
    e.Fired: _fired,
    e.Struck: _struck,
    e.Burst: _burst,
    e.Scattered: _scattered,
    e.TerrainRazed: _razed,
    e.Destroyed: _destroyed,
    **CYBER_WORDS,
    **HIDING_WORDS,
    **CRUSHING_WORDS,
    **WARDING_WORDS,
    **DRONE_WORDS,
    **BRIEFING_WORDS,
}
