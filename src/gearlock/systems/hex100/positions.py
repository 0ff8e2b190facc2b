"""Positions laid out by hand: machines on a map, what they carry and suffer, and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_type_hints

import msgspec

from gearlock.kernel.bounds import MOST_FIELDED, MOST_LISTED
from gearlock.kernel.errors import BadFile, BadInput, UnknownName
from gearlock.kernel.files import data_texts
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.script import Ctx
from gearlock.kernel.sheets import OF_EVERY_GAME, PositionRules, Sheet, Table, check_names
from gearlock.kernel.system import Setup
from gearlock.systems.hex100.battlefield import terrains
from gearlock.systems.hex100.book import BOOK
from gearlock.systems.hex100.briefings.battles import GENERATED, begin, grown_map
from gearlock.systems.hex100.briefings.battles import OWN as OWN_BRIEFING
from gearlock.systems.hex100.deployment import Deployed
from gearlock.systems.hex100.detection.locks import look_again
from gearlock.systems.hex100.drones.kinds import DroneFielded
from gearlock.systems.hex100.forces.cards import Machine, Recipe, UnitCard, build_machine, machines, tied_drones, units
from gearlock.systems.hex100.movement.moving import engaged_with
from gearlock.systems.hex100.state import SEATS, State, Unit
from gearlock.systems.hex100.turns import Activated, DeploymentEnded, InitiativeRolled, PhaseBegan
from gearlock.table.hexes import from_offset
from gearlock.table.hexmapfiles import read_hex_map, write_hex_map

# --- The machines of a position

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


# --- From a position to a battle

PURPOSES = (
    "to hit", "evasion", "penetration", "hardpoint struck", "scatter direction", "scatter distance", "resist a lock",
    "resist a jam", "hack", "hack a site", "target marker", "ram", "terror drones", "shake off", "stray shots",
    "who goes first",
)  # fmt: skip
LEGEND = {
    ".": "open", "w": "light woods", "W": "dense woods", "b": "broken ground", "r": "rubble", "B": "building",
    "s": "swamp", "~": "water", "^": "cliff",
}  # fmt: skip
"""What the letters of a map mean that is a drawing and nothing else."""
USUAL = "\n".join(["." * 16] * 9)
SIDES = ("east", "northeast", "northwest", "west", "southwest", "southeast")
SHARED = ("scene", "land")
STATE_KEYS = ("smoke", "mines", "wrecks", "changed", "scored", "sites")
KEYS = (*OF_EVERY_GAME, *STATE_KEYS, "map", "turn", "round", "first", "active", "turns", "budget", "objectives")
OWN = ("id", "seat", "q", "r", "facing", "placed", "docked")
TOKENS = tuple(field.name for field in fields(Unit) if field.name not in OWN)
"""Fields of a unit that a position says by their names."""


def lay_out(sheet: Sheet) -> Setup:
    """The set-up of a position; unless more is said, red goes first, and it is its phase of turn 1."""
    head = sheet.head
    sheet.refuse_unknown(head, KEYS)
    data: dict[str, Any] = {"map": _map(sheet), "budget": sheet.whole(head, "budget", 3_000, 1)}
    data |= {"turns": sheet.whole(head, "turns", 10, 1, 99)}
    data["objectives"] = sheet.value(head, "objectives", bool, head.keys.get("objectives", False))
    forces = read_machines(sheet)
    sheet.refuse()
    data |= {seat: msgspec.json.decode(msgspec.json.encode(force)) for seat, force in forces.items()}
    seed = sheet.whole(head, "seed", 0, most=1 << 63)
    setup = Setup(str(head.keys.get("scenario", OWN_BRIEFING)), seed, {}, data)
    before = begin(setup)
    after = _laid(sheet, before.clone())
    sheet.refuse()
    position = laid_out(before, after, sheet.word(head, "title"), SHARED)
    return msgspec.structs.replace(setup, data={**data, KEY: msgspec.to_builtins(position)})


def _map(sheet: Sheet) -> str:
    """The text of the map: one by name, one that is written out, or a drawing alone."""
    said = sheet.word(sheet.head, "map", USUAL)
    try:
        if said in GENERATED:
            return write_hex_map(grown_map(said, 0))
        own = data_texts("gearlock.systems.hex100", "maps", ".toml")
        if "\n" not in said and said not in own and set(said) - set(LEGEND):
            raise UnknownName("map", said, (*own, *GENERATED))
        text = own.get(said) or (said if "=" in said else _drawn(said))
        read_hex_map(text, f"{sheet.file}, its map", terrains())
    except BadFile as error:
        for finding in error.findings:
            sheet.wrong(sheet.head, "map", f"line {finding.line} of the map: {finding.message}")
    except BadInput as error:
        sheet.wrong(sheet.head, "map", str(error))
    else:
        return text
    return _drawn(USUAL)


def _drawn(drawing: str) -> str:
    rows = drawing.strip("\n").count("\n")
    legend = "\n".join(f'"{letter}" = "{name}"' for letter, name in LEGEND.items())
    zones = f"[zones.north]\nrows = [0, 0]\n[zones.south]\nrows = [{rows}, {rows}]\n"
    lines = drawing.strip("\n")
    return f"name = 'position'\nmap = '''\n{lines}\n'''\n[legend]\n{legend}\n{zones}"


def _laid(sheet: Sheet, state: State) -> State:
    head = sheet.head
    ctx: Ctx[State] = Ctx(state, BOOK.apply)
    first = sheet.word(head, "first", SEATS[0], SEATS)
    active = sheet.word(head, "active", "", tuple(state.units))
    seat = sheet.word(head, "turn", active.partition("-")[0] or first, SEATS)
    number = sheet.whole(head, "round", 1, 0, state.scene.turns)
    if not number:
        return _before_battle(sheet, state)
    ctx.emit(InitiativeRolled(first, (90, 10) if first == SEATS[0] else (10, 90)))
    said = {table.keys["id"]: _field(sheet, ctx, table) for table in sheet.tables("model")}
    ctx.emit(DeploymentEnded(()))
    for each in (first,) if seat == first else (first, seat):
        ctx.emit(PhaseBegan(number, each, ()))
    for name, value in sheet.fields(head, State, STATE_KEYS, signed=STATE_KEYS).items():
        setattr(state, name, value)
    state.rebuild_field()
    for unit_id, tokens in said.items():
        for name, value in tokens.items():
            setattr(state.units[unit_id], name, value)
    if not sheet.findings:
        look_again(ctx)
        _activate(sheet, ctx, active)
    return state


def _before_battle(sheet: Sheet, state: State) -> State:
    """In round 0 nobody stands anywhere yet: who goes first and where to is still to be settled."""
    for table in sheet.tables("model"):
        sheet.refuse_unknown(table, MACHINE_KEYS)
    return state


def _activate(sheet: Sheet, ctx: Ctx[State], active: str) -> None:
    """Who acts, if that is said: a unit of the side whose phase it is."""
    if not active:
        return
    unit = ctx.state.units[active]
    if unit.seat != ctx.state.active or not unit.standing:
        sheet.wrong(sheet.head, "active", f"it is the phase of {ctx.state.active}, and a unit on the map acts")
        return
    ctx.emit(Activated(active, engaged_with(ctx.state, unit)))


def _field(sheet: Sheet, ctx: Ctx[State], table: Table) -> dict[str, Any]:
    """Put a unit in its hex; what is said of its fields is given back."""
    unit_id = str(table.keys["id"])
    sheet.refuse_unknown(table, (*MACHINE_KEYS, "at", "facing", *TOKENS))
    if unit_id not in ctx.state.units:
        sheet.wrong(table, "id", "no unit brings such a drone: name it in that unit's `drones`")
        return {}
    tokens = sheet.fields(table, Unit, TOKENS, signed=("point", "lock_at"))
    units = tuple(ctx.state.units)
    check_names(sheet, table, tokens, dict.fromkeys(("lock", "riding", "quarry", "engaged", "waits_for"), units))
    sizes = ctx.state.scene.loadouts[unit_id].sizes
    if len(tokens.get("hurt", sizes)) != len(sizes):
        sheet.wrong(table, "hurt", f"'hurt' is a number for each of its {len(sizes)} hardpoints")
    facing = _facing(sheet, table)
    at = sheet.value(table, "at", tuple[int, int], table.keys["at"]) if "at" in table.keys else None
    if at is None:
        return tokens
    hex_, state = from_offset(*at), ctx.state
    there = state.unit_in(hex_)
    if hex_ not in state.land.ground:
        sheet.wrong(table, "at", f"the map has no hex in column {at[0]}, row {at[1]}; both are counted from 0")
    elif there is not None and not tokens.get("riding"):
        sheet.wrong(table, "at", f"{there.id} stands there; a hex holds one unit")
    elif unit_id in state.scene.drones:
        ctx.emit(DroneFielded(unit_id, *hex_, facing))
    else:
        loaded = tuple((tokens.get("loaded") or {}).items())
        ctx.emit(Deployed(unit_id, *hex_, facing, loaded, bool(tokens.get("lurking"))))
    return tokens


def _facing(sheet: Sheet, table: Table) -> int:
    """A hexside, by its number from 0 (east) counter-clockwise or by its name; red looks east and blue west."""
    said = table.keys.get("facing", 0 if str(table.keys["id"]).startswith("red") else 3)
    if isinstance(said, str) and said.lower() in SIDES:
        return SIDES.index(said.lower())
    if isinstance(said, int) and not isinstance(said, bool) and 0 <= said < len(SIDES):
        return said
    sheet.wrong(table, "facing", f"'facing' is {', '.join(SIDES)}, or their number from 0 to 5")
    return 0


POSITIONS = PositionRules(lay_out, PURPOSES)
