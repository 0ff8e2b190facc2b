"""Rows of unit files: the cards of data/units.csv, and those that players bring in the same columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.tables import read_table, slug
from gearlock.systems.tactical.cards import (
    ARCS,
    GROUND,
    HOVER,
    INFANTRY,
    KINDS,
    TURRET,
    WALKER,
    Card,
    Mount,
    Speeds,
    actions_of,
    combat_speed,
    stands_on,
)
from gearlock.systems.tactical.customization import numbered
from gearlock.systems.tactical.perks import Perks, read_perks
from gearlock.systems.tactical.weapon_lists import Arms, as_printed, find_code, read_number
from gearlock.systems.tactical.weapons import MARKS, PRINTED, PROPOSED, RECONSTRUCTED, USER

NUMBERS = (
    "tv", "base_tv", "size", "crew", "actions", "maneuver", "fire_control", "sensors", "communications", "comm_km",
    "armor",
)  # fmt: skip
SPEEDS = {"walker": WALKER, "ground": GROUND, "hover": HOVER}
FIELDS = (*NUMBERS, "sensor_km", *SPEEDS, "perks", "flaws", "weapons")
"""The columns that say something of the model: each has a mark."""
COLUMNS = (
    "name", "family", "faction", "kind", "card", *FIELDS, "status", "reason", "reconstructed", "proposed", "lines",
    "note",
)  # fmt: skip
NEEDED = ("name", "faction", "kind")
OWN_NEEDED = ("name",)
Rows = Mapping[str, Mapping[str, str]]
"""Rows of a unit file by name as an id."""
MOUNT_COLUMNS = (
    "unit", "weapon", "arc", "ammo", "clips", "accuracy", "base", "damage", "rof", "special", "mark", "reason", "lines",
)  # fmt: skip
PARTS = ("weapon", "arc", "ammo", "accuracy", "base", "damage", "rof", "special")
STANDARD, VARIANT, CUSTOMIZABLE, NAME_ONLY = "standard", "variant", "customizable", "name only"
SCENARIO, TERRAIN = "scenario", "terrain"
SORTS = (STANDARD, VARIANT, CUSTOMIZABLE, NAME_ONLY, SCENARIO, TERRAIN)
LEAST = {"maneuver": -9, "fire_control": -9, "sensors": -9, "communications": -9}
MOST_SPEED = 60
Mounts = Mapping[str, tuple[Mount, ...]]


class Units(NamedTuple):
    """What a unit file holds: cards ready to play, stripped Gears by name, and names without a card."""

    cards: dict[str, Card]
    chassis: dict[str, Card]
    unfielded: dict[str, tuple[str, str]]
    """Faction and reason by name."""


def mount_of(parts: Mapping[str, str], arms: Arms, mark: str) -> Mount:
    """A weapon row: code, arc, rounds, and figures where they differ from the list. Raises ValueError."""
    code = find_code(parts["weapon"], arms.vehicle)
    if not code:
        raise ValueError(f"there is no weapon '{parts['weapon']}'; write the code of the weapon list")
    if parts.get("arc", "") not in ARCS:
        raise ValueError(f"{code}: arc '{parts.get('arc', '')}': there are {', '.join(ARCS)}")
    if (mark or parts.get("mark")) not in MARKS:
        raise ValueError(f"{code}: mark '{parts.get('mark')}': there are {', '.join(MARKS)}")
    ammo = read_number("ammo", parts["ammo"], 1) if parts.get("ammo") else None
    clips = read_number("clips", parts["clips"], 0, 99) if parts.get("clips") else 0
    weapon = as_printed(arms.vehicle[code], parts)
    reason = "" if mark else parts.get("reason", "")
    return Mount(code, weapon, parts["arc"], ammo, clips, "", mark or parts["mark"], reason)


def read_mounts(text: str, file: str, arms: Arms) -> dict[str, tuple[Mount, ...]]:
    """The weapon rows of all cards by the unit's name. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, list[Mount]]()
    for number, row in read_table(text, MOUNT_COLUMNS, MOUNT_COLUMNS, findings):
        try:
            found.setdefault(row["unit"], []).append(mount_of(row, arms, ""))
        except ValueError as error:
            findings.find(number, f"{row['unit']}: {error}")
    findings.refuse()
    return {unit: numbered(mounts) for unit, mounts in found.items()}


def read_weapon_rows(text: str, arms: Arms, mark: str) -> tuple[Mount, ...]:
    """`LAC|F|60; VB|F`, as players write weapons: rows divided by semicolons, parts by bars. Raises ValueError."""
    entries = [each.strip() for each in text.split(";") if each.strip()]
    if len(entries) > bounds.MOST_LISTED:
        raise ValueError(f"{len(entries)} weapons; no card has more than {bounds.MOST_LISTED}")
    mounts = []
    for entry in entries:
        parts = [part.strip() for part in entry.split("|")]
        if len(parts) > len(PARTS):
            raise ValueError(f"'{entry}' has more than {len(PARTS)} parts: {'|'.join(PARTS)}")
        mounts.append(mount_of(dict(zip(PARTS, parts, strict=False)), arms, mark))
    return numbered(mounts)


