"""Datacards: what a card says of a model, and the Combat Groups of the army lists."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

import msgspec

from gearlock.kernel import bounds
from gearlock.kernel.bounds import MOST_LISTED
from gearlock.kernel.errors import Findings
from gearlock.kernel.files import found_beside, read_handed_in
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.tables import read_table, slug
from gearlock.systems.fieldmanual.weapons import (
    ARCS,
    PACKAGE,
    PHYSICAL,
    Weapon,
    perk_of,
    read_damage,
    read_number,
    read_perk,
    read_range,
    read_traits,
    split_entries,
    table_weapon,
)
from gearlock.table.measure import INCH

# --- Datacards: what a card says of a model, field by field, and how far each field can be trusted

GEAR, TANK, STRIDER, VEHICLE = "gear", "tank", "strider", "vehicle"
INFANTRY, DRONE, AIRCRAFT, STATIC = "infantry", "drone", "aircraft", "static"
KINDS = (GEAR, TANK, STRIDER, VEHICLE, INFANTRY, DRONE, AIRCRAFT, STATIC)
WALKER, GROUND, HOVER, AIR = "W", "G", "H", "A"
MODES = (WALKER, GROUND, HOVER)
PRINTED, ROSTER, DERIVED, PROPOSED, USER = "printed", "roster", "derived", "proposed", "user"
MARKS = (PRINTED, ROSTER, DERIVED, PROPOSED, USER)
"""Where a figure comes from: text or sample card, the damaged roster picture, a conversion, ourselves, a player."""
MOST_BOXES = 5


class Row(NamedTuple):
    """A movement row: MPs at Combat and Top Speed, Defense modifiers when Stationary, at Combat and at Top Speed.

    Of an aircraft the speeds are the shortest and the longest move.
    """

    combat: int
    top: int
    stop_def: int
    combat_def: int
    top_def: int


class Skills(NamedTuple):
    """Dice for ranged attacks, for defending and melee, for sensors and communication, and for leading."""

    attack: int
    defense: int
    ew: int
    leadership: int


class Mount(msgspec.Struct, frozen=True):
    """A weapon row of a card. The weapon has the figures of the card, which win over those of the tables."""

    id: str
    """Unique on the card: the second LAC is LAC 2."""
    name: str
    """As printed, with the size of a pod: LRP/24."""
    weapon: Weapon
    arc: str
    """A code of `perks.ARCS`; "" where a card shows none (PHYSICAL), which strikes all round."""
    rounds: int | None = None
    """How many attacks it has; None where nothing limits them but ammunition checks."""
    link: str = ""
    """Mounts with the same link may fire in one attack; "" is linked with nothing."""


class Card(msgspec.Struct, frozen=True):
    """A datacard. A number the card does not list is 0, and `provenance` has no mark for it."""

    id: str
    name: str
    family: str
    """The vehicle whose options it may take: a Command Jäger is a Jäger, a Headhunter a Hunter."""
    faction: str
    kind: str
    tv: int
    sp: int
    size: int
    actions: int
    rows: dict[str, Row]
    """By mode, the primary one first; none for what never moves."""
    attack: tuple[int, int, int]
    """The ATTACK row: modifiers when Stationary, at Combat and at Top Speed."""
    detect: int
    sensors: int
    comm: int
    auto_comm: int
    """Inches."""
    armor: int
    boxes: str
    overkill: int
    skills: Skills
    perks: dict[str, int]
    """By name with the rating, 1 where there is none; Reinforced Front, Rear ... are perks of their own."""
    flaws: dict[str, int]
    aux: tuple[str, ...]
    """The perks among them that are lost with the AUX systems."""
    details: dict[str, str]
    """What stands in brackets behind a perk or flaw beside its number: arcs, and what a transport carries."""
    weapons: tuple[Mount, ...]
    radius: int
    height: int
    bases: int = 0
    """Bases of a Combined Model; 0 for a single model."""
    turns: int = 0
    """Turns of an aircraft in one move."""
    army: str = ""
    lines: str = ""
    note: str = ""
    provenance: dict[str, str] = {}
    """The mark of every field the card lists, by column of the unit file."""
    reasons: dict[str, str] = {}
    """Why, or from which lines, for the marks that say so."""
    status: str = PRINTED
    """The weakest mark of all."""
    default_force: bool = True

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    @rule("fieldmanual.perk-infantry")
    def is_infantry(self) -> bool:
        """A Combined Model that uses the infantry rules."""
        return "Infantry" in self.perks

    @property
    def is_combined(self) -> bool:
        """Several Bases that act as one model."""
        return self.bases > 0

    @property
    def primary(self) -> str:
        """The mode of the first row: cards print Walker before Ground before Hover; "" for what never moves.

        A set-up that was written down and read again no longer has the rows in the order of the card.
        """
        return next((mode for mode in (*MODES, AIR) if mode in self.rows), "")

    def has(self, name: str) -> bool:
        """Whether a perk or flaw of this name stands on the card."""
        return name in self.perks or name in self.flaws

    def rating(self, name: str) -> int:
        """The number behind a perk or flaw, 0 without it."""
        return self.perks.get(name, 0) or self.flaws.get(name, 0)

    def weapon(self, id: str) -> Mount | None:
        """The weapon row of this id."""
        return next((mount for mount in self.weapons if mount.id == id), None)


@rule("fieldmanual.card-armor")
def overkill_of(armor: int, boxes: str) -> int:
    """The damage that destroys at once: Armor for every box."""
    return armor * len(boxes)


def weakest(marks: Mapping[str, str]) -> str:
    """The least certain mark of all fields; a player's own card is the player's."""
    if USER in marks.values():
        return USER
    return max(marks.values(), key=MARKS.index, default=PRINTED)


_STANDS = {"Observation Bunker": (1000, 1000), "Heavy Bunker": (1000, 1000), "Blind": (1000, 1500)}
"""The bunkers are printed as 2 x 2 x 1 in."""


def stands_on(name: str, kind: str, size: int) -> tuple[int, int]:
    """Radius of the base and height of the model in mils. The book gives neither but for bunkers: these are ours.

    What stands upright is a fifth of an inch high for each point of Size, tanks and vehicles an eighth, nothing less
    than half an inch. Bases are 1 in wide, 1.5 in from Size 8 and 2 in from Size 10 on. Infantry bases are 1 in (1126).
    """
    if name in _STANDS:
        return _STANDS[name]
    if kind in (INFANTRY, DRONE):
        return INCH // 2, INCH // 2
    if kind == AIRCRAFT:
        return 3 * INCH // 4, INCH // 2
    tall = 125 if kind in (TANK, VEHICLE) else 200
    radius = INCH // 2 if size < 8 else 3 * INCH // 4 if size < 10 else INCH
    return radius, max(tall * size, INCH // 2)


# --- Weapon rows of a card: name, arc, accuracy, range, damage, RoF, traits and rounds, divided by bars

ALL_ROUND = "T"
FREE_TO_MOVE = "no Stabilizer"
"""Among the traits of a squad's heavy weapon: it fires at any speed."""
PARTS = ("name", "arc", "acc", "range", "damage", "rof", "traits", "rounds")


