"""The units of a position: their cards, changed or not, crew levels and ranks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, get_type_hints

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.rulebook import heeds
from gearlock.kernel.sheets import Sheet, Table, check_numbers
from gearlock.systems.tactical.by_hand.weapon_rows import read_mounts
from gearlock.systems.tactical.cards import MODES, Card, Speeds, actions_of
from gearlock.systems.tactical.infantry_cards import MOUNTS, PROTECTION, TROOPERS, Outfit, squad_card
from gearlock.systems.tactical.perks import known_perks
from gearlock.systems.tactical.setup.lineup import LEVELS, Groups, Post
from gearlock.systems.tactical.state import COMMANDER, LEGENDARY, QUALIFIED, ROOKIE, SEATS, SECOND
from gearlock.systems.tactical.threat_value import level_of, unit_tv
from gearlock.systems.tactical.unit_files import all_cards
from gearlock.systems.tactical.weapon_lists import all_arms

POST_KEYS = ("id", "model", "stats", "level", "rank", "group", "tv")
FIXED = ("id", "name", "family", "faction", "lines", "note", "provenance", "reasons", "status", "reason", "squad")
CHANGEABLE = tuple(name for name in Card.__struct_fields__ if name not in FIXED)
"""What `stats` may change of a card."""
SQUAD = "squad"
"""What `stats` may say of infantry besides: its outfit."""
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
    level, group = _level(sheet, table, card), sheet.whole(table, "group", 1, 1, 99)
    rank = sheet.word(table, "rank", "", (COMMANDER, SECOND))
    if card is None or named is None:
        return None
    if level == LEGENDARY and not card.is_infantry:
        sheet.wrong(table, "level", "only infantry is Legendary: crews have levels 1 to 4")
        return None
    price = sheet.whole(table, "tv", unit_tv(card, level), 0, 999_999)
    return _Member(named[1], int(named[2]), group, Post(card.id, level, rank, price), card)


@heeds("tactical.2.5")
def _level(sheet: Sheet, table: Table, card: Card | None) -> int:
    """The crew level by its number or its name; where nothing is said the one that the unit comes with."""
    usual = QUALIFIED if card is None else level_of(card)
    if isinstance(table.keys.get("level"), str):
        return LEVELS.get(sheet.word(table, "level", known=tuple(LEVELS)), usual)
    return sheet.whole(table, "level", usual, ROOKIE, LEGENDARY)


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
    if card.squad is not None and SQUAD in said:
        card, said = _outfitted(sheet, table, card, said[SQUAD]), {k: v for k, v in said.items() if k != SQUAD}
    for key, value in said.items():
        if key not in CHANGEABLE:
            sheet.wrong(table, "stats", str(UnknownName("entry of a card", key, CHANGEABLE)))
        elif key == "weapons" and card.squad is not None:
            sheet.wrong(table, "stats", "the weapons of a squad are said man by man: squad = { weapons = [ ... ] }")
        elif key == "weapons" and isinstance(value, list):
            changes[key] = tuple(read_mounts(sheet, table, value))
        elif key == "modes":
            rows = sheet.value(table, "stats", dict[str, tuple[int, int]], value, True) or {}
            changes[key] = {mode: Speeds(*speeds) for mode, speeds in rows.items()}
        else:
            changes[key] = sheet.value(table, "stats", types[key], value, True)
    _check_names(sheet, table, said)
    _follow(said, changes)
    if any(isinstance(value, int) and abs(value) > LARGEST for value in changes.values()):
        sheet.wrong(table, "stats", f"no number of a card is above {LARGEST}")
    if len(sheet.findings) > before:
        return card
    return msgspec.structs.replace(card, id=f"{card.id}/{table.keys.get('id')}", **changes)


@heeds("tactical.3.6.1", "tactical.3.6.6")
def _outfitted(sheet: Sheet, table: Table, card: Card, said: object) -> Card:
    """A squad with another outfit: { armor = "heavy flak", mount = "atv", weapons = ["7mm Rifle"], leader = 1 }."""
    now, arms, types = card.squad, all_arms(), get_type_hints(Outfit)
    assert now is not None, "only squads are asked about"
    if not isinstance(said, Mapping):
        sheet.wrong(table, "stats", "'squad' is a table: { armor = \"heavy flak\" }")
        return card
    found: dict[str, Any] = {
        "weapons": now.carried, "armor": now.armor, "mount": now.mount, "night_vision": now.night_vision,
        "leader": now.leader,
    }  # fmt: skip
    known, before = {"armor": PROTECTION, "mount": ("", *MOUNTS)}, len(sheet.findings)
    for key, value in said.items():
        if key not in found:
            sheet.wrong(table, "stats", str(UnknownName("entry of a squad", str(key), found)))
            continue
        found[key] = sheet.value(table, "stats", types[key], value)
        if key in known and found[key] is not None and found[key] not in known[key]:
            sheet.wrong(table, "stats", str(UnknownName(key, found[key], filter(None, known[key]))))
    for name in found["weapons"] or ():
        if name not in arms.infantry:
            sheet.wrong(table, "stats", str(UnknownName("infantry weapon", name, arms.infantry)))
    if len(sheet.findings) == before and not 1 <= len(found["weapons"]) <= TROOPERS:
        sheet.wrong(table, "stats", f"a squad has 1 to {TROOPERS} troopers, each with a weapon")
    if len(sheet.findings) == before and not 1 <= found["leader"] <= len(found["weapons"]):
        sheet.wrong(table, "stats", "the leader is one of the troopers, numbered from 1")
    if len(sheet.findings) > before:
        return card
    built = squad_card(card.id, Outfit(card.name, card.faction, quality=now.quality, **found), arms)
    return msgspec.structs.replace(built, family=card.family)


def _check_names(sheet: Sheet, table: Table, said: Mapping[str, object]) -> None:
    """Perks, flaws and movement systems are those of the book."""
    for column, is_flaw in (("perks", False), ("flaws", True)):
        names = said.get(column)
        known = [name for name, perk in known_perks().items() if perk.flaw == is_flaw]
        for name in names if isinstance(names, Mapping) else ():
            if name not in known:
                sheet.wrong(table, "stats", str(UnknownName(column.removesuffix("s"), str(name), known)))
    modes = said.get("modes")
    for mode in modes if isinstance(modes, Mapping) else ():
        if mode not in MODES:
            sheet.wrong(table, "stats", str(UnknownName("movement system", str(mode), MODES)))


@heeds("tactical.2.3.4-crew", "tactical.7.2")
def _follow(said: Mapping[str, object], changes: dict[str, object]) -> None:
    """What follows from what was said where nothing else is: Actions from the crew, AUX from the perks."""
    crew, perks = changes.get("crew"), changes.get("perks")
    if isinstance(crew, int) and "actions" not in said:
        changes["actions"] = actions_of(crew)
    if isinstance(perks, Mapping) and "aux" not in said:
        changes["aux"] = tuple(name for name in perks if name in known_perks() and known_perks()[name].aux)
