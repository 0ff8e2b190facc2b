"""The models of a position: their cards, changed or not, and who leads them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table, check_numbers
from gearlock.systems.fieldmanual.cards import Card, Row, Skills
from gearlock.systems.fieldmanual.setup.lineup import Groups, Post, appointed
from gearlock.systems.fieldmanual.state import COMMANDER, LEADER, NO_GROUP, SEATS
from gearlock.systems.fieldmanual.unit_files import all_cards
from gearlock.systems.fieldmanual.weapon_rows import read_weapon_rows

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