@dataclass(frozen=True)
class _Entry:
    """One row, as text. Whatever is blank is as in the weapon tables."""

    name: str
    arc: str = ""
    acc: str = ""
    range: str = ""
    damage: str = ""
    rof: str = ""
    traits: str = ""
    rounds: str = ""


@heeds("fieldmanual.weapon-traits-scope")
def _as_printed(entry: _Entry) -> Weapon:
    """The weapon of the tables with the figures of the card."""
    weapon = table_weapon(entry.name)
    changes: dict[str, object] = {}
    if entry.acc:
        changes["acc"] = read_number("acc", entry.acc)
    if entry.range not in ("", "thrown", "melee"):
        bands = entry.range.split("/")
        if len(bands) != 3:
            raise ValueError(f"{entry.name}: range '{entry.range}' is not three bands, such as 12/48/inf")
        near, far, extreme = read_range(bands[0], bands[1], bands[2], weapon.category)
        changes |= {"optimal": near, "suboptimal": far, "extreme": extreme}
    if entry.damage:
        dm, by_size = read_damage(entry.damage)
        changes |= {"dm": dm, "by_size": by_size}
    if entry.rof:
        rof = read_number("rof", entry.rof)
        changes |= {"rof": rof, "most_rof": rof}
    if entry.traits:
        changes["traits"] = read_traits(entry.traits)
    return msgspec.structs.replace(weapon, **changes)


