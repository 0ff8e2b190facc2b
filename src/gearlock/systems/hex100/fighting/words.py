"""Attacks, told as far as a seat knows of them."""

from __future__ import annotations

from gearlock.kernel.view import Line
from gearlock.systems.hex100.contacts import hexes, name_for, place_name
from gearlock.systems.hex100.equipment import full_hp
from gearlock.systems.hex100.fighting.events import (
    AttackDeclared,
    Burst,
    Destroyed,
    Fired,
    Scattered,
    Struck,
    TerrainRazed,
)
from gearlock.systems.hex100.lines import COMPASS, knows, line, owns, rolled, sees
from gearlock.systems.hex100.showing.throws import blow_throws, fire_throws
from gearlock.systems.hex100.state import State


def attack(state: State, event: AttackDeclared, seat: str | None) -> Line | None:
    if not _is_witness(state, event.unit, event.target, seat):
        return None
    target = name_for(state, seat, event.target) if event.target else place_name(event.q, event.r)
    how = " from reserve" if event.reserved else ""
    text = f"{name_for(state, seat, event.unit)} attacks {target}{how}."
    return line(state, seat, text, "hex100.attack-action", event.unit, *filter(None, (event.target,)))


def _is_witness(state: State, unit: str, target: str, seat: str | None) -> bool:
    """An attack is noticed by who makes it, who suffers it and who knows the attacker."""
    return knows(state, seat, unit) or bool(target and owns(state, seat, target))


def fired(state: State, event: Fired, seat: str | None) -> Line | None:
    """What was fired, and how well, is plain to those who see the one who fires; the others count the hits."""
    if not _is_witness(state, event.unit, event.target, seat):
        return None
    hits = f"{event.hits or 'no'} hit{'s' * (event.hits != 1)}"
    text = f"{hits}, {event.evaded} evaded" if event.evaded else hits
    dice = rolled(event.faces, event.number) if event.faces else "homing"
    rolls = fire_throws(state, event, seat)
    how = f"{event.name}: {dice}:" if sees(state, seat, event.unit) else "The attack scores"
    return line(state, seat, f"{how} {text}.", "hex100.stat-accuracy", event.unit, rolls=rolls)


def struck(state: State, event: Struck, seat: str | None) -> Line | None:
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


def burst(state: State, event: Burst, seat: str | None) -> Line:
    where = place_name(event.q, event.r)
    text = f"A blast at {where}, radius {event.radius}." if event.radius else f"A blast within {where}."
    return line(state, seat, text, "hex100.attr-blast")


def scattered(state: State, event: Scattered, seat: str | None) -> Line:
    text = f"The shot goes {hexes(event.distance)} astray to the {COMPASS[event.direction]}."
    if not event.distance:
        text = "The shot misses, and bursts where it was aimed."
    return line(state, seat, text, "hex100.blast-scatter")


def razed(state: State, event: TerrainRazed, seat: str | None) -> Line:
    return line(state, seat, f"{place_name(event.q, event.r)} is {event.terrain} now.", "hex100.attr-demolisher")


def destroyed(state: State, event: Destroyed, seat: str | None) -> Line:
    text = f"{state.units[event.unit].seat}'s {state.machine(event.unit).name} is destroyed."
    return line(state, seat, text, "hex100.stat-hp", event.unit)


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
