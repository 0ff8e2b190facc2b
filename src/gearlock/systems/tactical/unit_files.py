"""Every card there is, from the book's data, and how far each figure can be trusted; price lists of Gears."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.fitting import Unfit
from gearlock.muster.tables import read_table, slug
from gearlock.systems.tactical.datacards import (
    ARCS,
    GROUND,
    HOVER,
    INFANTRY,
    KINDS,
    TURRET,
    WALKER,
    Card,
    Mount,
    Perks,
    Speeds,
    actions_of,
    combat_speed,
    read_perk,
    read_perks,
    stands_on,
)
from gearlock.systems.tactical.infantry_cards import MOUNTS, PROTECTION, STAMINA, TROOPERS, Outfit, in_line, squad_card
from gearlock.systems.tactical.weapons import (
    MARKS,
    PRINTED,
    PROPOSED,
    RECONSTRUCTED,
    THROWN,
    USER,
    Arms,
    Weapon,
    all_arms,
    as_printed,
    data_text,
    find_code,
    read_number,
)

# --- Rows of unit files: the cards of data/units.csv, and those that players bring in the same columns

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


# --- 2.3.6: the price lists of Gears that can be armed anew, and the loads they have where nobody chooses

FILE, LOADS_FILE = "options.csv", "loads.csv"
FIGURES = ("accuracy", "base", "damage", "rof", "special")
COLUMNS_PRICE_LISTS = (
    "gear",
    "option",
    "kind",
    "arc",
    "ammo",
    "cost",
    "clip",
    *FIGURES,
    "mark",
    "reason",
    "lines",
    "note",
)
NEEDED_PRICE_LISTS = ("gear", "option", "kind", "arc", "ammo", "cost", "clip")
LOAD_COLUMNS = ("gear", "weapons", "mark", "reason")
WEAPON, PERK = "weapon", "perk"
NO_CLIP = "-"


class Price(msgspec.Struct, frozen=True):
    """A row of a Gear's price list: a weapon with its arc, rounds and clips, or a perk."""

    gear: str
    option: str
    """The weapon's code, or the perk with its rating: Crew Armor 2."""
    cost: int
    weapon: Weapon | None = None
    arc: str = ""
    ammo: int | None = None
    clip: int | None = None
    """What a spare clip costs; None where none can be bought."""
    mark: str = ""
    reason: str = ""

    def __hash__(self) -> int:
        return hash((self.gear, self.option))


class Load(msgspec.Struct, frozen=True):
    """What a Gear carries where nobody chooses: options of its price list."""

    gear: str
    options: tuple[str, ...]
    mark: str
    reason: str


Prices = Mapping[str, Mapping[str, Price]]
"""The price list of each Gear by name, its rows by option."""


class _Row:
    """A row of a price list while it is read."""

    def __init__(self, row: Mapping[str, str], arms: Arms, mark: str) -> None:
        self.row, self.arms = row, arms
        self.mark = mark or row.get("mark", "")
        self.reason = "" if mark else row.get("reason", "")

    def _whole(self, key: str) -> int:
        return read_number(key, self.row.get(key, ""), 0)

    def price(self) -> Price:
        """What the row says. Raises ValueError."""
        if self.mark not in MARKS:
            raise ValueError(f"mark '{self.mark}': there are {', '.join(MARKS)}")
        if self.row["kind"] == WEAPON:
            return self._weapon()
        if self.row["kind"] != PERK:
            raise ValueError(f"kind '{self.row['kind']}': {WEAPON} or {PERK}")
        perk, rating, _ = read_perk(self.row["option"])
        name = f"{perk.name} {rating}" if perk.rated else perk.name
        return Price(self.row["gear"], name, self._whole("cost"), mark=self.mark, reason=self.reason)

    @heeds("tactical.2.3.6")
    def _weapon(self) -> Price:
        """`15/-` is a weapon of which no clip can be bought."""
        code = find_code(self.row["option"], self.arms.vehicle)
        if not code:
            raise ValueError(f"there is no weapon '{self.row['option']}'; write the code of the weapon list")
        if self.row["arc"] not in ARCS:
            raise ValueError(f"arc '{self.row['arc']}': there are {', '.join(ARCS)}")
        clip = None if self.row["clip"] in ("", NO_CLIP) else self._whole("clip")
        ammo = self._whole("ammo") if self.row["ammo"] else None
        weapon = as_printed(self.arms.vehicle[code], self.row)
        cost = self._whole("cost")
        return Price(self.row["gear"], code, cost, weapon, self.row["arc"], ammo, clip, self.mark, self.reason)


