"""Weapon tables and weapon traits, perks and flaws as cards print them."""

from __future__ import annotations

import csv
import difflib
import io
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from gearlock.kernel.bounds import LONGEST_NAME
from gearlock.kernel.errors import BadFile, Finding
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.table.measure import INCH

# --- Perks and flaws as cards print them, `Reinforced Front (5), Smoke (1), TD2`, by name with rating and arc

ARC, NUMBER, BOTH, WORDS = "arc", "number", "arc and number", "words"
ARCS = {
    "F": "Forward", "Rr": "Rear", "L": "Left", "R": "Right", "FF": "Fixed Forward", "FRr": "Fixed Rear",
    "FL": "Fixed Left", "FRt": "Fixed Right", "T": "Turret",
}  # fmt: skip
"""Arcs of attack: the first four of 180 degrees, the fixed ones of 90, a turret all round."""
FACINGS = ("Front", "Rear", "Left", "Right", "Top", "Underside")
"""Sides of a model that are reinforced, weak or plated."""
_SHORT_FACINGS = {"f": "Front", "rr": "Rear", "l": "Left", "t": "Top", "u": "Underside"}
"""Rr alone could be rear or right, so it is written out."""
_ENTRY = re.compile(r"([^()]*?)\s*((?:\([^()]*\)\s*)*)")
_TIGHT = re.compile(r"([A-Za-z][A-Za-z .-]*?)([0-9]{1,2})")
_SPELLED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


class PerkText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A perk or flaw of the book: short form, what stands in brackets behind it, its rule, and words for the card."""

    name: str
    code: str
    flaw: bool
    aux: bool
    rating: str
    rule: str
    words: str


class Perk(msgspec.Struct, frozen=True):
    """An entry of a card: the name rules know it by, its number (1 where none is printed), and words in brackets."""

    name: str
    rating: int = 1
    detail: str = ""


@cache
def known_perks() -> Mapping[str, PerkText]:
    """The 48 perks and flaws by name."""
    return {perk.name: perk for perk in data_records(PACKAGE, "perks.toml", "perk", PerkText)}


@cache
def _by_any_name() -> Mapping[str, PerkText]:
    perks = known_perks().values()
    return {key.lower(): perk for perk in perks for key in (perk.name, perk.code) if key}


def perk_of(name: str) -> PerkText:
    """The book's entry for a name on a card: Reinforced Front is a Reinforced Arc."""
    if name.startswith("Reinforced "):
        return known_perks()["Reinforced Arc"]
    return known_perks()[name]


def split_entries(text: str) -> list[str]:
    """What stands between commas that are in no brackets."""
    return [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]


def read_perk(text: str) -> Perk:
    """One entry: Arms, TD1, LSP (2), Reinforced Front (5), Rf (5), Transport (one infantry squad), Drone (Recon)."""
    match = _ENTRY.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"'{text}' is no perk or flaw: a bracket is open")
    head, brackets = match[1].strip(), re.findall(r"\(\s*([^()]*?)\s*\)", match[2])
    perk = _by_any_name().get(head.lower())
    if perk is None and (tight := _TIGHT.fullmatch(head)):
        perk, brackets = _by_any_name().get(tight[1].strip().lower()), [tight[2], *brackets]
    if perk is None and (reinforced := _reinforced(head, brackets)):
        return reinforced
    if perk is None:
        raise ValueError(f"there is no perk or flaw '{text}'; the book's are listed in perks.toml")
    if perk.name == "Drone":
        return read_perk(f"{' '.join(brackets).removesuffix('Drone').strip()} Drone") if brackets else Perk("Drone")
    return _rated(perk, text, brackets)


def _reinforced(head: str, brackets: list[str]) -> Perk | None:
    """Reinforced Front (5), also written Rf (5), Rf5 or Rf 5."""
    match = re.fullmatch(r"Reinforced (\w+)\s*([0-9]{1,2})?", head) or re.fullmatch(
        r"R(\w{1,2}?)\s*([0-9]{1,2})?", head
    )
    if match is None:
        return None
    side = match[1] if match[1] in FACINGS else _SHORT_FACINGS.get(match[1].lower(), "")
    number = match[2] or (brackets[0] if brackets else "")
    if not side or not re.fullmatch(r"[0-9]{1,2}", number):
        return None
    return Perk(f"Reinforced {side}", int(number))