def _link(entry: _Entry) -> str:
    """What it is linked with: `Link (HAC)` says so, a bare Link means the others of its name."""
    match = re.search(r"\bLink\b(?:\s*\(\s*([^()]*?)\s*\))?", entry.traits)
    return (match[1] or entry.name) if match else ""


def _mount(entry: _Entry, copy: int) -> Mount:
    if entry.arc not in ("", *ARCS):
        raise ValueError(f"{entry.name}: there is no arc '{entry.arc}'; there are {', '.join(ARCS)}")
    weapon = _as_printed(entry)
    if not entry.arc and weapon.id != PHYSICAL.id:
        raise ValueError(f"{entry.name}: has no arc; write one of {', '.join(ARCS)} behind the name")
    rounds = read_number("rounds", entry.rounds) if entry.rounds else None
    if rounds is not None and rounds < 1:
        raise ValueError(f"{entry.name}: {rounds} rounds; leave blank what nothing limits")
    id = entry.name if copy == 1 else f"{entry.name} {copy}"
    return Mount(id, entry.name, weapon, entry.arc, rounds, _link(entry))


@heeds("fieldmanual.infantry")
def _of_squad(entry: _Entry) -> _Entry:
    """A row of a squad: it has no facing, so a weapon without an arc fires all round."""
    said = [each.strip() for each in entry.traits.split(",")]
    traits = ", ".join(each for each in said if each != FREE_TO_MOVE)
    return replace(entry, arc=entry.arc or ALL_ROUND, traits=traits)


@heeds("fieldmanual.infantry", "fieldmanual.wt-stabilizer")
def _stabilized(mount: Mount, entry: _Entry) -> Mount:
    """The heavy weapon of a squad has a stabilizer, unless its row says otherwise."""
    if FREE_TO_MOVE in [each.strip() for each in entry.traits.split(",")]:
        return mount
    weapon = msgspec.structs.replace(mount.weapon, traits={**mount.weapon.traits, "Stab": 1})
    return msgspec.structs.replace(mount, weapon=weapon)


@rule("fieldmanual.card-weapons")
def read_weapon_rows(text: str, squad: bool = False) -> tuple[Mount, ...]:
    """The weapon rows of a card, divided by semicolons. Two of a name are two weapons: LAC and LAC 2.

    In rows of a `squad` the first ranged weapon are its small arms, further ones are heavy.
    """
    entries = [each.strip() for each in text.split(";") if each.strip()]
    if len(entries) > MOST_LISTED:
        raise ValueError(f"{len(entries)} weapons; no card has more than {MOST_LISTED}")
    seen: dict[str, int] = {}
    mounts: list[Mount] = []
    ranged = 0
    for each in entries:
        parts = [part.strip() for part in each.split("|")]
        if len(parts) > len(PARTS):
            raise ValueError(f"'{each}' has more than {len(PARTS)} parts: {'|'.join(PARTS)}")
        entry = _Entry(*parts)
        seen[entry.name] = seen.get(entry.name, 0) + 1
        mount = _mount(_of_squad(entry) if squad else entry, seen[entry.name])
        ranged += not (mount.weapon.is_melee or mount.weapon.is_thrown)
        is_heavy = squad and ranged > 1 and not (mount.weapon.is_melee or mount.weapon.is_thrown)
        mounts.append(_stabilized(mount, entry) if is_heavy else mount)
    return tuple(mounts)


# --- Combat Groups: what an army list offers, of what type, at what price, and made up of which models

FILE = "groups.csv"
CORE, AUXILIARY, SPECIALIST, ELITE = TYPES = ("Core", "Auxiliary", "Specialist", "Elite")
INFERRED, UNKNOWN = "inferred", "unknown"
GROUP_MARKS = (*MARKS, INFERRED, UNKNOWN)
"""Marks of groups: a composition is inferred where it is the only or simplest sum of known prices."""
FIELDS = ("type", "tv", "composition")
COLUMNS = (
    "faction", "group", "type", "prov_type", "tv", "prov_tv", "composition", "prov_composition", "sum_of_models",
    "fieldable", "default_force", "lines", "note",
)  # fmt: skip
NEEDED = ("faction", "group", "composition")
MOST_MODELS = 20