def read_prices(text: str, file: str, arms: Arms, mark: str = "") -> dict[str, dict[str, Price]]:
    """The price lists of a file by Gear. With a `mark` all rows have it. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, dict[str, Price]]()
    for number, row in read_table(text, NEEDED_PRICE_LISTS, COLUMNS_PRICE_LISTS, findings):
        try:
            price = _Row(row, arms, mark).price()
        except ValueError as error:
            findings.find(number, f"{row['gear'] or 'no Gear'}, {row['option'] or 'nothing'}: {error}")
            continue
        rows = found.setdefault(price.gear, {})
        if price.option in rows:
            findings.find(number, f"{price.gear}: {price.option} stands in this file twice")
        rows[price.option] = price
    findings.refuse()
    return found


def read_loads(text: str, file: str, prices: Prices, mark: str = "") -> dict[str, Load]:
    """The loads of a file by Gear; everything in them stands on the Gear's price list. BadFile as above."""
    findings, found = Findings(file), dict[str, Load]()
    for number, row in read_table(text, ("gear", "weapons"), LOAD_COLUMNS, findings):
        options = tuple(part.strip() for part in row["weapons"].split(";") if part.strip())
        load = Load(row["gear"], options, mark or row.get("mark", ""), "" if mark else row.get("reason", ""))
        for fault in _load_faults(load, prices):
            findings.find(number, f"{load.gear or 'no Gear'}: {fault}")
        if load.gear in found:
            findings.find(number, f"{load.gear}: stands in this file twice")
        found[load.gear] = load
    findings.refuse()
    return found


def _load_faults(load: Load, prices: Prices) -> Iterator[str]:
    if load.mark not in MARKS:
        yield f"mark '{load.mark}': there are {', '.join(MARKS)}"
    if load.gear not in prices:
        yield f"has no price list; those with one are {', '.join(prices)}"
        return
    for option in load.options:
        if option not in prices[load.gear]:
            yield f"'{option}' is not on its price list: {', '.join(prices[load.gear])}"


# --- 2.3.6, 7.1: a Gear armed from its price list: weapons, clips and options on the stripped card

ARM = "Manipulator Arm"


class Pick(NamedTuple):
    """An option bought once, and the spare clips bought with it."""

    price: Price
    clips: int = 0

    @property
    def cost(self) -> int:
        """What it adds to the Threat Value at Qualified."""
        return self.price.cost + self.clips * (self.price.clip or 0)


def weakest(marks: Iterable[str]) -> str:
    """The mark that tells least for a figure; printed where there is none."""
    return max(marks, key=MARKS.index, default=PRINTED)


@rule("tactical.7.1-customization")
@heeds("tactical.2.3.6", "tactical.7.4-weapon-list")
def refuse_pick(chassis: Card, pick: Pick) -> Unfit | None:
    """Why a vehicle cannot carry an option of a price list: too small for it, no arm to throw with, no such clips."""
    price, weapon = pick.price, pick.price.weapon
    if weapon is None:
        perk, _, _ = read_perk(price.option)
        return Unfit(f"{chassis.name} has {perk.name} already") if chassis.has(perk.name) else None
    if weapon.min_size > chassis.size:
        said = f"a {weapon.name} needs Size {weapon.min_size}; {chassis.name} has Size {chassis.size}"
        return Unfit(said, "Choose a smaller weapon.")
    if weapon.kind == THROWN and not chassis.has(ARM):
        return Unfit(f"a {weapon.name} is thrown, and {chassis.name} has no {ARM}")
    if pick.clips and price.clip is None:
        return Unfit(f"no spare clip is sold for the {weapon.name} of a {chassis.name}", "Leave the clip out.")
    return None


def numbered(mounts: Iterable[Mount]) -> tuple[Mount, ...]:
    """Weapon rows with ids of their own: the second LAC is LAC 2."""
    seen: dict[str, int] = {}
    found = []
    for mount in mounts:
        code = mount.weapon.id
        seen[code] = seen.get(code, 0) + 1
        found.append(msgspec.structs.replace(mount, id=f"{code} {seen[code]}" if seen[code] > 1 else code))
    return tuple(found)


