"""From a position to a set-up: the ground, the models in their places, their tokens, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.orders import Refusal
from gearlock.kernel.sheets import OF_EVERY_GAME, PositionRules, Sheet, Table, check_names, said_of_battle, said_since
from gearlock.kernel.system import Setup
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.by_hand.company import POST_KEYS, read_company
from gearlock.systems.fieldmanual.command.pool import fill_pool
from gearlock.systems.fieldmanual.flow import ACTION, PHASES
from gearlock.systems.fieldmanual.rounds.events import Activated, RoundBegun
from gearlock.systems.fieldmanual.rounds.orders import Activate
from gearlock.systems.fieldmanual.setup.full_battle import SUPPORT_CARDS
from gearlock.systems.fieldmanual.setup.grounds import RATINGS, hand_made, map_names
from gearlock.systems.fieldmanual.setup.scenario import ROUNDS, begin, points_of_force, scenarios, setup_for
from gearlock.systems.fieldmanual.state import BANDS, COMBAT, DEAD, FIELDED, SEATS, STATUSES, State, Unit
from gearlock.table.handmade import read_ground, read_pose
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.maps import as_mils
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.terrain import Ground

PURPOSES = (
    "attack", "defense", "melee attack", "melee defense", "ram", "impact", "Active Lock", "Comm", "ECM", "ECCM",
    "EM storm", "EW homing", "player order", "precedence", "deviation", "direction", "distance", "haywire", "fire",
    "ejection", "difficult terrain", "dangerous terrain", "cliff edge", "leadership", "correct fire", "passengers",
    "placed weapon", "self-detonation", "explosion", "AP Charges", "fire into melee", "friendly fire", "artillery",
    "airstrike", "crash", "air drop", "reserves", "deployment", "deployment zones", "edge", "mission", "table effects",
    "table effect", "unusual event", "dawn or dusk", "target", "variable time limit", "extreme temperatures",
    "white sand",
)  # fmt: skip
"""What dice are thrown for; chapters add theirs."""
SHARED = ("card", "ground", "notes", "stock")
STATE_KEYS = (
    "charges", "declared", "facts", "finished", "first", "group", "homes", "markers", "phase", "points", "round",
    "rounds", "shots", "smoke", "switches", "turn", "winner", "zones",
)  # fmt: skip
HEAD_KEYS = (*OF_EVERY_GAME, *STATE_KEYS, "map", "active", "mode", "band", "activation")
PLACED = ("id", "seat", "name", "card", "team", "x", "y", "z", "facing", *(key for key in POST_KEYS if key != "id"))
SAID = tuple(field.name for field in fields(Unit) if field.name not in PLACED)
"""Fields of a model that a position says by their names."""
MODEL_KEYS = (*POST_KEYS, "at", "facing", "bases", *SAID)
CHOSEN = ("band", "mode")
"""What the active model chose for this activation: said of it besides, it is what it had before."""
TOWARDS = {"red": RIGHT_ANGLE, "blue": 3 * RIGHT_ANGLE}
"""Which way a side faces, unless something else is said."""
APART = 1_100
"""How far apart the bases of a Combined Model stand whose places are not said."""


def lay_out(sheet: Sheet) -> Setup:
    """The set-up of a position. What the tables say is read first, then how it lies on the table."""
    sheet.refuse_unknown(sheet.head, HEAD_KEYS)
    known = tuple(scenarios())
    ground, company = read_ground(sheet, _map, RATINGS), read_company(sheet)
    rounds, seed = sheet.whole(sheet.head, "rounds", ROUNDS, 1, 99), sheet.whole(sheet.head, "seed", 0, most=1 << 63)
    sheet.refuse()
    wanted = sheet.head.keys.get("scenario", known[0])
    scenario = wanted if wanted in known else known[0]
    setup = setup_for(scenario, seed, {}, ground, company.forces, rounds, company.cards, also=SUPPORT_CARDS)
    before = begin(setup)
    state = before.clone()
    _enlist(state, company.groups)
    _lay(sheet, state)
    sheet.refuse()
    position = msgspec.to_builtins(laid_out(before, state, sheet.word(sheet.head, "title"), SHARED))
    return msgspec.structs.replace(setup, data={**setup.data, KEY: position})


def _map(name: str) -> Ground:
    if name in map_names():
        return hand_made(name)
    raise UnknownName("map", name, map_names())


def _enlist(state: State, groups: Mapping[str, int]) -> None:
    """Everybody in the Combat Group it is said to be in, drones with their models; Command Points go by groups."""
    for unit in state.units.values():
        unit.group = groups[unit.parent or unit.team or unit.id]
    for seat in SEATS:
        fill_pool(state, seat, points_of_force(state, seat))


def _lay(sheet: Sheet, state: State) -> None:
    """The position itself; unless more is said, round 1 is under way and everybody has its Actions."""
    said = {table: _read(sheet, state, table) for table in range(len(sheet.tables("model")))}
    RoundBegun(1).change(state)
    for name, value in said_of_battle(sheet, State, STATE_KEYS, (*PHASES, ACTION), SEATS).items():
        setattr(state, name, value)
    state.first = state.first or state.turn
    units = [state.units[str(table.keys["id"])] for table in sheet.tables("model")]
    for unit, values in zip(units, said.values(), strict=True):
        _say(state, unit, values)
    active = "" if sheet.findings else _activate(sheet, state, said)
    for unit, values in zip(units, said.values(), strict=True):
        _say(state, unit, {key: value for key, value in values.items() if unit.id != active or key not in CHOSEN})


def _read(sheet: Sheet, state: State, number: int) -> dict[str, Any]:
    """Put a model where it is said to be; what is said of its fields is given back, and checked."""
    table = sheet.tables("model")[number]
    unit = state.units[str(table.keys["id"])]
    sheet.refuse_unknown(table, MODEL_KEYS)
    found = sheet.fields(table, Unit, SAID)
    mounts = tuple(mount.id for mount in unit.card.weapons)
    for key in ("fired", "lost"):
        for word in found.get(key, ()):
            if word not in mounts:
                sheet.wrong(table, key, str(UnknownName("weapon", word, mounts)))
    for key, words in (("band", BANDS), ("mode", tuple(unit.card.rows) or ("",))):
        if found.get(key, words[0]) not in words:
            sheet.wrong(table, key, str(UnknownName(key, found[key], words)))
    units = tuple(state.units)
    homes = (*units, *(piece.id for piece in state.ground.pieces))
    check_names(sheet, table, found, {"status": STATUSES, "carrier": homes, "parent": units, "slayer": units})
    if found.get("boxes", 0) > len(unit.card.boxes):
        sheet.wrong(table, "boxes", f"the {unit.card.name} has {len(unit.card.boxes)} boxes")
    _place(sheet, state, table, unit)
    return found


def _say(state: State, unit: Unit, values: dict[str, Any]) -> None:
    """What is said of a model holds for all of it; tokens come to those it has, and a count of 0 takes one away."""
    for part in state.parts(unit):
        for name, value in values.items():
            if name == "tokens":
                merged = {**part.tokens, **value}
                part.tokens = {token: count for token, count in merged.items() if count}
            else:
                setattr(part, name, value.copy() if isinstance(value, list | dict) else value)


def _place(sheet: Sheet, state: State, table: Table, unit: Unit) -> None:
    """Put a model, or the bases of a Combined Model, where they are said to stand, on what is there."""
    place, facing = read_pose(sheet, table, TOWARDS[unit.seat])
    if place is None:
        return
    x, y, z = place
    parts = state.parts(unit)
    spots = [(x, y), *_bases(sheet, table, x, y, len(parts) - 1)]
    for part, (px, py) in zip(parts, spots, strict=False):
        part.x, part.y, part.facing, part.status = px, py, facing, sheet.word(table, "status", FIELDED)
        high = max(slope_at(state.ground, px, py), surface_at(state.ground, px, py, 1_000 * INCH))
        part.z = high if z is None else z
        for refusal in _in_the_way(state, part):
            sheet.refused(table, "at", refusal)


def _bases(sheet: Sheet, table: Table, x: int, y: int, count: int) -> list[tuple[int, int]]:
    """Where the further bases of a Combined Model stand: as said, or in a line to the east."""
    said = table.keys.get("bases")
    if said is None:
        return [(x + number * APART, y) for number in range(1, count + 1)]
    if not isinstance(said, list) or len(said) != count or not all(isinstance(b, list) and len(b) == 2 for b in said):
        sheet.wrong(table, "bases", f"'bases' names the places of the {count} further bases: [[10, 11], ...]")
        return []
    spots = [(as_mils(bx), as_mils(by)) for bx, by in said]
    found = [(bx, by) for bx, by in spots if bx is not None and by is not None]
    if len(found) != len(spots):
        sheet.wrong(table, "bases", "'bases' are inches from the south-west corner")
    return found


def _in_the_way(state: State, unit: Unit) -> Iterator[Refusal]:
    """What is against a model where it is said to stand: the edge of the table, or somebody else."""
    if unit.status not in (FIELDED, DEAD) or unit.carrier:
        return
    if not is_on_table(unit.body, state.ground.width, state.ground.height):
        where = f"{unit.x / INCH:g}, {unit.y / INCH:g}"
        yield Refusal("table", "fieldmanual.table-size", f"At {where} the {unit.name} would stand off the table.")
    for other in state.standing():
        if other.id != unit.id and not other.carrier and bodies_overlap(unit.body, other.body):
            yield Refusal("overlap", "fieldmanual.move-through", f"The {other.name} ({other.id}) stands there.")


def _activate(sheet: Sheet, state: State, said: Mapping[int, dict[str, Any]]) -> str:
    """Who is active, as if just activated in a mode and at a speed; `activation` may say what it has done since.

    Where the head says no speed, the one said of the model itself is the one it has chosen.
    """
    active = sheet.word(sheet.head, "active", "", tuple(state.units))
    if not active:
        return ""
    unit = state.units[active]
    own = next((said[n] for n, table in enumerate(sheet.tables("model")) if table.keys["id"] == active), {})
    usual = own.get("band", COMBAT if unit.card.rows else BANDS[0])
    band = sheet.word(sheet.head, "band", usual, BANDS)
    mode = sheet.word(sheet.head, "mode", unit.mode, tuple(unit.card.rows) or ("",))
    refusal = BOOK.refuse(state, Ask(unit.seat, "activate"), Activate(active, mode, band))
    if refusal is not None:
        sheet.refused(sheet.head, "active", refusal)
        return ""
    state.turn = unit.seat
    Activated(active, mode, band).change(state)
    state.activation = said_since(sheet, "activation", state.activation, ("unit",))
    return active


POSITIONS = PositionRules(lay_out, PURPOSES)
