"""2.12 to 2.14, 8.1 to 8.5: stat lines, models ready for play, and their weapons."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

import msgspec

from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.kernel.files import data_records, data_texts
from gearlock.kernel.rulebook import heeds, rule
from gearlock.table.measure import INCH

# --- 2.0, 2.12: stat lines. The lists of data/units as they are printed, and as they are read where the print fails

FACTIONS = {
    "north": "North", "south": "South", "peace-river": "Peace River", "nucoal": "NuCoal", "black-talon": "Black Talon",
    "cef": "CEF", "caprice": "Caprice", "utopia": "Utopia", "eden": "Eden", "generic": "Generic",
}  # fmt: skip
COLUMNS = (
    "id", "name", "variant_of", "upgrade", "tv", "ua", "mr", "ar", "dc", "act", "gun", "pilot", "ew", "weapons",
    "traits", "type", "source", "uncertain", "note",
)  # fmt: skip
NA = 7
"""A skill printed NA or as a dash: no die of six reaches it."""
SAME = -1
"""In the line of an upgrade: as on the model that is upgraded."""
TALONS = {"Vet": "Vet", "Stealth": "Stealth (Aux)", "Airdrop": "Airdrop"}
"""What every Black Talon model has beside its printed traits, by name; what its own line prints is its own."""


@rule("blitz.2.0", "blitz.2.12")
class ModelCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stat line: inches, target numbers and entries as printed. Of an upgrade, what changes (SAME where nothing)."""

    id: str
    name: str
    faction: str
    variant_of: str
    upgrade: bool
    tv: int
    ua: tuple[str, ...]
    move: int
    gait: str
    armor: int
    hull: int
    structure: int
    actions: int
    gun: int
    pilot: int
    ew: int
    weapons: tuple[str, ...]
    traits: tuple[str, ...]
    type: str
    source: str = ""
    note: str = ""
    uncertain: bool = False

    @property
    def line(self) -> str:
        """The id of its line in the lists, whatever upgrades stand behind it."""
        return self.id.partition("+")[0]

    @property
    def parts(self) -> tuple[str, ...]:
        """18.6: the cards that stand on the table in place of this one, the core first."""
        return PARTS.get(self.line, ())


