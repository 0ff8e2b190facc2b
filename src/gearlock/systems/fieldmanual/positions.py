"""Positions laid out by hand: the ground, the models in their places, their tokens, and whose turn it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import groupby
from typing import Any, NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.asks import Ask
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.laidout import KEY, laid_out
from gearlock.kernel.orders import Refusal
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import (
    OF_EVERY_GAME,
    PositionRules,
    Sheet,
    Table,
    check_names,
    check_numbers,
    said_of_battle,
    said_since,
)
from gearlock.kernel.system import Setup
from gearlock.mechanics.ground.surfaces import slope_at, surface_at
from gearlock.systems.fieldmanual.battles import (
    RATINGS,
    ROUNDS,
    SUPPORT_CARDS,
    Groups,
    Post,
    appointed,
    begin,
    hand_made,
    map_names,
    points_of_force,
    scenarios,
    setup_for,
)
from gearlock.systems.fieldmanual.book import BOOK
from gearlock.systems.fieldmanual.command_points.tests import fill_pool
from gearlock.systems.fieldmanual.datacards import Card, Row, Skills, all_cards, read_weapon_rows
from gearlock.systems.fieldmanual.flow import ACTION, PHASES
from gearlock.systems.fieldmanual.rounds import Activate, Activated, RoundBegun
from gearlock.systems.fieldmanual.state import (
    BANDS,
    COMBAT,
    COMMANDER,
    DEAD,
    FIELDED,
    LEADER,
    NO_GROUP,
    SEATS,
    STATUSES,
    State,
    Unit,
)
from gearlock.table.handmade import read_ground, read_pose
from gearlock.table.inches import bodies_overlap, is_on_table
from gearlock.table.maps import as_mils
from gearlock.table.measure import INCH, RIGHT_ANGLE
from gearlock.table.terrain import Ground

# --- The models of a position: their cards, changed or not, and who leads them

POST_KEYS = ("id", "model", "stats", "rank", "group", "tv")
FIXED = ("id", "name", "family", "faction", "army", "lines", "note", "provenance", "reasons", "status")
CHANGEABLE = (*(name for name in Card.__struct_fields__ if name not in FIXED), *Skills._fields[1:], "attack_skill")
"""What `stats` may change of a card; the four skills also by their names, the first as attack_skill."""


class Company(NamedTuple):
    """Both sides of a position as a set-up takes them, and the Combat Group that each model is said to be in."""

    forces: dict[str, Groups]
    cards: dict[str, Card]
    groups: dict[str, int]


class _Member(NamedTuple):
    seat: str
    number: int
    group: int
    post: Post
    card: Card
    ranked: bool


def read_company(sheet: Sheet) -> Company:
    """All models of a position."""
    read = [_member(sheet, table) for table in sheet.tables("model")]
    members = [one for one in read if one is not None]
    sides = {seat: sorted((m for m in members if m.seat == seat), key=lambda m: m.number) for seat in SEATS}
    if len(members) == len(read):
        check_numbers(sheet, {seat: [member.number for member in side] for seat, side in sides.items()})
    cards = {member.card.id: member.card for member in members}
    groups = {f"{member.seat}-{member.number}": member.group for member in members}
    return Company({seat: _groups(side, cards) for seat, side in sides.items()}, cards, groups)


@heeds("fieldmanual.mode-static")
def _groups(side: list[_Member], cards: Mapping[str, Card]) -> Groups:
    """The models of a side, those of one group together. If no rank is said, the best leader of each group has it.

    What stands alone, as turrets do, is led by nobody.
    """
    runs = [(group, tuple(one.post for one in run)) for group, run in groupby(side, key=lambda member: member.group)]
    if any(member.ranked for member in side):
        return tuple(posts for _, posts in runs)
    led = iter(appointed(tuple(posts for group, posts in runs if group != NO_GROUP), cards))
    return tuple(posts if group == NO_GROUP else next(led) for group, posts in runs)


def _member(sheet: Sheet, table: Table) -> _Member | None:
    named = re.fullmatch(r"(red|blue)-([1-9][0-9]{0,2})", str(table.keys.get("id", "")))
    if named is None:
        sheet.wrong(table, "id", "'id' must be red-1, red-2 ... or blue-1, blue-2 ...")
    card = _card(sheet, table)
    rank = sheet.word(table, "rank", "", (COMMANDER, LEADER))
    group = sheet.whole(table, "group", 1, 0, 99)
    price = sheet.whole(table, "tv", 0 if card is None else card.tv, 0, 99_999)
    if named is None or card is None:
        return None
    return _Member(named[1], int(named[2]), group, Post(card.id, rank, price), card, "rank" in table.keys)


def _card(sheet: Sheet, table: Table) -> Card | None:
    """The card by its name, with the entries that `stats` changes; then it has an id of its own."""
    known, name = all_cards(), sheet.word(table, "model")
    card, said = known.get(name), table.keys.get("stats", {})
    if card is None:
        sheet.wrong(table, "model", str(UnknownName("model", name, known)))
        return None
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { armor = 18 }")
        return card
    return _changed(sheet, table, card, said) if said else card


def _changed(sheet: Sheet, table: Table, card: Card, said: Mapping[str, object]) -> Card:
    """A card with other entries: rows as { W = [4, 7, -1, 0, 1] }, weapons as the unit files write them."""
    types, before = get_type_hints(Card), len(sheet.findings)
    changes: dict[str, object] = {}
    skills = dict(zip(Skills._fields, card.skills, strict=True))
    for key, value in said.items():
        if key == "attack_skill" or key in Skills._fields[1:]:
            skills[key.removesuffix("_skill")] = sheet.value(table, "stats", int, value)
        elif key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a card", key, CHANGEABLE)))
        elif key == "weapons" and isinstance(value, str):
            changes[key] = _weapons(sheet, table, value)
        elif key == "rows":
            rows = sheet.value(table, "stats", dict[str, list[int]], value, True) or {}
            changes[key] = {mode: Row(*numbers) for mode, numbers in rows.items() if len(numbers) == len(Row._fields)}
        else:
            changes[key] = sheet.value(table, "stats", types[key], value, True)
    if any(isinstance(value, int) and abs(value) > 9_999 for value in (*changes.values(), *skills.values())):
        sheet.wrong(table, "stats", "no number of a card is above 9999")
    if len(sheet.findings) > before:
        return card
    own = f"{card.id}/{table.keys.get('id')}"
    return msgspec.structs.replace(card, id=own, **{"skills": Skills(**skills), **changes})


def _weapons(sheet: Sheet, table: Table, text: str) -> object:
    try:
        return read_weapon_rows(text)
    except ValueError as error:
        sheet.wrong(table, "stats", str(error))
        return ()


# --- From a position to a set-up: the ground, the models in their places, their tokens, and whose turn it is

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