class Group(msgspec.Struct, frozen=True):
    """A Combat Group of an army list."""

    id: str
    faction: str
    name: str
    type: str
    """Core, Auxiliary, Specialist or Elite; "" where no list says."""
    tv: int
    composition: tuple[tuple[int, str], ...]
    """How many of which model, by name; none where it is not known."""
    fieldable: bool
    """Whether every one of its models has a card."""
    default_force: bool
    provenance: dict[str, str]
    reasons: dict[str, str]
    lines: str = ""
    note: str = ""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def models(self) -> tuple[str, ...]:
        """The names of its models, one by one."""
        return tuple(name for count, name in self.composition for _ in range(count))

    @property
    def status(self) -> str:
        """The weakest of its marks: whose guess it is, if anybody's."""
        marks = set(self.provenance.values())
        order = (PRINTED, "roster", "derived", INFERRED, PROPOSED, UNKNOWN, USER)
        return max(marks, key=order.index, default=PRINTED)


def read_composition(text: str) -> tuple[tuple[int, str], ...]:
    """`2 x Spitting Cobra; 3 x Jäger` as numbers and names."""
    found: list[tuple[int, str]] = []
    for part in filter(None, (each.strip() for each in text.split(";"))):
        match = re.fullmatch(r"([0-9]{1,2}) x (\S.*)", part)
        if match is None or not int(match[1]):
            raise ValueError(f"composition '{part}' is not a number, an x and a model, such as 4 x Hunter")
        found.append((int(match[1]), match[2]))
    if sum(count for count, _ in found) > MOST_MODELS:
        raise ValueError(f"a group has at most {MOST_MODELS} models")
    return tuple(found)


def _composition(row: Mapping[str, str], faults: list[str]) -> tuple[tuple[int, str], ...]:
    try:
        return read_composition(row["composition"])
    except ValueError as error:
        faults.append(str(error))
        return ()


def _tv(row: Mapping[str, str], faults: list[str]) -> int:
    text = row.get("tv", "")
    try:
        return read_number("tv", text) if text else 0
    except ValueError as error:
        faults.append(str(error))
        return 0


def _faults(row: Mapping[str, str], mark: str) -> Iterator[str]:
    if not slug(row["group"]) or not row["faction"]:
        yield "a group has a faction and a name"
    if max(len(row["group"]), len(row["faction"])) > bounds.LONGEST_NAME:
        yield f"a name is longer than {bounds.LONGEST_NAME} letters"
    if row.get("type", "") not in ("", *TYPES):
        yield f"type '{row['type']}': there are {', '.join(TYPES)}"
    if mark and not row.get("type"):
        yield f"has no type; write one of {', '.join(TYPES)}"
    for key in () if mark else FIELDS:
        given = row[f"prov_{key}"].partition(":")[0]
        if given not in GROUP_MARKS and (row[key] or given):
            yield f"{key} has no mark; prov_{key} begins with one of {', '.join(GROUP_MARKS)}"


@rule("fieldmanual.group-types")
def read_groups(text: str, file: str, mark: str = "") -> dict[str, Group]:
    """The groups of a file by id. With a `mark` all fields have it. BadFile names everything wrong, by line."""
    findings = Findings(file)
    found: dict[str, Group] = {}
    for number, row in read_table(text, NEEDED if mark else COLUMNS, COLUMNS, findings):
        faults: list[str] = []
        told = {key: row.get(f"prov_{key}", "") for key in FIELDS}
        marks = {key: mark or text.partition(":")[0] for key, text in told.items() if mark or text}
        group = Group(
            id=slug(f"{row['faction']} {row['group']}"),
            faction=row["faction"],
            name=row["group"],
            type=row.get("type", ""),
            tv=_tv(row, faults),
            composition=_composition(row, faults),
            fieldable=bool(row["composition"]) and row.get("fieldable", "yes") != "no",
            default_force=row.get("default_force", "yes") != "no",
            provenance=marks,
            reasons={} if mark else {key: text.partition(": ")[2] for key, text in told.items() if ": " in text},
            lines=row.get("lines", ""),
            note=row.get("note", ""),
        )
        for fault in (*faults, *_faults(row, mark)):
            findings.find(number, f"{group.name or 'no name'}: {fault}")
        if group.id in found:
            findings.find(number, f"{group.name}: stands in this file twice")
        found[group.id] = group
    findings.refuse()
    return found


