"""1.5: models, a stat line as data and ready for play; 1.4 and 5.1: weapons from the codes on a card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.table.measure import INCH

# --- 5.1: weapons. A code in a stat line, such as LAC (Snap), becomes a weapon with ranges, PEN, traits and arc

SIZES = ("VL", "L", "M", "H", "VH")
_PREFIXES = ("VL", "VH", "L", "M", "H")
_ARCS = frozenset("FBLRT")
SPELLINGS = {"APGL": "LAPG"}
"""Codes that stat lines spell otherwise than the table."""

BALLISTIC, INDIRECT, MISSILE, ADVANCED, MELEE = "Ballistic", "Indirect", "Missile", "Advanced", "Melee"


@rule("brigands.A7", "brigands.5.1a")
class WeaponRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the weapons table: ranges in inches, penetration of each size that exists, traits of every version."""

    code: str
    name: str
    optimal: tuple[int, int]
    maximum: int
    penetration: dict[str, int]
    traits: tuple[str, ...]
    categories: tuple[str, ...]
    line: int = 0
    note: str = ""


class Weapon:
    """One weapon on one model, ready for play: lengths in mils, traits by name with their rating (1 where none)."""

    __slots__ = (
        "arc", "area", "categories", "code", "far", "id", "is_melee", "most", "name", "near", "pen", "row", "size",
        "traits",
    )  # fmt: skip

    @rule("brigands.wtrait.pen")
    def __init__(self, id: str, row: WeaponRow, size: str, traits: dict[str, int], arc: str) -> None:
        self.id, self.row, self.size, self.traits, self.arc = id, row, size, traits, arc
        self.code = size + row.code
        self.name = row.name
        self.categories = row.categories
        self.pen = traits.get("PEN", row.penetration[size])
        reach = traits.get("Reach", 0) * INCH
        self.near = row.optimal[0] * INCH
        self.far = max(row.optimal[1] * INCH, reach)
        self.most = max(row.maximum * INCH, reach)
        self.is_melee = MELEE in row.categories
        """Melee weapons may strike any number of times in a Round."""
        self.area = INCH * max(traits.get("AE", 0), traits.get("Blast", 0), traits.get("Proximity", 0))
        """The radius of its area of effect in mils, 0 for a weapon that strikes only what it is aimed at."""

    @rule("brigands.1.4", "brigands.wtrait.reach")
    @heeds("brigands.5.1a-range")
    def is_optimal(self, distance: int, extra: int = 0) -> bool:
        """In the band with the hyphen, both ends counted in. Whoever measures beyond the maximum asks in vain."""
        return self.near <= distance <= self.far + extra


@rule("brigands.A1.2-columns")
def read_traits(texts: Iterable[str], version: int = 0) -> dict[str, int]:
    """Traits with their ratings. Of slashed ratings (AP:2/3/4) the one of this version, counted from the lightest."""
    traits: dict[str, int] = {}
    for text in texts:
        name, _, rating = text.replace('"', "").partition(":")
        steps = rating.split("/")
        traits[name.strip()] = int(steps[min(version, len(steps) - 1)] or 1)
    return traits


@rule("brigands.5.1c", "brigands.5.1c-associated", "brigands.5.1c-replacement", "brigands.wtrait.turret")
@heeds("brigands.1.5b")
def read_weapon(text: str, table: Mapping[str, WeaponRow], copy: int = 1) -> Weapon:
    """Read a stat line's entry: what the table says, then what the brackets add or replace, arcs included."""
    match = re.fullmatch(r"\s*([A-Z0-9]+)\s*(?:\(([^)]*)\))?\s*", text)
    if match is None:
        raise UnknownName("weapon", text, table)
    size, row = _sized(SPELLINGS.get(match[1], match[1]), table)
    versions = [step for step in SIZES if step in row.penetration]
    traits = read_traits(row.traits, versions.index(size))
    added = [part.strip() for part in (match[2] or "").split(",") if part.strip()]
    arc = next((part for part in added if part in _ARCS), "F")
    traits.update(read_traits(part for part in added if part not in _ARCS))
    name = match[1] if copy == 1 else f"{match[1]} {copy}"
    return Weapon(name, row, size, traits, arc)


def _sized(code: str, table: Mapping[str, WeaponRow]) -> tuple[str, WeaponRow]:
    """Split a code into size and table row: LRP is the Light version of *RP."""
    for size in _PREFIXES:
        row = table.get(code[len(size) :]) if code.startswith(size) else None
        if row is not None and size in row.penetration:
            return size, row
    known = (size + row.code for row in table.values() for size in row.penetration)
    raise UnknownName("weapon", code, known)


def read_arsenal(entries: Iterable[str], table: Mapping[str, WeaponRow]) -> dict[str, Weapon]:
    """All weapons of a stat line by id. Two copies of a weapon are two weapons: LAC and LAC 2."""
    arsenal: dict[str, Weapon] = {}
    seen: dict[str, int] = {}
    for entry in entries:
        code = entry.split("(")[0].strip()
        seen[code] = seen.get(code, 0) + 1
        weapon = read_weapon(entry, table, seen[code])
        arsenal[weapon.id] = weapon
    return arsenal