PARTS = {"hht-90": ("hht-90-body", "hht-90-turret")}


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is made of a line that the book prints wrong or incompletely: fields that replace the printed ones."""

    id: str
    why: str
    changes: dict[str, int | str | tuple[str, ...]]


def read_list(file: str, faction: str, text: str) -> tuple[list[ModelCard], list[Finding]]:
    """The cards of one list, and everything that is wrong with its lines."""
    rows = csv.reader(io.StringIO(text))
    if tuple(next(rows, ())) != COLUMNS:
        return [], [Finding(file, 1, f"the columns must be {', '.join(COLUMNS)}")]
    cards: list[ModelCard] = []
    findings: list[Finding] = []
    for row in rows:
        try:
            if len(row) != len(COLUMNS):
                raise ValueError(f"{len(row)} columns; there must be {len(COLUMNS)}")
            cards.append(_card(faction, dict(zip(COLUMNS, row, strict=True))))
        except ValueError as error:
            findings.append(Finding(file, rows.line_num, f"{row[0] if row else 'empty line'}: {error}"))
    return cards, findings


def _card(faction: str, row: dict[str, str]) -> ModelCard:
    upgrade = row["upgrade"] == "yes"
    blank = SAME if upgrade else 0
    move, _, gait = row["mr"].partition('" ')
    hull, _, structure = row["dc"].partition("/")
    return ModelCard(
        id=row["id"],
        name=row["name"],
        faction=faction,
        variant_of=row["variant_of"],
        upgrade=upgrade,
        tv=_number("tv", row["tv"].lstrip("+"), 0),
        ua=_entries(row["ua"], ","),
        move=_number("mr", move.rstrip('"'), blank),
        gait=gait,
        armor=_number("ar", row["ar"], blank),
        hull=_number("dc", hull, blank),
        structure=_number("dc", structure or ("-" if hull == "-" else "0"), blank),
        actions=_number("act", row["act"], blank),
        gun=_skill("gun", row["gun"], upgrade),
        pilot=_skill("pilot", row["pilot"], upgrade),
        ew=_skill("ew", row["ew"], upgrade),
        weapons=_entries(row["weapons"], ";"),
        traits=_entries(row["traits"], ";"),
        type=row["type"],
        source=f"lines {row['source']}",
        note=row["note"],
        uncertain=row["uncertain"] == "yes",
    )


def _number(key: str, text: str, blank: int) -> int:
    if text == "-":
        return blank
    if not text.isdigit():
        raise ValueError(f"{key} '{text}' is no number")
    return int(text)


def _skill(key: str, text: str, upgrade: bool) -> int:
    if text in ("-", "NA"):
        return SAME if upgrade and text == "-" else NA
    if not re.fullmatch(r"[2-6]\+", text):
        raise ValueError(f"{key} '{text}' is no target number from 2+ to 6+")
    return int(text[0])


def _entries(text: str, mark: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(split_list(text, mark))


def read_lists(texts: Mapping[str, str]) -> dict[str, ModelCard]:
    """The cards of all lists by id; BadFile names everything wrong in all of them."""
    found: dict[str, ModelCard] = {}
    findings: list[Finding] = []
    for name, text in texts.items():
        cards, wrong = read_list(f"units/{name}.csv", FACTIONS.get(name, name), text)
        findings += wrong
        findings += (
            Finding(f"units/{name}.csv", 0, f"{card.id}: is there twice") for card in cards if card.id in found
        )
        found.update((card.id, card) for card in cards)
    if findings:
        raise BadFile(findings)
    return found


@cache
@rule(
    "blitz.units.north", "blitz.units.south", "blitz.units.peace-river", "blitz.units.nucoal",
    "blitz.units.black-talon", "blitz.units.cef", "blitz.units.caprice", "blitz.units.utopia", "blitz.units.eden",
)  # fmt: skip
def printed_cards() -> dict[str, ModelCard]:
    """Every line of every list by id, as printed, in the order of the book."""
    texts = data_texts(PACKAGE, "units", ".csv")
    return read_lists({name: texts[name] for name in (*FACTIONS, *(set(texts) - set(FACTIONS))) if name in texts})


def readings() -> list[Reading]:
    """How the lines are read that cannot be read as printed."""
    return data_records(PACKAGE, "readings.toml", "reading", Reading)


def _as_read() -> Iterator[ModelCard]:
    changes = {reading.id: reading.changes for reading in readings()}
    for card in printed_cards().values():
        fields: dict[str, int | str | tuple[str, ...]] = dict(changes.get(card.id, {}))
        if card.faction == "Black Talon" and not card.upgrade:
            fields["traits"] = (*card.traits, *(text for name, text in TALONS.items() if name not in card.traits))
        yield msgspec.structs.replace(card, **fields) if fields else card


@cache
def all_cards() -> dict[str, ModelCard]:
    """Every line by id, as it is read for play."""
    return {card.id: card for card in _as_read()}


@cache
def model_cards() -> dict[str, ModelCard]:
    """Stock models and variants of all lists by id, drones, aircraft and fortifications among them."""
    return {id: card for id, card in all_cards().items() if not card.upgrade}


@cache
def upgrade_cards() -> dict[str, ModelCard]:
    """The lines that change another model, by id."""
    return {id: card for id, card in all_cards().items() if card.upgrade}


# --- 8.1 to 8.5, A.4: weapons. An entry of a stat line, such as LAC (Arm, Split:2), becomes a weapon ready for play

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


# --- 2.12 to 2.14: models. A stat line made ready for play: lengths in mils, weapons and traits read

DETECTION = 12 * INCH
_TYPE = re.compile(r"(\w+)(?: \((\w+)\))?(?:, (\w+) \(SMS\))?")
_SUBTYPES = {"Flyer": "Flying"}
_SAME_AS = {"Jump Pack": "Jetpack", "Boosters": "Jetpack"}
"""Traits the lists print and the book explains nowhere, with those they are read as."""
_KINDS = ("Fragile", "Rugged", "Resist", "Vul", "Transport", "Defective")
"""Traits whose rating is a kind: each kind is a trait of its own."""
_LARGE = ("HT", "MT")
_SIZES = {"Gear": 1, "Vehicle": 40, "Strider": 60, "Infantry": 40, "Drone": 1}
_SUBTYPE_SIZES = {("Strider", "Tall"): 40, ("Vehicle", "ORV"): 1, ("Infantry", "Team"): 1}
_HEIGHTS = {"Infantry": 1000, "Gear": 2000, "Vehicle": 2000, "Strider": 3000, "Drone": 1000}
_SUBTYPE_HEIGHTS = {
    ("Gear", "Hover"): 2500,
    ("Vehicle", "Hover"): 2500,
    ("Vehicle", "VTOL"): 2500,
    ("Strider", "Low"): 2000,
}
_COMPONENT_HEIGHT = 4 * INCH
LOW = "Low Profile"


class Sms(msgspec.Struct, frozen=True):
    """A secondary movement system: the traits it gives and takes and the heights while it was the type last used."""

    gains: dict[str, int]
    loses: frozenset[str]
    height: int
    low: int


class Works(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """18.3a: what stands on the table for a support purchase: length, width and height in mils, size in a unit."""

    id: str
    length: int
    width: int
    height: int
    counts: int
    rule: str


@rule("blitz.2.12a")
class _Traits:
    """The traits column of a stat line, taken apart."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.ratings: dict[str, int] = {}
        self.auxiliary: set[str] = set()
        self.sms: dict[str, TraitText] = {}
        self.automatic: list[str] = []
        self.attached = ""
        self.sensors = DETECTION
        for text in texts:
            for choice in text.split(" or "):
                self._enter(read_trait(choice))

    def _enter(self, trait: TraitText) -> None:
        name = trait_name(trait)
        if "Aux" in trait.bracket:
            self.auxiliary.add(name)
        if name == "Sensors":
            self.sensors = trait.number * INCH
            return
        if name == "SMS":
            self.sms[trait.rating] = trait
            return
        if name == "AutoAI":
            self.automatic.append(trait.rating)
        if name == "Attached":
            self.attached = re.sub(r"[^a-z0-9]+", "-", trait.rating.lower())
        size = trait.bracket[0] if trait.name == "Transport" else ""
        self.ratings[name] = int(size) if size else trait.number
        if name == "ECM":
            self.ratings.update({jam: 1 for jam in trait.bracket if jam in ("CJ", "SJ")})