def _rated(perk: PerkText, text: str, brackets: list[str]) -> Perk:
    numbers = [int(part) for part in brackets if re.fullmatch(r"[0-9]{1,3}", part)]
    others = [part for part in brackets if not re.fullmatch(r"[0-9]{1,3}", part)]
    if perk.rating == WORDS:
        first = others[0].partition(" ")[0].lower() if others else ""
        count = (
            numbers[0] if numbers else int(first) if first.isdecimal() and len(first) < 3 else _SPELLED.get(first, 1)
        )
        return Perk(perk.name, count, ", ".join(others))
    if perk.rating not in (ARC, BOTH) and others:
        raise ValueError(f"'{text}': nothing but a number stands in brackets behind {perk.name}")
    if perk.rating in (ARC, BOTH) and (not others or others[0] not in (*FACINGS, *ARCS)):
        raise ValueError(f"'{text}': {perk.name} needs an arc in brackets, one of {', '.join((*FACINGS, *ARCS))}")
    if perk.rating in ("", ARC) and numbers:
        raise ValueError(f"'{text}': {perk.name} has no number")
    if perk.rating in (NUMBER, BOTH) and not numbers and perk.name != "Large Sensor Profile":
        raise ValueError(f"'{text}': {perk.name} needs a number in brackets, such as (2)")
    return Perk(perk.name, numbers[0] if numbers else 1, others[0] if others else "")


# --- Weapon tables and weapon traits: what each of the 85 weapons does, and what stands in a weapon row of a card

PACKAGE = "gearlock.systems.fieldmanual"
FILE = "weapons.csv"
MELEE_RANGE = 3 * INCH
BOARD = 1000 * INCH
"""What an Extreme range without end reaches: farther than any table."""
CATEGORIES = ("cannon", "rocket", "support", "advanced", "infantry", "melee", "thrown")
COLUMNS = (
    "category", "name", "code", "acc", "optimal", "suboptimal", "extreme", "damage", "rof", "traits", "family", "ams",
    "aa_drone", "line", "note",
)  # fmt: skip
_SAME_AS = {
    "B": "Blast", "Stabilizer": "Stab", "Stabilizer Mount": "Stab", "Sniper": "Snp", "Reloads": "R",
    "Anti-Aircraft": "AA", "Guided": "G", "Indirect Fire": "IF", "Haywire": "H",
}  # fmt: skip
_TRAIT = re.compile(r"([A-Za-z][A-Za-z -]*?)\s*(?:\(?\s*([0-9]{1,3})\s*\)?|\(\s*([^()]*)\s*\))?")

Ranges = tuple[int, int, int | None]
"""How far Optimal, Suboptimal and Extreme range reach, in mils; None where nothing may be fired beyond Suboptimal."""


class Weapon(msgspec.Struct, frozen=True):
    """A weapon of the tables, or as a card has it. Lengths are mils; of thrown weapons, mils for each point of Size."""

    id: str
    """The code of the tables; infantry weapons have none and go by their name."""
    name: str
    category: str
    family: str
    acc: int
    optimal: int
    suboptimal: int
    extreme: int | None
    dm: int
    by_size: bool
    """Whether the Size of whoever strikes is added to the DM."""
    rof: int
    most_rof: int
    """Of rocket pods the RoF of the largest; otherwise the same as `rof`."""
    traits: dict[str, int]
    """By code, with the rating, 1 where there is none: AE3 is AE: 3."""
    ams: bool = False
    """Whether an Anti-Missile System helps against it."""
    aa_drone: bool = False
    """Whether an AA drone can guide it."""

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def is_melee(self) -> bool:
        """Made for melee alone; a ranged weapon that merely has the trait M is none."""
        return self.category == "melee"

    @property
    def is_thrown(self) -> bool:
        """Its ranges go by the Size of the thrower."""
        return "T" in self.traits

    @rule("fieldmanual.range-bands")
    def ranges(self, size: int) -> Ranges:
        """How far each band reaches when a model of this Size uses it. Thrown: Size, twice Size, no Extreme."""
        if self.is_thrown:
            return size * INCH, 2 * size * INCH, None
        return self.optimal, self.suboptimal, self.extreme

    def damage(self, size: int) -> int:
        """Its DM in the hands of a model of this Size."""
        return self.dm + size if self.by_size else self.dm


