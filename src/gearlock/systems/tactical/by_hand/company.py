"""The units of a position: their cards, changed or not, crew levels and ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet, Table, check_numbers
from gearlock.systems.tactical.cards import Card, Mount, Speeds
from gearlock.systems.tactical.setup.lineup import Groups, Post
from gearlock.systems.tactical.state import COMMANDER, LEGENDARY, QUALIFIED, ROOKIE, SEATS, SECOND
from gearlock.systems.tactical.threat_value import unit_tv
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.weapon_lists import all_arms

POST_KEYS = ("id", "model", "stats", "level", "rank", "group", "tv")
FIXED = ("id", "name", "family", "faction", "lines", "note", "provenance", "reasons", "status", "reason", "squad")
CHANGEABLE = tuple(name for name in Card.__struct_fields__ if name not in FIXED)
"""What `stats` may change of a card."""
LARGEST = 9_999


class Company(NamedTuple):
    """Both sides of a position as a set-up takes them."""

    forces: dict[str, Groups]
    cards: dict[str, Card]


class _Member(NamedTuple):
    seat: str
    number: int
    group: int
    post: Post
    card: Card


def read_company(sheet: Sheet) -> Company:
    """All units of a position; combat groups are numbered from 1 and members of one stand together."""
    found = [member for table in sheet.tables("model") if (member := _member(sheet, table)) is not None]
    numbers = {seat: sorted(each.number for each in found if each.seat == seat) for seat in SEATS}
    if len(found) == len(sheet.tables("model")):
        check_numbers(sheet, numbers)
    forces: dict[str, Groups] = {}
    for seat in SEATS:
        side = sorted((each for each in found if each.seat == seat), key=lambda each: each.number)
        last = max((each.group for each in side), default=0)
        forces[seat] = tuple(tuple(each.post for each in side if each.group == at) for at in range(1, last + 1))
        if [each.group for each in side] != sorted(each.group for each in side):
            sheet.wrong(sheet.head, "model", f"number the units of {seat} by their combat groups")
    return Company(forces, {each.card.id: each.card for each in found})


def _member(sheet: Sheet, table: Table) -> _Member | None:
    named = re.fullmatch(r"(red|blue)-([1-9][0-9]{0,2})", str(table.keys.get("id", "")))
    if named is None:
        sheet.wrong(table, "id", "'id' must be red-1, red-2 ... or blue-1, blue-2 ...")
    card = _card(sheet, table)
    level, group = sheet.whole(table, "level", QUALIFIED, ROOKIE, LEGENDARY), sheet.whole(table, "group", 1, 1, 99)
    rank = sheet.word(table, "rank", "", (COMMANDER, SECOND))
    if card is None or named is None:
        return None
    if level == LEGENDARY and not card.is_infantry:
        sheet.wrong(table, "level", "only infantry is Legendary: crews have levels 1 to 4")
        return None
    price = sheet.whole(table, "tv", unit_tv(card, level), 0, 999_999)
    return _Member(named[1], int(named[2]), group, Post(card.id, level, rank, price), card)


def _card(sheet: Sheet, table: Table) -> Card | None:
    """The card by its name, with the entries that `stats` changes; then it has an id of its own."""
    known, said = all_cards(), table.keys.get("stats", {})
    card = known.get(sheet.word(table, "model"))
    if card is None:
        sheet.wrong(table, "model", str(UnknownName("model", sheet.word(table, "model"), known)))
    elif not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { armor = 18 }")
    elif said:
        return _changed(sheet, table, card, said)
    return card


def _changed(sheet: Sheet, table: Table, card: Card, said: Mapping[str, object]) -> Card:
    """A card with other entries: modes as { W = [4, 7] }, weapons as a list of codes, each with its arc: "LAC F"."""
    types, before = get_type_hints(Card), len(sheet.findings)
    changes: dict[str, object] = {}
    for key, value in said.items():
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a card", key, CHANGEABLE)))
        elif key == "weapons" and isinstance(value, list):
            changes[key] = tuple(_mounts(sheet, table, value))
        elif key == "modes":
            rows = sheet.value(table, "stats", dict[str, tuple[int, int]], value, True) or {}
            changes[key] = {mode: Speeds(*speeds) for mode, speeds in rows.items()}
        else:
            changes[key] = sheet.value(table, "stats", types[key], value, True)
    if any(isinstance(value, int) and abs(value) > LARGEST for value in changes.values()):
        sheet.wrong(table, "stats", f"no number of a card is above {LARGEST}")
    if len(sheet.findings) > before:
        return card
    return msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)


def _mounts(sheet: Sheet, table: Table, rows: list[object]) -> list[Mount]:
    """Weapon rows: a code of the lists, an arc, and perhaps rounds: "LAC F 60"."""
    arms = {**all_arms().vehicle, **all_arms().infantry}
    found: list[Mount] = []
    for row in rows:
        code, arc, ammo = (*str(row).split(), "F", "")[:3] if len(str(row).split()) > 1 else (str(row), "F", "")
        weapon = arms.get(code)
        if weapon is None:
            sheet.wrong(table, "stats", str(UnknownName("weapon", code, arms)))
            continue
        same = sum(mount.weapon.id == weapon.id for mount in found)
        name = weapon.id if not same else f"{weapon.id} {same + 1}"
        found.append(Mount(name, weapon, arc, int(ammo) if ammo.isdigit() else None))
    return found