@cache
def all_groups() -> Mapping[str, Group]:
    """The 28 groups of the lists by id, those whose cards are lost among them."""
    return read_groups((resources.files(PACKAGE) / "data" / FILE).read_text(encoding="utf-8"), FILE)


# --- Unit files: the cards of data/units.csv, and those that players bring in the same columns

FILE_UNIT_FILES = "units.csv"
MODE_COLUMNS = tuple(
    f"mode{n}{part}" for n in (1, 2) for part in ("", "_combat", "_top", "_def_stop", "_def_cbt", "_def_top")
)
NUMBERS = (
    "tv", "sp_cost", "actions", "turns", "attack_stop", "attack_cbt", "attack_top", "size", "detect", "sensors",
    "comm", "autocomm", "armor", "overkill", "skill_att", "skill_def", "skill_ew", "skill_ld",
)  # fmt: skip
LISTS = ("damage_track", "weapons", "perks", "flaws", "aux")
FIELDS_UNIT_FILES = (*NUMBERS, *MODE_COLUMNS, *LISTS)
"""The columns that say something of the model; each has a column prov_X for its mark."""
OTHERS = ("name", "family", "kind", "faction", "lines", "confidence", "note", "status", "default_force")
COLUMNS_UNIT_FILES = (*OTHERS, *FIELDS_UNIT_FILES, *(f"prov_{field}" for field in FIELDS_UNIT_FILES))
NEEDED_UNIT_FILES = ("name", "kind", "faction")
_KINDS = {"airstrike": AIRCRAFT, "defensive asset": STATIC, "apc": VEHICLE}
_MODES = {"air": AIR, "static": "", "s": ""}
_BASES = re.compile(r"([0-9]{1,2}) bases?")
_BOXES = re.compile(r"S*L*H*C*")


SKILLS = ("skill_att", "skill_def", "skill_ew", "skill_ld")
RATED = (*SKILLS, "detect", "autocomm")
"""What the one Skill of infantry is written in."""
FIXED = {
    "mode1": "W", "mode1_combat": "2", "mode1_top": "4", "attack_stop": "+1", "attack_cbt": "0", "attack_top": "-1",
    "sensors": "0", "comm": "0", "actions": "1",
}  # fmt: skip
"""What all infantry has."""
USUAL = {"mode1_def_stop": "+1", "mode1_def_cbt": "+1", "mode1_def_top": "+1", "size": "2"}
"""What it has unless its list says otherwise."""
MOUNTED = {"mode2_def_stop": "+1", "mode2_def_cbt": "+1", "mode2_def_top": "+1"}
INFANTRY_PERKS = ("Infantry", "Improved Off-Road")


@heeds("fieldmanual.infantry")
def as_infantry(row: Mapping[str, str]) -> dict[str, str]:
    """A row of a player's infantry with the profile of the book where it says nothing."""
    usual = {**FIXED, **USUAL, **(MOUNTED if row.get("mode2") else {})}
    skill = next((row[key] for key in RATED if row.get(key)), "")
    found = {**row, **{key: row.get(key) or value for key, value in (usual | dict.fromkeys(RATED, skill)).items()}}
    said = split_entries(row.get("perks", ""))
    return {**found, "perks": ", ".join([*said, *(perk for perk in INFANTRY_PERKS if perk not in said)])}


@heeds("fieldmanual.infantry")
def contradictions(row: Mapping[str, str]) -> Iterator[str]:
    """What a row says that no infantry is, and what to write instead."""
    ratings = {key: row[key] for key in RATED if row.get(key)}
    if len(set(ratings.values())) > 1:
        told = ", ".join(f"{key} {value}" for key, value in ratings.items())
        yield f"{told}: infantry has one Skill for everything; write skill_att and leave the others blank"
    for key, only in FIXED.items():
        said = row.get(key, "")
        if said and said.lstrip("+") != only.lstrip("+"):
            where = "; vehicles and mounts go in mode2" if key.startswith("mode1") else ""
            yield f"{key} '{said}': infantry has {only}; leave it blank{where}"


