"""The models of a position: their stat lines, changed or not, and their places in the chain of command."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.sheets import Sheet, Table, check_numbers
from gearlock.mechanics.turns import SEATS
from gearlock.systems.blitz.cards import ModelCard, model_cards
from gearlock.systems.blitz.chain_of_command.ranks import CGL, CO, SECOND, XO
from gearlock.systems.blitz.models import Model
from gearlock.systems.blitz.setup.lineup import Groups, Post, appointed
from gearlock.systems.blitz.weapons import weapons_table

POST_KEYS = ("id", "model", "stats", "rank", "group", "squad", "ua", "tv")
CHANGEABLE = tuple(name for name in ModelCard.__struct_fields__ if name not in ("id", "faction", "ua", "source"))
"""What `stats` may change of a stat line."""


class Company(NamedTuple):
    """Both sides of a position as a set-up takes them."""

    forces: dict[str, Groups]
    cards: dict[str, ModelCard]


class _Named(NamedTuple):
    seat: str
    number: int
    group: int
    post: Post
    card: ModelCard
    ranked: bool


def read_company(sheet: Sheet) -> Company:
    """All models of a position."""
    found = [_named(sheet, table) for table in sheet.tables("model")]
    named = [one for one in found if one is not None]
    if len(named) == len(found):
        check_numbers(sheet, {seat: [one.number for one in named if one.seat == seat] for seat in SEATS})
    forces = {seat: _side([one for one in named if one.seat == seat]) for seat in SEATS}
    return Company(forces, {one.card.id: one.card for one in named})


def _named(sheet: Sheet, table: Table) -> _Named | None:
    at = re.fullmatch(r"(red|blue)-([1-9]\d{0,2})", str(table.keys.get("id", "")))
    if at is None:
        sheet.wrong(table, "id", "'id' is red-1, red-2 ... or blue-1, blue-2 ...")
    card = _card(sheet, table)
    rank = sheet.word(table, "rank", "", (CO, XO, CGL, SECOND))
    squad = sheet.word(table, "squad", "primary", ("primary", "support"))
    group, price = sheet.whole(table, "group", 1, 0, 99), sheet.whole(table, "tv", card.tv if card else 0, 0, 9_999)
    ua = sheet.word(table, "ua")
    if at is None or card is None:
        return None
    return _Named(at[1], int(at[2]), group, Post(card.id, rank, squad, ua, price), card, "rank" in table.keys)


def _card(sheet: Sheet, table: Table) -> ModelCard | None:
    """The stat line by name, with the entries that `stats` changes; then it has a name of its own."""
    name, cards = sheet.word(table, "model"), model_cards()
    if name not in cards:
        sheet.wrong(table, "model", str(UnknownName("model", name, cards)))
        return None
    card, said = cards[name], table.keys.get("stats", {})
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'stats' is a table of the entries that differ: { gun = 3 }")
        return card
    return _changed(sheet, table, card, said) if said else card


def _changed(sheet: Sheet, table: Table, card: ModelCard, said: Mapping[str, object]) -> ModelCard:
    types, before = get_type_hints(ModelCard), len(sheet.findings)
    for key in said:
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a stat line", key, CHANGEABLE)))
    changes = {key: sheet.value(table, "stats", types[key], value) for key, value in said.items() if key in CHANGEABLE}
    if any(isinstance(value, int) and value > 999 for value in changes.values()):
        sheet.wrong(table, "stats", "no number of a stat line is above 999")
    if len(sheet.findings) > before:
        return card
    changed = msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)
    try:
        Model(changed, weapons_table())
    except Exception as error:
        sheet.wrong(table, "stats", f"this stat line cannot be read: {error}")
        return card
    return changed


def _side(side: list[_Named]) -> Groups:
    """The combat groups of a side; if nobody says any rank, the first of each leads it."""
    side = sorted(side, key=lambda one: one.number)
    groups = tuple(tuple(one.post for one in run) for _, run in groupby(side, key=lambda one: one.group))
    return groups if any(one.ranked for one in side) else appointed(groups)
