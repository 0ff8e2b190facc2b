"""8.1 to 8.5, A.4: weapons. An entry of a stat line, such as LAC (Arm, Split:2), becomes a weapon ready for play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.table.measure import INCH

PACKAGE = "gearlock.systems.blitz"
BALLISTIC, BEAM, MISSILE, INDIRECT, MELEE, AIR = "ballistic", "beam", "missile", "indirect", "melee", "air"
SIZES = {"L": "Light", "M": "Medium", "H": "Heavy", "I": "Infantry", "N": "Naval", "": ""}
_ODD_SIZES = ("I", "N")
_ARC = r"(?:FT|Arm|[TFLRB])"
_IS_ARC = re.compile(rf"{_ARC}(?:[+/]{_ARC})*")
_ENTRY = re.compile(r"\s*(?:(\d+)x )?([A-Z]+)\s*(?:\((.*)\))?\s*")
_TRAIT = re.compile(r"([^:(]+?)\s*(?::\s*([^(]*?))?\s*(?:\((.*)\))?")
_PEN = re.compile(r"(\d+)?/?(?:(\d)([FHC]))?")
_RANGE = re.compile(r"(\d+)-(\d+)/(\d+)")

Band = tuple[int, int, int]
"""Where the optimal range begins and ends, and the maximum: mils."""


@rule("blitz.8.1", "blitz.8.5", "blitz.A.4", "blitz.A.4-melee")
class WeaponRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the weapon tables: ranges in inches, PEN of each size as printed, traits of all sizes."""

    code: str
    name: str
    category: str
    optimal: tuple[int, int]
    maximum: int
    penetration: dict[str, str]
    traits: tuple[str, ...]
    line: int
    note: str = ""


class TraitText(msgspec.Struct, frozen=True):
    """A trait as printed: name, what follows the colon, and what stands in its own brackets."""

    name: str
    rating: str
    bracket: tuple[str, ...]

    @property
    def number(self) -> int:
        """The rating as a number, whatever dice, inches or plus it is printed with; 1 where there is none."""
        found = re.fullmatch(r"\+?(-?\d+)(?:D6|\"|\+)?", self.rating)
        return int(found[1]) if found else 1


class Weapon:
    """One weapon on one model with one load: lengths in mils, traits by name with their rating (1 where none)."""

    __slots__ = (
        "arc", "area", "aux", "bites", "blast_area", "category", "code", "far", "id", "indirect", "is_melee", "loads",
        "most", "name", "near", "pen", "persistent", "proximity", "row", "size", "traits",
    )  # fmt: skip

    def __init__(self, id: str, row: WeaponRow, size: str, traits: Iterable[TraitText], arc: str) -> None:
        self.id, self.row, self.size, self.arc = id, row, size, arc
        self.code, self.name, self.category = size + row.code, row.name, row.category
        self.is_melee = row.category == MELEE
        """Melee weapons may strike any number of times in a round."""
        kept = {trait.name: trait for trait in traits}
        self.aux = kept.pop("Aux", None) is not None
        """Whether it is lost when its model is crippled."""
        pen, band = kept.pop("PEN", None), kept.pop("Range", None)
        self.traits = {name: trait.number for name, trait in kept.items()}
        self.pen, self.bites, self.persistent = read_pen(pen.rating if pen else row.penetration.get(size, ""))
        self.area = self.traits.get("AE", 0) * INCH
        self.proximity = self.traits.get("Proximity", 0) * INCH
        self.blast_area = _bracketed(kept.get("Blast"), "AE") * INCH
        """How far the blast itself reaches, 0 if only the target feels it."""
        self.near, self.far, self.most = self._range(band)
        self.indirect = _indirect_range(kept.get("IF"))
        """Its range as indirect fire, where that differs."""
        self.loads: dict[str, Weapon] = {"": self}
        """The weapon with each of its kinds of ammunition, itself under "" if there is nothing to choose."""

    @rule("blitz.wtrait.range", "blitz.wtrait.reach")
    def _range(self, replaced: TraitText | None) -> Band:
        """The table's range, or what the brackets print instead. Reach and proximity are optimal throughout."""
        if replaced is not None:
            return read_band(replaced.rating)
        close = self.traits.get("Reach", 0) * INCH or self.proximity
        if close:
            return 0, close, close
        return self.row.optimal[0] * INCH, self.row.optimal[1] * INCH, self.row.maximum * INCH

    @heeds("blitz.8.2b")
    def is_optimal(self, distance: int) -> bool:
        """In the first of the two bands, both ends counted in."""
        return self.near <= distance <= self.far


@rule("blitz.wtrait.pen")
def read_pen(text: str) -> tuple[int, bool, tuple[str, int] | None]:
    """PEN, whether there is any, and the persistent damage with its intensity: 2/0F, 7 or only 1F."""
    found = _PEN.fullmatch(text)
    if found is None or not text:
        raise UnknownName("PEN", text, ("7", "2/0F", "1F"))
    lasting = (found[3], int(found[2])) if found[3] else None
    return int(found[1] or 0), found[1] is not None, lasting


def read_band(text: str) -> Band:
    """6-18/36 as mils."""
    found = _RANGE.fullmatch(text.rstrip('"'))
    if found is None:
        raise UnknownName("range", text, ('6-18/36"',))
    return int(found[1]) * INCH, int(found[2]) * INCH, int(found[3]) * INCH


def _bracketed(trait: TraitText | None, name: str) -> int:
    """The rating of a trait in another's brackets: AE of Blast:2D6 (AE:2")."""
    inner = (read_trait(text) for text in (trait.bracket if trait else ()))
    return next((each.number for each in inner if each.name == name), 0)