@rule("tactical.2.3.6")
@heeds("tactical.7.1-customization")
def customized(chassis: Card, picks: Sequence[Pick]) -> Card:
    """The stripped card with what was bought; its Threat Value is the base and all prices, clips among them.

    Weapon rows bear the mark of the price list. Raises Unfit with the first that it cannot carry.
    """
    card = msgspec.structs.replace(chassis, weapons=(), tv=chassis.base_tv + sum(pick.cost for pick in picks))
    mounts = []
    for pick in picks:
        if (fault := refuse_pick(card, pick)) is not None:
            raise fault
        price = pick.price
        if price.weapon is not None:
            mounts.append(Mount("", price.weapon, price.arc, price.ammo, pick.clips, "", price.mark, price.reason))
            continue
        perk, rating, _ = read_perk(price.option)
        aux = (*card.aux, perk.name) if perk.aux else card.aux
        card = msgspec.structs.replace(card, perks={**card.perks, perk.name: rating}, aux=aux)
    fittings = [pick.price for pick in picks if pick.price.weapon is None]
    said = "; ".join(f"{price.option}: {price.reason}" for price in fittings if price.reason)
    load = weakest(price.mark for price in fittings)
    return msgspec.structs.replace(card, weapons=numbered(mounts), load=load, load_reason=said)


# --- Every card there is: vehicles, Gears with their stock loads, infantry squads, each with marks of its figures

FILE_UNIT_FILES, MOUNTS_FILE, SQUADS_FILE = "units.csv", "mounts.csv", "infantry_squads.csv"
SQUAD_COLUMNS = ("name", "faction", "quality", "armor", "weapons", "mount", "night_vision", "mark", "reason")
_COUNTED = re.compile(r"([0-9]{1,2})\s+(\S.*)")


def _outfit(row: Mapping[str, str], arms: Arms) -> Outfit:
    """The squad of a row. Raises ValueError."""
    weapons: list[str] = []
    for part in filter(None, (each.strip() for each in row["weapons"].split(";"))):
        match = _COUNTED.fullmatch(part)
        name = find_code(match[2], arms.infantry) if match else ""
        if not match or not name:
            raise ValueError(f"'{part}' is not a number and an infantry weapon, such as 8 7mm Rifle")
        weapons += [name] * int(match[1])
    if len(weapons) != TROOPERS:
        raise ValueError(f"{len(weapons)} weapons; a squad has {TROOPERS} men")
    if row["armor"] not in PROTECTION or row["mount"] not in ("", *MOUNTS):
        raise ValueError(
            f"armor is one of {', '.join(filter(None, PROTECTION))}, mount {' or '.join(MOUNTS)} or nothing"
        )
    quality = read_number("quality", row["quality"], min(STAMINA), max(STAMINA))
    seeing = row["night_vision"] == "yes"
    carried = in_line(weapons, arms.heavy)
    return Outfit(row["name"], row["faction"], carried, row["armor"], row["mount"], seeing, quality=quality)


