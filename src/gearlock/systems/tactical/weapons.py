"""7.2.2 and 7.4: weapons, what they do, and the weapon lists of vehicles and infantry."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec

from gearlock.kernel.errors import Findings
from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster.tables import read_table
from gearlock.table.measure import INCH

# --- 7.2.2, 7.4: weapons, what they do and what is special about them

AI, AE, INDIRECT, GUIDED, FRAGMENTATION = "Anti-Infantry", "Area Effect", "Indirect Fire", "Guided", "Fragmentation"
HAYWIRE, INCENDIARY, SLOW_BURN, MIN_RANGE = "Haywire", "Incendiary", "Slow Burn", "Minimum Range"
PER_BAND, DISPOSABLE, PHYSICAL = "Damage per Band", "Disposable", "Physical Attack Only"
TRAITS = (
    AI, AE, INDIRECT, GUIDED, FRAGMENTATION, HAYWIRE, INCENDIARY, SLOW_BURN, MIN_RANGE, PER_BAND, DISPOSABLE, PHYSICAL,
)  # fmt: skip
GUN, ROCKET, MISSILE, ENERGY, MELEE, THROWN, SMALL_ARMS = (
    "gun", "rocket", "missile", "energy", "melee", "thrown", "small arms",
)  # fmt: skip
KINDS = (GUN, ROCKET, MISSILE, ENERGY, MELEE, THROWN, SMALL_ARMS)
PRINTED, RECONSTRUCTED, PROPOSED, USER = "printed", "reconstructed", "proposed", "user"
MARKS = (PRINTED, RECONSTRUCTED, PROPOSED, USER)
"""Where a figure comes from: read in the text, restored from other evidence in the book, made up, a player's own."""
PACKAGE = "gearlock.systems.tactical"


class Weapon(msgspec.Struct, frozen=True):
    """A weapon of the lists, or as a card has it."""

    id: str
    """The code of the list: LAC, HRP/24; infantry weapons have none and go by a short form of their name."""
    name: str
    kind: str
    base: int
    """Base Range in mils; 0 for what is used in base contact or thrown."""
    dm: int
    """Damage Multiplier; of an incendiary weapon its Intensity."""
    accuracy: int = 0
    rof: int = 0
    min_size: int = 0
    traits: dict[str, int] = {}
    """By name, with the number behind it, 0 where it means nothing: AE 0 is Area Effect: 0, so ask with `has`."""
    mark: str = PRINTED
    reason: str = ""
    heat: bool = False
    """A shaped charge or a beam, which HEAT Resistant Armor is made against."""

    def __hash__(self) -> int:
        return hash(self.id)

    def has(self, trait: str) -> bool:
        """Whether a trait stands behind it."""
        return trait in self.traits

    @property
    @heeds("tactical.3.4.5-missile-rof")
    def is_missile(self) -> bool:
        """Whether rounds are counted as for rockets and missiles."""
        return self.kind in (ROCKET, MISSILE)

    @property
    def is_physical(self) -> bool:
        """Used in base contact: it never shoots."""
        return self.kind == MELEE

    @rule("tactical.2.3.4-range-bands")
    def band_ends(self, times: int = 1) -> tuple[int, int, int, int]:
        """How far Short, Medium, Long and Extreme range reach, in mils: once, twice, four and eight times the base."""
        base = self.base * times
        return base, 2 * base, 4 * base, 8 * base


# --- 7.4, 3.6.1: the weapon lists, of vehicles and of infantry, and those that players bring in the same columns

FILE, SMALL_FILE = "weapons.csv", "infantry_weapons.csv"
COLUMNS = (
    "code", "name", "kind", "base", "damage", "accuracy", "rof", "min_size", "special", "heat", "mark", "reason",
    "lines", "note",
)  # fmt: skip
SMALL_COLUMNS = (
    "name", "carried", "base", "damage", "accuracy", "rof", "special", "heat", "mark", "reason", "lines", "note",
)  # fmt: skip
NEEDED, SMALL_NEEDED = ("code", "name", "kind", "base", "damage"), ("name", "carried", "base", "damage")
STANDARD, HEAVY_WEAPON = "standard", "heavy"
COUNTED = (AE, MIN_RANGE, PER_BAND)
"""Traits with a number behind them."""


class Arms(msgspec.Struct, frozen=True):
    """All weapons by code or name: those of vehicles, those of infantry, and which of the latter are heavy."""

    vehicle: dict[str, Weapon]
    infantry: dict[str, Weapon]
    heavy: tuple[str, ...]

    def __hash__(self) -> int:
        return id(self)


def data_text(file: str) -> str:
    """A data file as it stands."""
    return (resources.files(PACKAGE) / "data" / file).read_text(encoding="utf-8")


def read_number(key: str, text: str, low: int = 0, high: int = 99_999) -> int:
    """A whole number between two bounds, with or without its sign. Raises ValueError."""
    if not re.fullmatch(r"[+-]?[0-9]{1,5}", text) or not low <= int(text) <= high:
        raise ValueError(f"{key} '{text}' is no whole number from {low} to {high:,}")
    return int(text)


@rule("tactical.7.2.2")
def read_traits(text: str) -> dict[str, int]:
    """`Anti-Infantry; Area Effect 0`: traits by name with the number behind them, 0 for those that have none."""
    found: dict[str, int] = {}
    for part in filter(None, (each.strip() for each in text.split(";"))):
        match = re.fullmatch(r"(.*?)(?:\s+([0-9]{1,2}))?", part)
        name = next((trait for trait in TRAITS if match and trait.lower() == match[1].lower()), "")
        if not match or not name:
            raise ValueError(f"there is no trait '{part}'; there are {', '.join(TRAITS)}")
        if (match[2] is None) == (name in COUNTED):
            raise ValueError(f"'{part}': {name} {'needs a' if name in COUNTED else 'has no'} number")
        found[name] = int(match[2] or 0)
    return found