@rule("blitz.2.13-gear", "blitz.2.13-strider", "blitz.2.13-vehicle", "blitz.2.13-infantry", "blitz.2.13-fortification")
class Model:
    """A stat line ready for play, shared by all units of its kind. Ratings in inches stay inches, all else is mils."""

    __slots__ = (
        "actions", "armor", "attached", "automatic", "auxiliary", "card", "ew", "gait", "gun", "height", "hull", "id",
        "low", "move", "name", "pilot", "radius", "reach", "sensors", "sms", "structure", "subtype", "traits", "type",
        "weapons",
    )  # fmt: skip

    def __init__(self, card: ModelCard, table: Mapping[str, WeaponRow]) -> None:
        self.card, self.id, self.name = card, card.id, card.name
        self.type, self.subtype, driven = read_type(card.type)
        self.move, self.gait = card.move * INCH, card.gait
        self.armor, self.hull, self.structure, self.actions = card.armor, card.hull, card.structure, card.actions
        self.gun, self.pilot, self.ew = card.gun, card.pilot, card.ew
        self.weapons = read_arsenal(card.weapons, table)
        traits = _Traits(card.traits)
        self.traits = traits.ratings
        self.auxiliary = frozenset(traits.auxiliary)
        """The traits it loses when crippled, Sensors among them."""
        self.automatic = tuple(traits.automatic)
        """The weapons that fire at infantry by themselves."""
        self.attached = traits.attached
        """The card this one is part of."""
        self.sensors = traits.sensors
        self.radius = base_radius(card, self.type, self.subtype)
        self.height = silhouette(card.line, self.type, self.subtype)
        self.low = crouched(self.height, LOW in self.traits)
        self.sms = {gait: self._secondary(trait, driven) for gait, trait in traits.sms.items()}
        strikes = [weapon.most for weapon in self.weapons.values() if weapon.is_melee]
        self.reach = max(strikes, default=-1)
        """How far its longest melee weapon strikes; -1 for a model that has none."""

    @property
    def bulk(self) -> int:
        """Hull and structure together."""
        return self.hull + self.structure

    @property
    @heeds("blitz.trait.lowprofile")
    def may_stand_up(self) -> bool:
        """A Gear or Strider that keeps low, on one of its movement types at least."""
        is_low = self.low < self.height or any(sms.low < sms.height for sms in self.sms.values())
        return is_low and self.type in ("Gear", "Strider")

    def _secondary(self, trait: TraitText, driven: str) -> Sms:
        taken = frozenset(text[1:].strip() for text in trait.bracket if text.startswith("-"))
        given = _Traits(text for text in trait.bracket if not text.startswith("-")).ratings
        height = _HEIGHTS[driven] if driven else self.height
        is_low = LOW in given or (LOW in self.traits and LOW not in taken)
        return Sms(given, taken, height, crouched(height, is_low))


