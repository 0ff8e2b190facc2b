"""Everything that can be wrong in the data files, found without playing."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files

from gearlock.kernel.errors import BadFile, BadInput, Finding
from gearlock.muster.reading import read_roster
from gearlock.systems.hex100.battlefield import terrains
from gearlock.systems.hex100.briefings.battles import prepare, ready_briefings
from gearlock.systems.hex100.forces.cards import Weapon, machines, units, weapons
from gearlock.systems.hex100.forces.force_building import machine_faults
from gearlock.systems.hex100.forces.force_rules import ready_made
from gearlock.table.hexmapfiles import read_hex_map

ATTRIBUTES = {
    "demolisher",
    "heavy-emp",
    "homing",
    "indirect-fire",
    "large-projectile",
    "light-emp",
    "linked",
    "requires-power",
    "sensitive-electronics",
    "silenced",
    "slash",
    "variable-ammo",
}
DAMAGE_TYPES = {"energy", "impact", "piercing", "shaped-charge", "slash"}


def lint() -> list[Finding]:
    """All findings: maps that do not load, machines that do not fit, numbers and names no rule knows."""
    return [*_maps(), *_briefings(), *_machines(), *_forces(), *_weapons(), *_terrain()]


def _maps() -> Iterator[Finding]:
    for entry in sorted((files("gearlock.systems.hex100") / "data" / "maps").iterdir(), key=lambda each: each.name):
        try:
            ground = read_hex_map(entry.read_text(encoding="utf-8"), entry.name, terrains())
        except BadFile as error:
            yield from error.findings
            continue
        yield from (
            Finding(entry.name, 0, f"there is no deployment zone '{zone}'")
            for zone in ("north", "south")
            if zone not in ground.zones
        )


def _briefings() -> Iterator[Finding]:
    """Ready briefings load, and say how they are won and how long they last."""
    for name in ready_briefings():
        try:
            setup = prepare(name, 1, {})
        except BadFile as error:
            yield from error.findings
            continue
        except BadInput as error:
            yield Finding(f"{name}.toml", 0, str(error))
            continue
        if f"round {setup.data['turns']}" not in setup.data["plan"]["goal"]:
            yield Finding(f"{name}.toml", 0, "the goal does not say after which round the battle ends")


def _machines() -> Iterator[Finding]:
    for machine in machines().values():
        for fault in machine_faults(machine):
            yield Finding("machines.toml", 0, f"{machine.id}: {fault.message} [{fault.rule}] {fault.fix}")


def _forces() -> Iterator[Finding]:
    """Ready-made forces break no rule, say what they are, and cost what they are called after."""
    for name, text in ready_made().items():
        file, reading = f"forces/{name}.txt", read_roster(text, name)
        for violation in reading.violations():
            yield Finding(file, violation.line, f"{violation.message} [{violation.rule}] {violation.fix}")
        yield from (
            Finding(file, 0, f"no line says '{key}'") for key in ("name", "about") if not reading.roster.says(key)
        )
        if not name.endswith(f"-{reading.roster.says('size')}"):
            yield Finding(file, 0, "the name ends with the points it may cost")


def _weapons() -> Iterator[Finding]:
    for modes in weapons().values():
        for weapon in modes:
            for fault in weapon_faults(weapon):
                yield Finding("weapons.toml", 0, f"{weapon.id} {weapon.mode}".strip() + f": {fault}")


def weapon_faults(weapon: Weapon) -> Iterator[str]:
    """What is wrong with one stat line."""
    yield from (f"unknown attribute '{each}'" for each in weapon.attributes if each not in ATTRIBUTES)
    if weapon.damage_type not in DAMAGE_TYPES:
        yield f"unknown damage type '{weapon.damage_type}'"
    if not (0 <= weapon.accuracy <= 100 and 0 <= weapon.penetration <= 100 and weapon.rof >= 1):
        yield "accuracy and penetration are per cent, and every weapon fires at least once"
    if weapon.only and weapon.only not in units():
        yield f"speciality of an unknown unit '{weapon.only}'"


def _terrain() -> Iterator[Finding]:
    for kind in terrains().values():
        if kind.becomes and kind.becomes not in terrains():
            yield Finding("terrain.toml", 0, f"{kind.name} becomes unknown terrain '{kind.becomes}'")
        if not {"infantry", "legged", "tracked", "flying"} <= set(kind.cost):
            yield Finding("terrain.toml", 0, f"{kind.name} needs a cost for every movement type")