class _Line:
    """A row of a unit file while it is read: what is wrong with it is collected, so that all of it is told."""

    def __init__(self, row: Mapping[str, str], mark: str) -> None:
        squad = bool(mark) and row["kind"].lower() == INFANTRY
        self.said, self.mark, self.squad = row, mark, squad
        self.row = as_infantry(row) if squad else row
        self.faults: list[str] = list(contradictions(row)) if squad else []

    def number(self, key: str) -> int:
        """A column's number, 0 where it is blank."""
        text = self.row.get(key, "")
        if not text:
            return 0
        try:
            return read_number(key, text)
        except ValueError as error:
            self.faults.append(str(error))
            return 0

    def marks(self) -> dict[str, str]:
        """The mark of every field that says something; a player's card has the player's, but for what the book adds."""
        if self.mark:
            return {
                field: self.mark if self.said.get(field) else PRINTED
                for field in FIELDS_UNIT_FILES
                if self.row.get(field)
            }
        given = {field: self.row.get(f"prov_{field}", "").partition(":")[0] for field in FIELDS_UNIT_FILES}
        for field, mark in given.items():
            if mark not in MARKS and (mark or self.row.get(field)):
                self.faults.append(f"{field} has no mark; prov_{field} begins with one of {', '.join(MARKS)}")
        return {field: mark for field, mark in given.items() if mark}

    def reasons(self) -> dict[str, str]:
        """What stands behind the marks."""
        if self.mark:
            return {}
        texts = {field: self.row.get(f"prov_{field}", "").partition(":")[2].strip() for field in FIELDS_UNIT_FILES}
        return {field: text for field, text in texts.items() if text}


def _rows(line: _Line) -> Iterator[tuple[str, Row]]:
    for n in (1, 2):
        text = line.row.get(f"mode{n}", "")
        mode = _MODES.get(text.lower(), text)
        row = Row(*(line.number(f"mode{n}{part}") for part in ("_combat", "_top", "_def_stop", "_def_cbt", "_def_top")))
        if not mode:
            continue
        if mode not in (*MODES, AIR):
            line.faults.append(f"mode{n} '{mode}': there are W, G and H, A for aircraft, S for what never moves")
        if not 0 <= row.combat <= row.top <= 60:
            line.faults.append(f"mode{n}: speed {row.combat}/{row.top} does not rise from 0 to 60 at most")
        yield mode, row


@rule("fieldmanual.card-perks-flaws")
def _perks(line: _Line) -> dict[str, Any]:
    """Perks and flaws apart, and which of them are AUX: those of the AUX line and all the book marks so."""
    perks: dict[str, int] = {}
    flaws: dict[str, int] = {}
    aux: list[str] = []
    details: dict[str, str] = {}
    for column in ("perks", "flaws", "aux"):
        for text in split_entries(line.row.get(column, "")):
            try:
                perk = read_perk(text)
            except ValueError as error:
                line.faults.append(f"{column}: {error}")
                continue
            entry = perk_of(perk.name)
            (flaws if entry.flaw else perks)[perk.name] = perk.rating
            if column == "aux" or entry.aux:
                aux.append(perk.name)
            if perk.detail:
                before = details.get(perk.name)
                details[perk.name] = f"{before}, {perk.detail}" if before else perk.detail
    return {"perks": perks, "flaws": flaws, "aux": tuple(aux), "details": details}


def _boxes(line: _Line, kind: str) -> tuple[str, int]:
    """The damage track, and the Bases of a Combined Model, whose track is `4 bases`."""
    text = line.row.get("damage_track", "")
    if match := _BASES.fullmatch(text):
        return "", int(match[1])
    if kind == INFANTRY:
        line.faults.append(f"damage_track '{text}': infantry is a Combined Model; write its Bases, such as 4 bases")
    elif not _BOXES.fullmatch(text) or len(text) > MOST_BOXES:
        line.faults.append(f"damage_track '{text}': at most {MOST_BOXES} boxes, S before L before H before C")
    return text, 0