def trait_name(trait: TraitText) -> str:
    """What the rules call it: kinds of damage, system or passenger are traits of their own (Vul: Fire)."""
    if trait.name in _KINDS:
        return f"{trait.name}: {trait.rating}"
    return _SAME_AS.get(trait.name, trait.name)


@rule("blitz.2.13-flying", "blitz.2.13-vtol")
def read_type(text: str) -> tuple[str, str, str]:
    """Type, subtype, and the type whose silhouette the model has on its secondary movement system."""
    found = _TYPE.fullmatch(text)
    if found is None:
        return text, "", ""
    return found[1], _SUBTYPES.get(found[2] or "", found[2] or ""), found[3] or ""


@rule("blitz.2.8", "blitz.2.14-basing")
@heeds("blitz.2.14-atv", "blitz.2.14-orv")
def base_radius(card: ModelCard, type: str, subtype: str) -> int:
    """Half a base in mils, to the nearest: a 1 inch hex counts as round."""
    works = fortifications().get(card.line)
    if works is not None:
        return max(works.length, works.width) // 2
    size = _SUBTYPE_SIZES.get((type, subtype), _SIZES.get(type, 1))
    if type == "Vehicle" and any(entry.split()[0] in _LARGE for entry in card.ua):
        size = 60
    if card.line.startswith("hht-90"):
        size = 60
    if subtype == "ATV" and card.gait == "I":
        size = 1
    return INCH // 2 if size == 1 else (size * 5000 + 127) // 254


@rule("blitz.7.2a")
@heeds("blitz.18.6")
def silhouette(id: str, type: str, subtype: str) -> int:
    """How high a model is in mils, its base included."""
    works = fortifications().get(id)
    if works is not None:
        return works.height
    if id.startswith("hht-90"):
        return _COMPONENT_HEIGHT
    return _SUBTYPE_HEIGHTS.get((type, subtype), _HEIGHTS.get(type, 0))


@heeds("blitz.trait.lowprofile")
def crouched(height: int, is_low: bool) -> int:
    """How high a model is that does not stand up: half its height, if it has a low profile."""
    return height // 2 if is_low else height


@cache
@rule("blitz.18.3a-table")
def fortifications() -> Mapping[str, Works]:
    """The support purchases of 18.3 by id."""
    return {works.id: works for works in data_records(PACKAGE, "support.toml", "support", Works)}


@lru_cache(maxsize=2048)
def _prepared(card: ModelCard) -> Model:
    return Model(card, weapons_table())


def ready(card: ModelCard, table: Mapping[str, WeaponRow] | None = None) -> Model:
    """A stat line made ready for play; the same line is made ready once."""
    if table is None or table is weapons_table():
        return _prepared(card)
    return Model(card, table)


class Trait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait the book knows: of models or of weapons, with what its rating means and its rule."""

    code: str
    kind: str
    rating: str
    rule: str


@cache
def known_traits(kind: str) -> dict[str, Trait]:
    """The traits of models, or of weapons, by name."""
    traits = data_records(PACKAGE, "traits.toml", "trait", Trait)
    return {trait.code: trait for trait in traits if trait.kind == kind}