@rule("brigands.5.5a")
@heeds("brigands.5.1b")
def range_modifier(category: str, optimal: bool) -> tuple[int, int]:
    """Dice and result that the range band gives an attack in this category."""
    return _RANGE_MODIFIERS[category][0 if optimal else 1]


_RANGE_MODIFIERS = {
    BALLISTIC: ((0, 0), (-1, 0)),
    INDIRECT: ((-1, 0), (-2, 0)),
    MISSILE: ((0, 0), (-2, 0)),
    ADVANCED: ((0, 1), (0, 0)),
    MELEE: ((0, 0), (0, 0)),
}


EFFECTS = {"Advanced": "beam", "Missile": "rocket", "Melee": "blade"}
BY_CODE = {
    "FL": "flame", "RG": "burst", **dict.fromkeys(("RP", "APR", "AR", "BZ", "PZ"), "rocket"),
    **dict.fromkeys(("AG", "FM", "GM", "GL", "APG", "HG", "IM"), "shell"),
}  # fmt: skip
"""What firing looks like: by what a weapon is, else by its category."""


def effect_of(weapon: Weapon) -> str:
    """What firing a weapon looks like on the table."""
    by_category = next((EFFECTS[kind] for kind in weapon.categories if kind in EFFECTS), "burst")
    return BY_CODE.get(weapon.row.code, by_category)


# --- 1.5: models. A stat line as data, and the same line made ready for play

PACKAGE = "gearlock.systems.brigands"
RANKS = {"foc": (4, 2), "cgl": (2, 1), "xo": (0, 0), "2ic": (0, 0), "": (0, 0)}
"""7.1: Initiative bonus and Command Points of each rank."""


@rule("brigands.1.5", "brigands.1.5a")
class ModelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stat line as printed: inches, ratings and weapon codes. `converted` says what was derived from older lines."""

    id: str
    name: str
    faction: str
    tv: int
    ua: tuple[str, ...]
    move: dict[str, int]
    armor: int
    hull: int
    structure: int
    actions: int
    gunnery: int
    piloting: int
    sensors: int
    weapons: tuple[str, ...]
    traits: tuple[str, ...]
    type: str
    height: float
    base_mm: int
    source: str = ""
    converted: str = ""


class Model:
    """A stat line ready for play, shared by all units of its kind: lengths in mils, weapons and traits read."""

    __slots__ = (
        "actions", "armor", "auxiliary", "card", "gunnery", "height", "hull", "id", "low", "move", "name", "piloting",
        "radius", "reach", "sensors", "structure", "traits", "type", "weapons",
    )  # fmt: skip

    def __init__(self, card: ModelCard, table: Mapping[str, WeaponRow]) -> None:
        self.card, self.id, self.name, self.type = card, card.id, card.name, card.type
        self.armor, self.hull, self.structure, self.actions = card.armor, card.hull, card.structure, card.actions
        self.gunnery, self.piloting = card.gunnery, card.piloting
        self.sensors = card.sensors * INCH
        self.move = {gait: inches * INCH for gait, inches in card.move.items()}
        self.height = round(card.height * INCH)
        self.traits = read_traits(card.traits)
        self.auxiliary: frozenset[str] = frozenset()
        """The traits it loses when Crippled."""
        self.low = lowered(self.height) if "Low Profile" in self.traits else self.height
        self.radius = base_radius(card.base_mm)
        self.weapons = read_arsenal(card.weapons, table)
        strikes = [weapon.most for weapon in self.weapons.values() if MELEE in weapon.categories]
        self.reach = max(strikes, default=-1)
        """How far its longest melee weapon strikes in mils; -1 for a model that has none."""

    @property
    def bulk(self) -> int:
        """Starting Hull and Structure together."""
        return self.hull + self.structure


@rule("brigands.A3")
def base_radius(millimetres: int) -> int:
    """Half a round base in mils, to the nearest."""
    return (millimetres * 5000 + 127) // 254


@rule("brigands.trait.low-profile")
def lowered(height: int) -> int:
    """Half a height, rounded up to the next half inch."""
    return -(-height // INCH) * (INCH // 2)


@cache
def weapons_table() -> dict[str, WeaponRow]:
    """The 36 weapon types of Appendix 7 by code."""
    return {row.code: row for row in data_records(PACKAGE, "weapons.toml", "weapon", WeaponRow)}


class Trait(msgspec.Struct, frozen=True):
    """A trait the book knows: of models or of weapons, with what its rating means and its rule."""

    code: str
    kind: str
    rating: str
    rule: str


@cache
def known_traits(kind: str) -> frozenset[str]:
    """The trait codes of models, or of weapons."""
    traits = data_records(PACKAGE, "traits.toml", "trait", Trait)
    return frozenset(trait.code for trait in traits if trait.kind == kind)


@cache
def model_cards() -> dict[str, ModelCard]:
    """The stock models of the introductory game by id."""
    cards = data_records(PACKAGE, "models.toml", "model", ModelCard)
    return {card.id: card for card in cards}