@rule("fieldmanual.card-actions", "fieldmanual.card-modifiers", "fieldmanual.card-size", "fieldmanual.card-electronics")
@rule("fieldmanual.skills", "fieldmanual.sample-card")
def _card(line: _Line) -> Card:
    """The card in a row of a unit file."""
    row, number = line.row, line.number
    name = row["name"]
    kind = _KINDS.get(row["kind"].lower(), row["kind"].lower())
    if kind not in KINDS:
        line.faults.append(f"kind '{row['kind']}': there are {', '.join(KINDS)}")
    boxes, bases = _boxes(line, kind)
    armor = number("armor")
    overkill = number("overkill") if row.get("overkill", "").strip() or bases else overkill_of(armor, boxes)
    if not bases and overkill != overkill_of(armor, boxes):
        line.faults.append(f"overkill {overkill}: Armor {armor} for each of {len(boxes)} boxes is {armor * len(boxes)}")
    faction, _, army = row["faction"].partition(" (")
    radius, height = stands_on(name, kind, number("size"))
    marks = line.marks()
    try:
        weapons = read_weapon_rows(row.get("weapons", ""), line.squad)
    except ValueError as error:
        line.faults.append(f"weapons: {error}")
        weapons = ()
    return Card(
        id=slug(name),
        name=name,
        family=row.get("family") or name,
        faction=faction,
        army=army.rstrip(")"),
        kind=kind,
        tv=number("tv"),
        sp=number("sp_cost"),
        size=number("size"),
        actions=number("actions"),
        rows=dict(_rows(line)),
        attack=(number("attack_stop"), number("attack_cbt"), number("attack_top")),
        detect=number("detect"),
        sensors=number("sensors"),
        comm=number("comm"),
        auto_comm=number("autocomm"),
        armor=armor,
        boxes=boxes,
        bases=bases,
        overkill=overkill,
        skills=Skills(number("skill_att"), number("skill_def"), number("skill_ew"), number("skill_ld")),
        weapons=weapons,
        radius=radius,
        height=height,
        turns=number("turns"),
        lines=row.get("lines", ""),
        note=row.get("note", ""),
        provenance=marks,
        reasons=line.reasons(),
        status=weakest(marks),
        default_force=line.mark == USER or row.get("default_force", "yes") == "yes",
        **_perks(line),
    )


def _faults_unit_files(card: Card) -> Iterator[str]:
    """What no card can have, whoever wrote it."""
    if not card.id:
        yield "has no name in letters; the column name says what the model is called"
    if len(card.name) > bounds.LONGEST_NAME:
        yield f"the name is longer than {bounds.LONGEST_NAME} letters"
    for key in ("tv", "sp", "size", "actions", "detect", "auto_comm", "armor", "turns"):
        if getattr(card, key) < 0:
            yield f"{key} is below 0"
    if min(card.skills) < 0 or max(*card.skills, card.actions) > 9:
        yield f"skills {'/'.join(map(str, card.skills))}, {card.actions} Actions: each lies between 0 and 9"
    if card.kind not in (STATIC, DRONE, AIRCRAFT):
        yield from _wanting(card)


def _wanting(card: Card) -> Iterator[str]:
    """What a model that fights on the ground cannot be without."""
    if not card.rows:
        yield "has no movement row; fill in mode1 and its speeds"
    for key in ("size", "armor", "actions"):
        if getattr(card, key) < 1:
            yield f"needs {key} of 1 or more"
    if not card.bases and not card.boxes:
        yield "has no damage track, such as SLHC"


def read_cards(text: str, file: str, mark: str = "") -> dict[str, Card]:
    """The cards of a unit file by id. With a `mark` all fields have it. BadFile names everything wrong, by line."""
    findings = Findings(file)
    found: dict[str, Card] = {}
    for number, row in read_table(text, NEEDED_UNIT_FILES, COLUMNS_UNIT_FILES, findings):
        line = _Line(row, mark)
        card = _card(line)
        for fault in (*line.faults, *_faults_unit_files(card)):
            findings.find(number, f"{card.name or 'no name'}: {fault}")
        if card.id in found:
            findings.find(number, f"{card.name}: stands in this file twice")
        found[card.id] = card
    findings.refuse()
    return found


@cache
@rule("fieldmanual.datacards-lost")
def all_cards() -> Mapping[str, Card]:
    """Every card there is, by id: printed, from the roster picture, derived and proposed, each field with its mark."""
    return read_cards(
        (resources.files(PACKAGE) / "data" / FILE_UNIT_FILES).read_text(encoding="utf-8"), FILE_UNIT_FILES
    )


# --- Cards and groups that players bring: CSV files in the columns of ours, marked as the player's

CORRECTED_BLOW = 6
"""The physical attack of the Armiger FS-101."""