@rule("blitz.A.4-gl")
def _indirect_range(trait: TraitText | None) -> Band | None:
    inner = (read_trait(text) for text in (trait.bracket if trait else ()))
    return next((read_band(each.rating) for each in inner if each.name == "Range"), None)


def split_list(text: str, mark: str = ",") -> list[str]:
    """What stands between the marks that are in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign == mark and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


@rule("blitz.A.3")
def read_trait(text: str) -> TraitText:
    """A trait with its rating after the colon and its associated traits in brackets."""
    found = _TRAIT.fullmatch(text.strip())
    if found is None:
        raise UnknownName("trait", text, ())
    return TraitText(found[1], found[2] or "", tuple(split_list(found[3] or "")))


def read_weapon(text: str, table: Mapping[str, WeaponRow], copy: int = 1) -> Weapon:
    """Read one entry of a stat line: what the table says, then what the brackets add or replace."""
    found = _ENTRY.fullmatch(text)
    if found is None:
        raise UnknownName("weapon", text, table)
    size, row = _sized(found[2], table)
    added = split_list(found[3] or "")
    arc = "+".join(part for part in added if _IS_ARC.fullmatch(part)) or "F"
    traits, ammo = _merged(row.traits, (part for part in added if not _IS_ARC.fullmatch(part)))
    if size in _ODD_SIZES and "PEN" not in traits:
        raise UnknownName("weapon", f"{text} (sizes I and N need a PEN:X)", table)
    name = found[2] if copy == 1 else f"{found[2]} {copy}"
    return _loaded(name, row, size, traits, ammo, arc)


@rule("blitz.8.3")
def _merged(standard: Iterable[str], added: Iterable[str]) -> tuple[dict[str, TraitText], list[TraitText]]:
    """Traits by name, those in brackets replacing the table's; and apart from them the kinds of ammunition."""
    traits: dict[str, TraitText] = {}
    ammo: list[TraitText] = []
    for text in (*standard, *added):
        trait = read_trait(text)
        if trait.name == "Ammo":
            ammo.append(trait)
        else:
            traits[trait.name] = trait
    return traits, ammo


@rule("blitz.wtrait.ammo")
def _loaded(
    id: str, row: WeaponRow, size: str, traits: dict[str, TraitText], ammo: list[TraitText], arc: str
) -> Weapon:
    """The weapon with what its ammunition adds. One kind is always loaded; of several each is a load of its own."""
    fillings = {load.rating.partition(":")[0]: {**traits, **_contents(load)} for load in ammo}
    loads = {name: Weapon(id, row, size, filling.values(), arc) for name, filling in fillings.items()}
    if len(loads) == 1:
        return next(iter(loads.values()))
    weapon = Weapon(id, row, size, traits.values(), arc)
    weapon.loads = loads or weapon.loads
    return weapon


def _contents(load: TraitText) -> dict[str, TraitText]:
    """Ammo:AE:3" (Blast:2D6) brings AE:3" and Blast:2D6."""
    texts = (load.rating, *load.bracket)
    return {trait.name: trait for trait in map(read_trait, texts)}


def _sized(code: str, table: Mapping[str, WeaponRow]) -> tuple[str, WeaponRow]:
    """Split a code into size and table row: LRP is the Light version of *RP, APGL has one size only."""
    if code in table and "" in table[code].penetration:
        return "", table[code]
    row = table.get(code[1:])
    if row is not None and (code[0] in row.penetration or (code[0] in _ODD_SIZES and "" not in row.penetration)):
        return code[0], row
    raise UnknownName("weapon", code, _codes(table))


def _codes(table: Mapping[str, WeaponRow]) -> Iterator[str]:
    return (size + row.code for row in table.values() for size in row.penetration)


@heeds("blitz.8.2c")
def read_arsenal(entries: Iterable[str], table: Mapping[str, WeaponRow]) -> dict[str, Weapon]:
    """All weapons of a stat line by id. 2x LAC are two weapons: LAC and LAC 2."""
    arsenal: dict[str, Weapon] = {}
    seen: dict[str, int] = {}
    for entry in entries:
        found = _ENTRY.fullmatch(entry)
        for _ in range(int(found[1] or 1) if found else 1):
            code = found[2] if found else entry
            seen[code] = seen.get(code, 0) + 1
            weapon = read_weapon(entry, table, seen[code])
            arsenal[weapon.id] = weapon
    return arsenal


@cache
def weapons_table() -> dict[str, WeaponRow]:
    """The 35 weapon families by code without its size."""
    return {row.code: row for row in data_records(PACKAGE, "weapons.toml", "weapon", WeaponRow)}


BODILY = WeaponRow("", "Bodily force", MELEE, (0, 0), 0, {"": "0"}, (), 0)


@cache
def bodily(id: str) -> Weapon:
    """12: a model that strikes with its own weight. A crush has its PEN behind it, and is made for infantry."""
    kind, _, pen = id.rpartition(" ")
    weapon = Weapon(id, BODILY, "", [TraitText("AI", "", ())] if kind == "crush" else [], "F")
    weapon.pen = int(pen) if kind == "crush" else 0
    return weapon


EFFECTS = {"beam": "beam", "missile": "rocket", "indirect": "shell", "melee": "blade", "air": "shell"}
BY_CODE = {
    "FL": "flame", **dict.fromkeys(("RP", "BZ", "PZ", "AR", "APR"), "rocket"),
    **dict.fromkeys(("GL", "APGL", "HG"), "shell"),
}  # fmt: skip
"""What firing looks like: by what a weapon is, else by its category."""


def effect_of(weapon: Weapon) -> str:
    """What firing a weapon looks like on the table."""
    return BY_CODE.get(weapon.row.code, EFFECTS.get(weapon.category, "burst"))
