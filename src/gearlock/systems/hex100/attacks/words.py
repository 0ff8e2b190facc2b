"""Attacks, told as far as a seat knows of them."""

from __future__ import annotations

from msgspec.structs import replace

from gearlock.kernel.view import Line, Modifier, Shot, Throw
from gearlock.systems.hex100.attacks.events import (
    AttackDeclared,
    Burst,
    Fired,
    FirePlotted,
    Scattered,
    SiegeEntered,
    SiegeLeft,
    TerrainRazed,
)
from gearlock.systems.hex100.contacts import hexes, name_for, place_name
from gearlock.systems.hex100.equipment import find_mount
from gearlock.systems.hex100.lines import COMPASS, deed, knows, line, owns, rolled, sees, under
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
    told = line(state, seat, f"{how} {text}.", "hex100.stat-accuracy", event.unit, rolls=rolls)
    return replace(told, shots=_shots(state, event, seat))


LOOKS = {"launcher": "rocket", "artillery weapon": "shell", "mech-scale throwable": "shell", "gun-launcher": "shell"}


def _shots(state: State, event: Fired, seat: str | None) -> tuple[Shot, ...]:
    """The attack as a seat sees it: who does not see the one who fires sees the strike alone."""
    whom = line(state, seat, "", "", event.target).units if event.target else ()
    by = line(state, seat, "", "", event.unit).units if sees(state, seat, event.unit) else ()
    return tuple(
        Shot(_look(state, event) if by else "", "".join(by), target, event.hits > event.evaded) for target in whom
    )


def _look(state: State, event: Fired) -> str:
    """What firing a weapon looks like: melee is a blow, energy a beam, launchers send rockets."""
    mount = find_mount(state, state.units[event.unit], event.weapon.partition(":")[0])
    if mount is None or not mount.modes:
        return "burst"
    weapon = mount.modes[0]
    if not weapon.range:
        return "blade"
    return "beam" if weapon.damage_type == "energy" else LOOKS.get(weapon.group, "burst")


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


def fire_throws(state: State, event: Fired, seat: str | None) -> tuple[Throw, ...]:
    """The shots for those who see who fires, the evasion for those who see who is fired at."""
    throws: list[Throw] = []
    if event.faces and sees(state, seat, event.unit):
        lines = event.lines if owns(state, seat, event.unit) else ()
        throws.append(under("to hit", event.faces, event.number, "hex100.stat-accuracy", lines))
    elif event.lines and owns(state, seat, event.unit):
        throws.append(Throw("to hit", modifiers=event.lines, total="no roll", rule="hex100.attr-homing"))
    if event.evasion_faces and sees(state, seat, event.target):
        lines = evasion_lines(state, event) if owns(state, seat, event.target) else ()
        throws.append(under("evasion", event.evasion_faces, event.evasion, "hex100.stat-agility", lines))
    return tuple(throws)


def evasion_lines(state: State, event: Fired) -> tuple[Modifier, ...]:
    """The agility of the card, and what equipment adds to it."""
    agility = state.machine(event.target).unit.agility
    lines = [Modifier(agility, "agility", "hex100.stat-agility", "%")]
    if event.evasion != agility:
        lines.append(Modifier(event.evasion - agility, "equipment", "hex100.stat-agility", "%"))
    return tuple(lines)


def siege(state: State, event: SiegeEntered | SiegeLeft, seat: str | None) -> Line | None:
    how = "goes into" if isinstance(event, SiegeEntered) else "leaves"
    return deed(sees, state, seat, event.unit, f"{how} siege mode", "hex100.siege-stabilizers")


def fire_plotted(state: State, event: FirePlotted, seat: str | None) -> Line | None:
    return deed(owns, state, seat, event.unit, "works out its artillery fire", "hex100.fcs-artillery")