class Lists(msgspec.Struct, frozen=True):
    """What a force is built from: cards and groups by name as an id, ours or a player's in their place."""

    cards: dict[str, Card]
    groups: dict[str, Group]
    own: bool = False
    """Whether a player brought some of it."""

    def __hash__(self) -> int:
        return id(self)

    def card(self, name: str) -> Card | None:
        """A card by its name or id, however its letters are written: Jäger, jager."""
        return self.cards.get(slug(name))


@rule("fieldmanual.errata-datacards")
def corrected(card: Card) -> Card:
    """A card of an earlier book as this one corrects it: the blow of the Armiger FS-101, the circuits of the HC-3A."""
    if card.name == "Armiger FS-101":
        blow = {"dm": CORRECTED_BLOW, "by_size": False}
        weapons = tuple(
            msgspec.structs.replace(mount, weapon=msgspec.structs.replace(mount.weapon, **blow))
            if mount.weapon.id == "PHYSICAL"
            else mount
            for mount in card.weapons
        )
        return msgspec.structs.replace(card, weapons=weapons)
    if card.name == "HC-3A":
        flaws = {name: rating for name, rating in card.flaws.items() if name != "Vulnerable to Haywire"}
        return msgspec.structs.replace(card, flaws=flaws)
    return card


@lru_cache(maxsize=32)
def own_cards(text: str, file: str) -> Mapping[str, Card]:
    """The cards of a player's file by name as an id. Raises BadFile with everything that is wrong, by line.

    A card's own id tells it from all others of its name: two players may bring two Wildcats to one battle.
    """
    return {name: _told_apart(corrected(card)) for name, card in read_cards(text, file, USER).items()}


def _told_apart(card: Card) -> Card:
    digest = hashlib.blake2b(msgspec.json.encode(card, order="deterministic"), digest_size=4).hexdigest()
    return msgspec.structs.replace(card, id=f"{card.id}-own-{digest}")


@lru_cache(maxsize=32)
def own_groups(text: str, file: str, cards_text: str, cards_file: str) -> Mapping[str, Group]:
    """The groups of a player's file by id; every model of them has a card, ours or the player's. Raises BadFile."""
    groups = read_groups(text, file, USER)
    named = Lists({**all_cards(), **(own_cards(cards_text, cards_file) if cards_text else {})}, {})
    findings = Findings(file)
    for number, row in read_table(text, ("faction", "group"), COLUMNS, findings):
        group = groups[slug(f"{row['faction']} {row['group']}")]
        if not group.composition:
            findings.find(number, f"{group.name}: has no models; write a composition such as 4 x Hunter")
        for name in dict.fromkeys(group.models):
            if named.card(name) is None:
                remedy = "bring one in a file of cards, or name another model"
                findings.find(number, f"{group.name}: there is no card for '{name}'; {remedy}")
    findings.refuse()
    return {id: msgspec.structs.replace(group, fieldable=True) for id, group in groups.items()}


@lru_cache(maxsize=1)
def our_lists() -> Lists:
    """The lists that come with the game."""
    return Lists(dict(all_cards()), dict(all_groups()))


@heeds("fieldmanual.datacards-lost")
def lists_with(cards_file: str, groups_file: str, folder: str = "") -> Lists:
    """Our lists with a player's files laid over them, looked for in a folder first; an empty name is no file.

    Raises BadFile.
    """
    if not cards_file and not groups_file:
        return our_lists()
    cards_text = read_handed_in(found_beside(folder, cards_file)) if cards_file else ""
    groups_text = read_handed_in(found_beside(folder, groups_file)) if groups_file else ""
    return _laid_over(cards_text, cards_file, groups_text, groups_file)


@lru_cache(maxsize=32)
def _laid_over(cards_text: str, cards_file: str, groups_text: str, groups_file: str) -> Lists:
    """A row replaces ours of the same name. Groups whose cards were lost can be fielded once a player has them all."""
    brought = own_cards(cards_text, cards_file) if cards_file else {}
    cards = {**all_cards(), **brought}
    named = Lists(cards, {})
    groups = {
        id: msgspec.structs.replace(group, fieldable=True) if _is_complete(group, named) else group
        for id, group in all_groups().items()
    }
    mustered = own_groups(groups_text, groups_file, cards_text, cards_file) if groups_file else {}
    return Lists(cards, {**groups, **mustered}, own=True)


def _is_complete(group: Group, lists: Lists) -> bool:
    return bool(group.composition) and bool(group.type) and all(lists.card(name) for name in group.models)