class UnitLine:
    """A row of a unit file while it is read: what is wrong with it is collected, so that all of it is told."""

    def __init__(self, row: Mapping[str, str], own: frozenset[str] = frozenset()) -> None:
        self.row, self.own = row, own
        """`own` are the columns a player has filled in."""
        self.faults: list[str] = []

    @property
    def sort(self) -> str:
        """What kind of card it is. A name that has no card in the book gets one by being filled in."""
        sort = self.row.get("card", "") or STANDARD
        return STANDARD if sort == NAME_ONLY and self.own else sort

    def number(self, key: str) -> int:
        """A column's number, 0 where it is blank."""
        text = self.row.get(key, "")
        try:
            return read_number(key, text, LEAST.get(key, 0), 99_999 if key.endswith("tv") else 99) if text else 0
        except ValueError as error:
            self.faults.append(str(error))
            return 0

    def kilometres(self) -> tuple[int, int]:
        """Kilometres of the Sensors, and metres beyond them."""
        match = re.fullmatch(r"([0-9]{1,2})(?:\.([0-9]))?", self.row.get("sensor_km", "") or "0")
        if match is None:
            self.faults.append(f"sensor_km '{self.row['sensor_km']}' is no number of kilometres, such as 1.5")
            return 0, 0
        return int(match[1]), 100 * int(match[2] or 0)

    @heeds("tactical.2.3.4-speed")
    def modes(self) -> dict[str, Speeds]:
        """Movement systems in the order of cards, each with Combat and Top Speed."""
        found = {}
        for column, mode in SPEEDS.items():
            text = self.row.get(column, "")
            match = re.fullmatch(r"([0-9]{1,2})/([0-9]{1,2})", text)
            if not text:
                continue
            if match is None or not 0 < int(match[2]) <= MOST_SPEED:
                self.faults.append(f"{column} '{text}' is no speed, Combat and Top, such as 4/7, {MOST_SPEED} at most")
            elif int(match[1]) != combat_speed(int(match[2])):
                self.faults.append(f"{column} '{text}': Combat Speed is half of Top, {combat_speed(int(match[2]))}")
            else:
                found[mode] = Speeds(int(match[1]), int(match[2]))
        return found

    def perks(self) -> Perks:
        """Perks and flaws apart, and which of them are AUX."""
        try:
            return read_perks(self.row.get("perks", ""), self.row.get("flaws", ""))
        except ValueError as error:
            self.faults.append(str(error))
            return Perks({}, {}, {}, ())

    def marks(self) -> tuple[dict[str, str], dict[str, str]]:
        """The mark of every field that says something, and the reasons: `walker ground: as the Hunter | armor: ...`."""
        marks = {field: USER if field in self.own else PRINTED for field in FIELDS if self.row.get(field)}
        reasons: dict[str, str] = {}
        for mark in (RECONSTRUCTED, PROPOSED):
            for part in filter(None, self.row.get(mark, "").split(" | ")):
                fields, _, reason = part.partition(": ")
                for field in fields.split():
                    if field not in (*FIELDS, "faction"):
                        self.faults.append(f"{mark}: there is no field '{field}'")
                    if field not in self.own:
                        marks[field], reasons[field] = mark, reason
        return marks, reasons


@heeds("tactical.7.2-weapon-link")
def _linked(mounts: tuple[Mount, ...], perks: Perks) -> tuple[Mount, ...]:
    """The weapons a Weapon Link names fire together."""
    named = [name.strip() for name in perks.details.get("Weapon Link", "").split(",")]
    copies = (
        Mount(each.id, each.weapon, each.arc, each.ammo, each.clips, each.weapon.id, each.mark, each.reason)
        if each.weapon.id in named
        else each
        for each in mounts
    )
    return tuple(copies)


