"""Unit files: the cards of data/units.csv, and those that players bring in the same columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any

from gearlock.kernel import bounds
from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.tables import read_table, slug
from gearlock.systems.fieldmanual.cards import (
    AIR,
    AIRCRAFT,
    DRONE,
    INFANTRY,
    KINDS,
    MARKS,
    MODES,
    MOST_BOXES,
    PRINTED,
    STATIC,
    USER,
    VEHICLE,
    Card,
    Row,
    Skills,
    overkill_of,
    stands_on,
    weakest,
)
from gearlock.systems.fieldmanual.perks import perk_of, read_perk, split_entries
from gearlock.systems.fieldmanual.weapon_rows import read_weapon_rows
from gearlock.systems.fieldmanual.weapons import PACKAGE, read_number

FILE = "units.csv"
MODE_COLUMNS = tuple(
    f"mode{n}{part}" for n in (1, 2) for part in ("", "_combat", "_top", "_def_stop", "_def_cbt", "_def_top")
)
NUMBERS = (
    "tv", "sp_cost", "actions", "turns", "attack_stop", "attack_cbt", "attack_top", "size", "detect", "sensors",
    "comm", "autocomm", "armor", "overkill", "skill_att", "skill_def", "skill_ew", "skill_ld",
)  # fmt: skip
LISTS = ("damage_track", "weapons", "perks", "flaws", "aux")
FIELDS = (*NUMBERS, *MODE_COLUMNS, *LISTS)
"""The columns that say something of the model; each has a column prov_X for its mark."""
OTHERS = ("name", "family", "kind", "faction", "lines", "confidence", "note", "status", "default_force")
COLUMNS = (*OTHERS, *FIELDS, *(f"prov_{field}" for field in FIELDS))
NEEDED = ("name", "kind", "faction")
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
            return {field: self.mark if self.said.get(field) else PRINTED for field in FIELDS if self.row.get(field)}
        given = {field: self.row.get(f"prov_{field}", "").partition(":")[0] for field in FIELDS}
        for field, mark in given.items():
            if mark not in MARKS and (mark or self.row.get(field)):
                self.faults.append(f"{field} has no mark; prov_{field} begins with one of {', '.join(MARKS)}")
        return {field: mark for field, mark in given.items() if mark}

    def reasons(self) -> dict[str, str]:
        """What stands behind the marks."""
        if self.mark:
            return {}
        texts = {field: self.row.get(f"prov_{field}", "").partition(":")[2].strip() for field in FIELDS}
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


def _faults(card: Card) -> Iterator[str]:
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
    for number, row in read_table(text, NEEDED, COLUMNS, findings):
        line = _Line(row, mark)
        card = _card(line)
        for fault in (*line.faults, *_faults(card)):
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
    return read_cards((resources.files(PACKAGE) / "data" / FILE).read_text(encoding="utf-8"), FILE)