class WeaponLine:
    """A row of a weapon list while it is read: what is wrong with it is collected, so that all of it is told."""

    def __init__(self, row: Mapping[str, str], mark: str) -> None:
        self.row, self.given = row, mark
        self.faults: list[str] = []

    def number(self, key: str, low: int, high: int) -> int:
        """A column's number, 0 where it is blank."""
        text = self.row.get(key, "")
        try:
            return read_number(key, text, low, high) if text else 0
        except ValueError as error:
            self.faults.append(str(error))
            return 0

    def traits(self) -> dict[str, int]:
        """What is special about it."""
        try:
            return read_traits(self.row.get("special", ""))
        except ValueError as error:
            self.faults.append(f"special: {error}")
            return {}

    def mark(self) -> str:
        """Where its figures come from; of a player's row all are the player's."""
        mark = self.given or self.row.get("mark", "")
        if mark not in MARKS:
            self.faults.append(f"mark '{mark}': there are {', '.join(MARKS)}")
        return mark

    def weapon(self, id: str, kind: str) -> Weapon:
        """The weapon of the row."""
        if not id or not self.row["name"]:
            self.faults.append("has no name; the columns code and name say what it is called")
        if kind not in KINDS:
            self.faults.append(f"kind '{kind}': there are {', '.join(KINDS)}")
        return Weapon(
            id=id,
            name=self.row["name"],
            kind=kind,
            base=INCH * self.number("base", 0, 60),
            dm=self.number("damage", 0, 99),
            accuracy=self.number("accuracy", -9, 9),
            rof=self.number("rof", 0, 9),
            min_size=self.number("min_size", 0, 30),
            traits=self.traits(),
            mark=self.mark(),
            reason="" if self.given else self.row.get("reason", ""),
            heat=self.row.get("heat", "") == "yes",
        )


def _enter(found: dict[str, Weapon], weapon: Weapon, number: int, faults: Iterable[str], findings: Findings) -> None:
    for fault in faults:
        findings.find(number, f"{weapon.id or 'no name'}: {fault}")
    if weapon.id in found:
        findings.find(number, f"{weapon.id}: stands in this file twice")
    found[weapon.id] = weapon


@rule("tactical.7.4-weapon-list")
def read_weapons(text: str, file: str, mark: str = "") -> dict[str, Weapon]:
    """The weapons of vehicles by code. With a `mark` all have it. BadFile names everything wrong, by line."""
    findings, found = Findings(file), dict[str, Weapon]()
    for number, row in read_table(text, NEEDED if mark else COLUMNS, COLUMNS, findings):
        line = WeaponLine(row, mark)
        _enter(found, line.weapon(row["code"], row["kind"]), number, line.faults, findings)
    findings.refuse()
    return found


@rule("tactical.ref-infantry-weapons", "tactical.3.6.1-weapons")
def read_small_arms(text: str, file: str, mark: str = "") -> tuple[dict[str, Weapon], tuple[str, ...]]:
    """The weapons of infantry by name, and which of them are heavy; nobody counts their ammunition."""
    findings, found, heavy = Findings(file), dict[str, Weapon](), list[str]()
    for number, row in read_table(text, SMALL_NEEDED if mark else SMALL_COLUMNS, SMALL_COLUMNS, findings):
        line = WeaponLine(row, mark)
        weapon = line.weapon(row["name"], SMALL_ARMS)
        if row["carried"] not in (STANDARD, HEAVY_WEAPON):
            line.faults.append(f"carried '{row['carried']}': {STANDARD} or {HEAVY_WEAPON}")
        heavy += [weapon.id] if row["carried"] == HEAVY_WEAPON else []
        _enter(found, weapon, number, line.faults, findings)
    findings.refuse()
    return found, tuple(heavy)


@cache
def all_arms() -> Arms:
    """The 45 weapons of vehicles and the 11 of infantry."""
    infantry, heavy = read_small_arms(data_text(SMALL_FILE), SMALL_FILE)
    return Arms(read_weapons(data_text(FILE), FILE), infantry, heavy)


def as_printed(weapon: Weapon, figures: Mapping[str, str]) -> Weapon:
    """The weapon of the list with the figures of a card where the card has others. Raises ValueError."""
    changes: dict[str, object] = {}
    if text := figures.get("accuracy", ""):
        changes["accuracy"] = read_number("accuracy", text, -9, 9)
    if text := figures.get("base", ""):
        changes["base"] = INCH * read_number("base", text, 0, 60)
    if text := figures.get("damage", ""):
        changes["dm"] = read_number("damage", text.lstrip("x"), 0, 99)
    if text := figures.get("rof", ""):
        changes["rof"] = read_number("rof", text, 0, 9)
    if text := figures.get("special", ""):
        changes["traits"] = read_traits(text)
    return msgspec.structs.replace(weapon, **changes) if changes else weapon


def find_code(text: str, known: Iterable[str]) -> str:
    """A code or name as the list writes it, large or small letters; empty if there is none."""
    plain = " ".join(text.split()).lower()
    return next((code for code in known if code.lower() == plain), "")


def listed(names: Sequence[str]) -> str:
    """Names for a message."""
    return ", ".join(names)