PHYSICAL = Weapon(
    "PHYSICAL", "Physical attack", "melee", "melee", 0, MELEE_RANGE, MELEE_RANGE, None, 0, True, 0, 0, {"M": 1}
)
"""What every model strikes with that has nothing better: DM by Size, in no table."""


class WeaponTrait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait of weapons: its code, what a number behind it means, its rule, and words for the card."""

    code: str
    name: str
    rating: str
    rule: str
    words: str


@cache
@rule("fieldmanual.weapon-traits-scope")
def weapon_traits() -> Mapping[str, WeaponTrait]:
    """The 19 traits by code."""
    return {trait.code: trait for trait in data_records(PACKAGE, "weapon_traits.toml", "trait", WeaponTrait)}


def read_traits(text: str) -> dict[str, int]:
    """`IF, AE3, Blast (2)` by code with the ratings; ValueError names a trait there is not."""
    found: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in re.split(r",(?![^()]*\))", text))):
        match = _TRAIT.fullmatch(part)
        code = _SAME_AS.get(match[1], match[1]) if match else part
        trait = weapon_traits().get(code)
        if match is None or trait is None:
            raise ValueError(f"there is no weapon trait '{part}'; there are {', '.join(weapon_traits())}")
        if code != "Link" and (match[2] is None) == bool(trait.rating):
            raise ValueError(
                f"'{part}': write {code}{'3' if trait.rating else ''}, a number of {trait.rating or 'none'}"
            )
        found[code] = int(match[2] or 1)
    return found


def read_number(key: str, text: str) -> int:
    """A whole number of at most three digits, with or without its sign."""
    if not re.fullmatch(r"[+-]?[0-9]{1,3}", text):
        raise ValueError(f"{key} '{text}' is no whole number")
    return int(text)


def read_damage(text: str) -> tuple[int, bool]:
    """x12 or S+2: the multiplier, and whether Size is added."""
    match = re.fullmatch(r"x([0-9]{1,3})|S(?:\+([0-9]{1,3}))?", text)
    if match is None:
        raise ValueError(f"damage '{text}' is neither x and a number nor S+ and a number")
    return int(match[1] or match[2] or 0), match[1] is None


def read_range(optimal: str, suboptimal: str, extreme: str, category: str) -> Ranges:
    """Inches as printed, in mils: 12, 48, inf. A dash is no Extreme range, blanks are melee range."""
    if category == "thrown":
        return INCH, 2 * INCH, None
    if category == "melee":
        return MELEE_RANGE, MELEE_RANGE, None
    if not (re.fullmatch(r"[0-9]{1,3}", optimal) and re.fullmatch(r"[0-9]{1,3}", suboptimal)):
        raise ValueError(f"range '{optimal}/{suboptimal}/{extreme}' is not inches, such as 12/48/inf or 6/24/-")
    near, far = int(optimal) * INCH, int(suboptimal) * INCH
    if near > far:
        raise ValueError(f"range '{optimal}/{suboptimal}/{extreme}' does not rise")
    if extreme not in ("inf", "-"):
        raise ValueError(f"extreme range '{extreme}' is neither inf nor a dash")
    return near, far, BOARD if extreme == "inf" else None


def _weapon(row: Mapping[str, str]) -> Weapon:
    near, far, extreme = read_range(row["optimal"], row["suboptimal"], row["extreme"], row["category"])
    dm, by_size = read_damage(row["damage"])
    least, _, most = row["rof"].partition("-")
    for key in ("ams", "aa_drone"):
        if row[key] not in ("yes", "no"):
            raise ValueError(f"{key} '{row[key]}' is neither yes nor no")
    if row["category"] not in CATEGORIES:
        raise ValueError(f"there is no category '{row['category']}'; there are {', '.join(CATEGORIES)}")
    return Weapon(
        id=row["code"] or row["name"],
        name=row["name"],
        category=row["category"],
        family=row["family"],
        acc=read_number("acc", row["acc"]),
        optimal=near,
        suboptimal=far,
        extreme=extreme,
        dm=dm,
        by_size=by_size,
        rof=read_number("rof", least or "0"),
        most_rof=read_number("rof", most or least or "0"),
        traits=read_traits(row["traits"]),
        ams=row["ams"] == "yes",
        aa_drone=row["aa_drone"] == "yes",
    )


def read_weapons(text: str, file: str = FILE) -> dict[str, Weapon]:
    """The weapons of a table by id; BadFile names everything wrong with it, by line."""
    rows = csv.reader(io.StringIO(text))
    if tuple(next(rows, ())) != COLUMNS:
        raise BadFile([Finding(file, 1, f"the columns must be {', '.join(COLUMNS)}")])
    found: dict[str, Weapon] = {}
    findings: list[Finding] = []
    for row in rows:
        try:
            if len(row) != len(COLUMNS):
                raise ValueError(f"{len(row)} columns; there must be {len(COLUMNS)}")
            weapon = _weapon(dict(zip(COLUMNS, row, strict=True)))
            if weapon.id in found:
                raise ValueError("is there twice")
            found[weapon.id] = weapon
        except ValueError as error:
            findings.append(Finding(file, rows.line_num, f"{row[1] if len(row) > 1 else 'empty line'}: {error}"))
    if findings:
        raise BadFile(findings)
    return found


@cache
@rule("fieldmanual.weapon-tables")
def weapons_table() -> Mapping[str, Weapon]:
    """The 85 weapons by id, in book order."""
    return read_weapons((resources.files(PACKAGE) / "data" / FILE).read_text(encoding="utf-8"))


POD_ROF: Final = {"LRP/24": 3, "MRP/18": 2, "MRP/36": 4, "HRP/48": 3}
"""The RoF of pods whose size is told somewhere in the book (342, 1602, 1758); half of an MRP/36 is ours."""


@heeds("fieldmanual.weapon-tables")
def table_weapon(name: str, table: Mapping[str, Weapon] | None = None) -> Weapon:
    """The weapon of the tables that a card names.

    A pod has the RoF that the book tells of its size, or else the least of its kind; the card may say its own.
    """
    known = weapons_table() if table is None else table
    if name == PHYSICAL.id:
        return PHYSICAL
    weapon = known.get(name) or known.get(name.partition("/")[0])
    if weapon is None:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
        hint = f" such as {near[0]}" if near else ""
        raise ValueError(f"there is no weapon '{name[:LONGEST_NAME]}'; use a code or name of the weapon tables{hint}")
    rof = POD_ROF.get(name)
    return weapon if rof is None else msgspec.structs.replace(weapon, rof=rof, most_rof=rof)


EFFECTS = {"rocket": "rocket", "missile": "rocket", "mortar": "shell", "grenade": "shell", "melee": "blade"}
EFFECT_WORDS = (
    ("laser", "beam"), ("particle", "beam"), ("flame", "flame"), ("grenade", "shell"), ("mortar", "shell"),
    ("bazooka", "rocket"), ("missile", "rocket"), ("rocket", "rocket"), ("field gun", "shell"),
)  # fmt: skip


def effect_of(weapon: Weapon) -> str:
    """What firing a weapon looks like on the table: by its family, else by words of its name."""
    if weapon.family in EFFECTS:
        return EFFECTS[weapon.family]
    named = f"{weapon.family} {weapon.name}".lower()
    return next((look for word, look in EFFECT_WORDS if word in named), "burst")