def read_squads(text: str, file: str, arms: Arms) -> dict[str, Card]:
    """The ready squads of a file by id; which outfit they have is a load. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, Card]()
    for number, row in read_table(text, SQUAD_COLUMNS, SQUAD_COLUMNS, findings):
        try:
            if row["mark"] not in MARKS:
                raise ValueError(f"mark '{row['mark']}': there are {', '.join(MARKS)}")
            card = squad_card(slug(row["name"]), _outfit(row, arms), arms)
        except ValueError as error:
            findings.find(number, f"{row['name']}: {error}")
            continue
        found[card.id] = msgspec.structs.replace(card, load=row["mark"], load_reason=row["reason"])
    findings.refuse()
    return found


@heeds("tactical.2.3.6")
def stock_gears(chassis: Mapping[str, Card], prices: Prices, loads: Mapping[str, Load]) -> dict[str, Card]:
    """Every Gear with its stock load, as ready cards by id. Raises Unfit for a load it cannot carry."""
    found = {}
    for name, card in chassis.items():
        load = loads.get(name)
        picks = [Pick(prices[name][option]) for option in load.options] if load else []
        ready = customized(card, picks)
        found[card.id] = ready
        if load is not None:
            found[card.id] = msgspec.structs.replace(ready, load=load.mark, load_reason=f"stock load: {load.reason}")
    return found


@cache
def our_prices() -> Prices:
    """The price lists of the eight Gears by name."""
    return read_prices(data_text(FILE), FILE, all_arms())


@cache
def our_loads() -> Mapping[str, Load]:
    """The stock loads of the eight Gears by name."""
    return read_loads(data_text(LOADS_FILE), LOADS_FILE, our_prices())


@cache
def our_units() -> Units:
    """The unit file as it stands: cards, stripped Gears, and names without cards."""
    mounts = read_mounts(data_text(MOUNTS_FILE), MOUNTS_FILE, all_arms())
    return read_units(data_text(FILE_UNIT_FILES), FILE_UNIT_FILES, all_arms(), mounts)


@cache
def all_cards() -> Mapping[str, Card]:
    """Every card that can be put on a table, by id: vehicles, Gears with stock loads, squads, those of scenarios."""
    units, arms = our_units(), all_arms()
    gears = stock_gears(units.chassis, our_prices(), our_loads())
    return {**gears, **units.cards, **read_squads(data_text(SQUADS_FILE), SQUADS_FILE, arms)}


@rule("tactical.5-gun-turret")
def gun_turrets() -> tuple[Card, ...]:
    """Turrets and towed guns: Armor 25, a linked pair of MACs or of HRP/24s, and no way to move."""
    return tuple(card for card in all_cards().values() if card.kind == TURRET)


# --- What of a card is not printed in the book, and why: shown wherever the card is

WORDS = {
    PRINTED: "printed",
    RECONSTRUCTED: "restored from other evidence in the book",
    PROPOSED: "proposed by us",
    USER: "its player's own",
}
_SHOWN = {"tv": "TV", "base_tv": "base TV", "sensor_km": "Sensor range", "comm_km": "Communications range"}


class Doubt(NamedTuple):
    """Something that is not printed: what it is, its mark, and the reason."""

    what: str
    mark: str
    reason: str

    @property
    def told(self) -> str:
        """`proposed by us (lost)`."""
        return f"{WORDS[self.mark]}{f' ({self.reason})' if self.reason else ''}"

    @property
    def words(self) -> str:
        """`armor, ground: proposed by us (lost)`."""
        return f"{self.what}: {self.told}"


def doubts(card: Card) -> tuple[Doubt, ...]:
    """Everything about a card that is not printed: figures, what it carries as a whole, weapon rows."""
    return tuple(_doubts(card))


def _doubts(card: Card) -> Iterator[Doubt]:
    said: dict[tuple[str, str], list[str]] = {}
    for field, mark in card.provenance.items():
        if mark != PRINTED:
            name = _SHOWN.get(field, field.replace("_", " "))
            said.setdefault((mark, card.reasons.get(field, "")), []).append(name)
    for (mark, reason), fields in said.items():
        yield Doubt(", ".join(fields), mark, reason)
    if not said and card.status != PRINTED:
        yield Doubt("the card", card.status, card.reason)
    if card.load not in ("", PRINTED):
        yield Doubt("load", card.load, card.load_reason)
    rows: dict[tuple[str, str], list[str]] = {}
    for mount in card.weapons:
        if mount.mark != PRINTED:
            rows.setdefault((mount.mark, mount.reason), []).append(mount.id)
    for (mark, reason), ids in rows.items():
        yield Doubt(f"weapon {', '.join(ids)}", mark, reason)


def doubts_about(card: Card, fields: tuple[str, ...], mounts: tuple[str, ...] = ()) -> list[str]:
    """What is not printed of some figures and weapon rows of a card, in words with its name."""
    marked = [(field, card.provenance.get(field, PRINTED), card.reasons.get(field, "")) for field in fields]
    rows = [(f"weapon {each.id}", each.mark, each.reason) for each in card.weapons if each.id in mounts]
    found = [Doubt(what.replace("_", " "), mark, reason) for what, mark, reason in (*marked, *rows) if mark != PRINTED]
    return [f"{card.name}, {doubt.words}" for doubt in found]


def standing(card: Card) -> str:
    """The weakest mark of a card and of everything it carries."""
    return weakest((card.status, card.load or PRINTED, *(mount.mark for mount in card.weapons)))


def is_as_printed(card: Card) -> bool:
    """Whether nothing about it is in doubt."""
    return not doubts(card)
