"""The models of a position: their stat lines, changed or not, and their places in the chain of command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby
from typing import get_type_hints

import msgspec

from gearlock.kernel.bounds import NUMBERS_BELOW
from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet, Table, check_numbers
from gearlock.systems.brigands.chain_of_command.lineup import TITLES, Groups, Post, appointed, drone_faults
from gearlock.systems.brigands.forces.roster_units import FIELDABLE, card_faults, drone_cards
from gearlock.systems.brigands.models import ModelCard

POST_KEYS = ("id", "model", "stats", "rank", "drones", "group", "squad", "code", "tv")
CHANGEABLE = tuple(
    name for name in ModelCard.__struct_fields__ if name not in ("id", "faction", "ua", "source", "converted")
)
"""What `stats` may change of a stat line."""
SEATS = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Named:
    """A model of a position: its table, its stat line, and its post in a Combat Group."""

    table: Table
    seat: str
    number: int
    card: ModelCard
    post: Post
    group: int


@dataclass(frozen=True, slots=True)
class Company:
    """Both sides of a position as a set-up takes them."""

    forces: dict[str, Groups]
    cards: dict[str, ModelCard]


def read_company(sheet: Sheet) -> Company:
    """All models of a position but for drones, which come with the models that control them."""
    found = [_named(sheet, table) for table in sheet.tables("model") if not is_drone(table)]
    named = [one for one in found if one is not None]
    if len(named) == len(found):
        check_numbers(sheet, {seat: [one.number for one in named if one.seat == seat] for seat in SEATS})
    forces = {seat: _side([one for one in named if one.seat == seat]) for seat in SEATS}
    cards = {one.card.id: one.card for one in named}
    return Company(forces, {**cards, **{name: drone_cards()[name] for one in named for name in one.post.drones}})


def is_drone(table: Table) -> bool:
    """Whether a table is about a drone: red-1a is the first of red-1."""
    return re.fullmatch(r"(?:red|blue)-\d{1,3}[a-j]", str(table.keys.get("id"))) is not None


def _named(sheet: Sheet, table: Table) -> Named | None:
    at = re.fullmatch(r"(red|blue)-([1-9]\d{0,2})", str(table.keys.get("id", "")))
    if at is None:
        sheet.wrong(table, "id", "'id' is red-1, red-2 ... or blue-1, blue-2 ...; red-1a is the first drone of red-1")
    card = _card(sheet, table)
    drones = sheet.value(table, "drones", tuple[str, ...], table.keys.get("drones", [])) or ()
    for fault in drone_faults(card, list(drones)):
        sheet.wrong(table, "drones", fault)
    rank = sheet.word(table, "rank", "", TITLES)
    squad, price = sheet.whole(table, "squad", 1, 1, 999), sheet.whole(table, "tv", card.tv if card else 0, 0, 9_999)
    code, group = sheet.word(table, "code"), sheet.whole(table, "group", 1, 1, 99)
    if at is None or card is None or not all(name in drone_cards() for name in drones):
        return None
    return Named(table, at[1], int(at[2]), card, Post(card.id, rank, squad, code, price, drones), group)


def _card(sheet: Sheet, table: Table) -> ModelCard | None:
    """The stat line by name, with the entries that `stats` changes; then it has a name of its own."""
    name = sheet.word(table, "model")
    if name not in FIELDABLE:
        sheet.wrong(table, "model", str(UnknownName("model", name, FIELDABLE)))
        return None
    card, said = FIELDABLE[name], table.keys.get("stats", {})
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { gunnery = 3 }")
        return card
    return _changed(sheet, table, card, said) if said else card


def _changed(sheet: Sheet, table: Table, card: ModelCard, said: Mapping[str, object]) -> ModelCard:
    types, before = get_type_hints(ModelCard), len(sheet.findings)
    for key in said:
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a stat line", key, CHANGEABLE)))
    plain = {key: float(value) if isinstance(value, Decimal) else value for key, value in said.items()}
    changes = {key: sheet.value(table, "stats", types[key], value) for key, value in plain.items() if key in CHANGEABLE}
    if len(sheet.findings) == before and not all(map(_is_small, changes.values())):
        sheet.wrong(table, "stats", "no number of a stat line is above 999")
    if len(sheet.findings) > before:
        return card
    changed = msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)
    for key, fault in card_faults(changed):
        if key in changes:
            sheet.wrong(table, "stats", fault)
    return changed if len(sheet.findings) == before else card


def _is_small(value: object) -> bool:
    numbers = value.values() if isinstance(value, dict) else (value,)
    return all(number < min(1_000, NUMBERS_BELOW) for number in numbers if isinstance(number, int | float))


def _side(side: list[Named]) -> Groups:
    """The Combat Groups of a side; if nobody says any rank, the first of each leads it."""
    side = sorted(side, key=lambda one: one.number)
    groups = tuple(tuple(one.post for one in run) for _, run in groupby(side, key=lambda one: one.group))
    said = any("rank" in one.table.keys for one in side)
    return groups if said else appointed(groups, {one.card.id: one.card for one in side})
