"""2.12 to 2.14: models. A stat line made ready for play: lengths in mils, weapons and traits read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.blitz.cards import ModelCard as ModelCard
from gearlock.systems.blitz.cards import model_cards as model_cards
from gearlock.systems.blitz.cards import upgrade_cards as upgrade_cards
from gearlock.systems.blitz.weapons import PACKAGE, TraitText, WeaponRow, read_arsenal, read_trait
from gearlock.systems.blitz.weapons import weapons_table as weapons_table
from gearlock.table.measure import INCH

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
