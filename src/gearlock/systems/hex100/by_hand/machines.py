"""The machines of a position: ready-made, put together from a unit and its items, or with changed cards."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import get_type_hints

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED, MOST_LISTED
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet, Table
from gearlock.systems.hex100.forces.units import Machine, Recipe, UnitCard, build_machine, machines, tied_drones, units
from gearlock.systems.hex100.state import SEATS

MACHINE_KEYS = ("id", "model", "mounts", "drones", "stats", "card")
CHANGEABLE = tuple(
    name for name in get_type_hints(UnitCard) if name not in ("id", "class_", "kind", "hardpoints", "text")
)
"""What `stats` may change of a unit card."""
LARGEST_ENTRY = 10_000


def read_machines(sheet: Sheet) -> dict[str, list[Machine]]:
    """The machines of both sides, in the order of their numbers."""
    sides: dict[str, dict[int, Machine]] = {seat: {} for seat in SEATS}
    before = len(sheet.findings)
    for table in sheet.tables("model"):
        said = str(table.keys.get("id", ""))
        if re.fullmatch(r"(red|blue)-\d{1,3}-drone-\d{1,2}", said):
            continue
        at = re.fullmatch(r"(red|blue)-([1-9]\d{0,2})", said)
        machine = _machine(sheet, table)
        if at is None:
            sheet.wrong(
                table, "id", "'id' is red-1, red-2 ... or blue-1 ...; red-1-drone-1 is the first drone of red-1"
            )
        elif int(at[2]) in sides[at[1]]:
            sheet.wrong(table, "id", f"there are two of {said}")
        elif machine is not None:
            sides[at[1]][int(at[2])] = machine
    if len(sheet.findings) == before:
        _check_numbers(sheet, sides)
    return {seat: [side[number] for number in sorted(side)] for seat, side in sides.items()}


def _check_numbers(sheet: Sheet, sides: Mapping[str, Mapping[int, Machine]]) -> None:
    """Each side has somebody, not too many, and is numbered throughout."""
    for seat, side in sides.items():
        if sorted(side) != list(range(1, len(side) + 1)):
            ids = ", ".join(f"{seat}-{number}" for number in sorted(side)[:20])
            sheet.wrong(sheet.head, "", f"the units of {seat} are numbered from 1 without a gap, not {ids}")
        if not side:
            sheet.wrong(sheet.head, "", f"{seat} has no unit, so the battle would be over: put one in a corner")
        if len(side) > MOST_FIELDED:
            sheet.wrong(sheet.head, "", f"{seat} has {len(side)} units; {MOST_FIELDED} is the most")


def _machine(sheet: Sheet, table: Table) -> Machine | None:
    """A machine by name, a unit with `mounts`, or a whole `card` as set-ups hold it; `stats` changes entries."""
    if "card" in table.keys:
        found: Machine | None = sheet.value(table, "card", Machine, table.keys["card"], signed=True)
        return found
    name = sheet.word(table, "model")
    built = _built(sheet, table, name) if name in units() else machines().get(name)
    if built is None and name not in units():
        sheet.wrong(table, "model", str(UnknownName("machine or unit", name, (*machines(), *units()))))
    said = table.keys.get("stats", {})
    return _changed(sheet, table, built, said) if built is not None and said else built


def _built(sheet: Sheet, table: Table, unit: str) -> Machine | None:
    mounts = sheet.value(table, "mounts", tuple[tuple[str, ...], ...], table.keys.get("mounts", []))
    drones = sheet.value(table, "drones", tuple[str, ...], table.keys.get("drones", []))
    if mounts is None or drones is None:
        return None
    if len(mounts) > len(units()[unit].hardpoints) or max(map(len, (*mounts, drones))) > MOST_LISTED:
        sheet.wrong(table, "mounts", f"the {units()[unit].name} has {len(units()[unit].hardpoints)} hardpoints")
        return None
    try:
        machine = build_machine(Recipe("made", units()[unit].name, unit, mounts, drones=drones))
    except UnknownName as error:
        sheet.wrong(table, "mounts" if error.what == "item" else "drones", str(error))
        return None
    if len(tied_drones(machine)) < len(drones):
        sheet.wrong(table, "drones", "each drone needs a controller: mount a drone-controller more")
    return machine


def _changed(sheet: Sheet, table: Table, machine: Machine, said: object) -> Machine:
    """The same machine with other entries on its card."""
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { hp = 12 }")
        return machine
    types, changes = get_type_hints(UnitCard), {}
    for key, value in said.items():
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a unit card", key, CHANGEABLE)))
            continue
        changes[key] = sheet.value(table, "stats", types[key], value)
        if isinstance(value, int) and value > LARGEST_ENTRY:
            sheet.wrong(table, "stats", f"{key} is {LARGEST_ENTRY:,} at most")
    if any(value is None for value in changes.values()):
        return machine
    return msgspec.structs.replace(machine, unit=msgspec.structs.replace(machine.unit, **changes))