@rule("tactical.2.3.4-fire-arcs")
@heeds("tactical.2.3.4-crew", "tactical.2.3.4-size")
def card_of(line: UnitLine, mounts: tuple[Mount, ...]) -> Card:
    """The card in a row of a unit file, each of its weapons in one arc."""
    row, number = line.row, line.number
    marks, reasons = line.marks()
    perks, (km, metres) = line.perks(), line.kilometres()
    kind, crew = row["kind"].lower(), number("crew")
    radius, height = stands_on(kind, number("size"))
    return Card(
        id=slug(row["name"]),
        name=row["name"],
        family=row.get("family") or row["name"],
        faction=row["faction"],
        kind=kind,
        tv=number("tv"),
        size=number("size"),
        crew=crew,
        actions=number("actions") or actions_of(crew),
        maneuver=number("maneuver"),
        fire_control=number("fire_control"),
        sensors=number("sensors"),
        sensor_km=km,
        communications=number("communications"),
        comm_km=number("comm_km"),
        modes=line.modes(),
        armor=number("armor"),
        weapons=_linked(mounts, perks),
        perks=perks.perks,
        flaws=perks.flaws,
        details=perks.details,
        aux=perks.aux,
        radius=radius,
        height=height,
        base_tv=number("base_tv"),
        lines=row.get("lines", ""),
        note=row.get("note", ""),
        provenance=marks,
        reasons=reasons,
        status=USER if line.own else row.get("status", ""),
        reason="some figures are its player's own" if line.own else row.get("reason", ""),
        sensor_m=metres,
        fieldable=line.sort not in (SCENARIO, TERRAIN),
    )


def _faults(card: Card, sort: str) -> Iterator[str]:
    """What no card can have, whoever wrote it."""
    if not card.id:
        yield "has no name in letters; the column name says what the model is called"
    if len(card.name) > bounds.LONGEST_NAME:
        yield f"the name is longer than {bounds.LONGEST_NAME} letters"
    if card.kind == INFANTRY:
        yield "infantry has no card here; build it in a roster, such as 'Infantry Squad: Veteran, heavy flak'"
    elif card.kind not in KINDS:
        yield f"kind '{card.kind}': there are {', '.join(KINDS)}"
    if sort not in SORTS:
        yield f"card '{sort}': there are {', '.join(SORTS)}"
    if card.status not in MARKS:
        yield f"status '{card.status}': there are {', '.join(MARKS)}"
    yield from _wanting(card, sort)


def _wanting(card: Card, sort: str) -> Iterator[str]:
    """What a card of its sort cannot be without."""
    for key in ("size", "crew", "armor"):
        if getattr(card, key) < 1:
            yield f"needs {key} of 1 or more"
    if not card.modes and card.kind != TURRET and sort != SCENARIO:
        yield f"has no speed; fill in one of {', '.join(SPEEDS)}"
    if sort == CUSTOMIZABLE and (card.tv or not card.base_tv):
        yield "a Gear with a price list has base_tv, and its tv follows from what it carries"
    if sort in (STANDARD, VARIANT) and card.tv < 1:
        yield "needs tv of 1 or more"


def _weapons_of(line: UnitLine, mounts: Mounts, arms: Arms) -> tuple[Mount, ...]:
    text = line.row.get("weapons", "")
    try:
        return read_weapon_rows(text, arms, USER) if text else mounts.get(line.row["name"], ())
    except ValueError as error:
        line.faults.append(f"weapons: {error}")
        return ()


def _over(row: Mapping[str, str], ours: Rows | None) -> UnitLine:
    """A player's row: what is filled in is the player's, whatever is blank is as on our card of that name."""
    if ours is None:
        return UnitLine(row)
    filled = {key: text for key, text in row.items() if text}
    below = ours.get(slug(row["name"]), {})
    name = {"name": below["name"]} if below else {}
    whole = {**dict.fromkeys((*NEEDED, "name"), ""), **below, **filled, **name}
    return UnitLine(whole, frozenset(filled) or frozenset(("name",)))


def rows_of(text: str) -> dict[str, Mapping[str, str]]:
    """The rows of our own unit file by name as an id."""
    return {slug(row["name"]): row for _, row in read_table(text, NEEDED, COLUMNS, Findings("units"))}


@rule("tactical.ref-datacards")
def read_units(text: str, file: str, arms: Arms, mounts: Mounts, ours: Rows | None = None) -> Units:
    """The cards of a unit file with their marks; a player's lies over `ours`. BadFile names everything wrong."""
    findings, found = Findings(file), Units({}, {}, {})
    for number, row in read_table(text, NEEDED if ours is None else OWN_NEEDED, COLUMNS, findings):
        line = _over(row, ours)
        if line.sort == NAME_ONLY:
            found.unfielded[row["name"]] = (row["faction"], row["reason"])
            continue
        weapons = _weapons_of(line, mounts, arms)
        card = card_of(line, weapons)
        for fault in (*line.faults, *_faults(card, line.sort)):
            findings.find(number, f"{card.name or 'no name'}: {fault}")
        if card.id in found.cards or card.name in found.chassis:
            findings.find(number, f"{card.name}: stands in this file twice")
        if line.sort == CUSTOMIZABLE:
            found.chassis[card.name] = card
        else:
            found.cards[card.id] = card
    findings.refuse()
    return found
