"""10.1: every model that can be fielded: the lists of the factions, read from data/units/, and the stock models.

All of the lists but the Hunter are converted from older ones; a model's card says from which line and how.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import msgspec

from gearlock.kernel.errors import UnknownName
from gearlock.kernel.files import data_texts
from gearlock.kernel.rulebook import rule
from gearlock.muster.unit_files import read_unit_files
from gearlock.systems.brigands.models import Model, ModelCard, known_traits, model_cards, weapons_table
from gearlock.systems.brigands.weapons import WeaponRow, read_weapon

UA_CODES = ("GP", "SK", "FS", "RC", "SF", "EG", "LT", "HT", "ST", "IN", "SI", "VL")
UA_MARKS = {"": "0-2", "#": "unlimited", " (CMD)": "commanders only"}
TYPES = ("Gear", "Vehicle", "Strider", "Infantry", "Fortification", "Drone")
GAITS = ("W", "G", "H")
LETTERED = ("Resist", "Vuln")
NOT_IN_UNITS = "Drone"
"""Drones are bought for a model and join its Unit, so they alone have no Unit Availability."""


@dataclass(frozen=True, slots=True)
class TraitEntry:
    """One entry of a traits column: `Stealth (Aux)`, `ECM:2`, `Vuln:H`, `Attached:HHT-90 Body`."""

    name: str
    rating: str
    auxiliary: bool

    @property
    def key(self) -> str:
        """What the rules ask for: kinds of resistance and weakness are traits of their own."""
        return f"{self.name}:{self.rating}" if self.name in LETTERED else self.name

    @property
    def number(self) -> int:
        """The rating as a figure, 1 where it is none."""
        return int(self.rating) if re.fullmatch(r"-?\d+", self.rating) else 1


@lru_cache(maxsize=1024)
def read_trait(text: str) -> TraitEntry:
    """Take an entry apart. The lists share a hundred of them, and a check asks for them thousands of times."""
    plain = text.removesuffix(" (Aux)")
    name, _, rating = plain.partition(":")
    return TraitEntry(name, rating, plain != text)


class ListedModel(Model):
    """A model of a faction's list, whose traits may be Auxiliary or name a kind; Smoke counts its uses."""

    __slots__ = ()

    def __init__(self, card: ModelCard, table: Mapping[str, WeaponRow]) -> None:
        entries = [read_trait(text) for text in card.traits]
        plain = tuple(f"{entry.name}:{entry.number}" for entry in entries if entry.name not in LETTERED)
        super().__init__(msgspec.structs.replace(card, traits=plain), table)
        self.card = card
        self.traits.update({entry.key: 1 for entry in entries if entry.name in LETTERED})
        if "Smoke" in self.traits:
            self.traits["Smoke"] = sum(entry.name == "Smoke" for entry in entries)
        self.auxiliary = frozenset(entry.key for entry in entries if entry.auxiliary)


@rule("brigands.10.2a")
def read_ua(text: str) -> tuple[str, str]:
    """A UA entry as code and limit: `GP#` is GP, unlimited."""
    code, mark = text[:2], text[2:]
    if code not in UA_CODES or mark not in UA_MARKS:
        raise UnknownName("Unit Availability", text, UA_CODES)
    return code, UA_MARKS[mark]


def _ua_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    for text in card.ua:
        try:
            read_ua(text)
        except UnknownName as error:
            yield "ua", str(error)
    if not card.ua and card.type != NOT_IN_UNITS:
        yield "ua", "no Unit may take this model"


@cache
def trait_faults(text: str) -> tuple[str, ...]:
    """What is wrong with an entry of a traits column. The lists share a hundred entries, so each is looked at once."""
    entry = read_trait(text)
    form = {"Attached": ".+", "Resist": "F", "Vuln": "[FH]"}.get(entry.name, r"(-?\d+)?")
    if entry.name not in known_traits("model"):
        return (f"there is no model trait '{text}'",)
    return () if re.fullmatch(form, entry.rating) else (f"'{entry.rating}' is no rating of {entry.name}",)


@cache
def _weapon_faults(entry: str) -> tuple[str, ...]:
    """What is wrong with an entry of a weapons column: its code, or traits in its brackets."""
    try:
        weapon = read_weapon(entry, weapons_table())
    except (UnknownName, ValueError) as error:
        return (f"{entry}: {error}",)
    strangers = sorted(set(weapon.traits) - known_traits("weapon"))
    return tuple(f"{entry}: there is no weapon trait '{trait}'" for trait in strangers)


def _figure_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    least = {"tv": 0, "armor": 1, "hull": 1, "structure": 0, "actions": 0, "sensors": 0, "height": 0.5, "base_mm": 10}
    for key, bound in least.items():
        if getattr(card, key) < bound:
            yield key, f"{key} is at least {bound}"
    for key in ("gunnery", "piloting"):
        if not 0 <= getattr(card, key) <= 6:
            yield key, "skills go from 0 to 6"
    yield from (("move", f"there is no movement type '{gait}'") for gait in card.move if gait not in GAITS)
    if card.type not in TYPES:
        yield "type", f"there is no model type '{card.type}'"
    for key in ("source", "converted"):
        if not getattr(card, key):
            yield key, f"{key} says nothing"


def card_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    """What is wrong with a record, each with the key it stands under."""
    yield from _figure_faults(card)
    yield from _ua_faults(card)
    yield from (("traits", fault) for text in card.traits for fault in trait_faults(text))
    yield from (("weapons", fault) for entry in card.weapons for fault in _weapon_faults(entry))


def read_cards(texts: Mapping[str, str]) -> dict[str, ModelCard]:
    """All cards of some files by id; BadFile names everything wrong in all of them."""
    return read_unit_files(texts, "model", ModelCard, card_faults)


@cache
def unit_cards() -> Mapping[str, ModelCard]:
    """Every stat line of every list by id, lists by name, models in the order of their list."""
    texts = data_texts("gearlock.systems.brigands", "units", ".toml")
    return read_cards({f"units/{name}.toml": text for name, text in texts.items()})


class Catalog(Mapping[str, ModelCard]):
    """The stock models of the introductory game, then those of the lists, by id.

    The lists are long, so they are read only when somebody asks for what is not in stock.
    """

    def __getitem__(self, name: str) -> ModelCard:
        stock = model_cards().get(name)
        return unit_cards()[name] if stock is None else stock

    def __iter__(self) -> Iterator[str]:
        return iter({**model_cards(), **unit_cards()})

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Fieldable(Catalog):
    """The same without the models that nobody fields by themselves."""

    def __getitem__(self, name: str) -> ModelCard:
        card = super().__getitem__(name)
        if card.type == NOT_IN_UNITS:
            raise KeyError(name)
        return card

    def __iter__(self) -> Iterator[str]:
        return (name for name in super().__iter__() if name in self)


CATALOG, FIELDABLE = Catalog(), Fieldable()


@cache
def drone_cards() -> Mapping[str, ModelCard]:
    """The drones a model may be given, by id."""
    return {name: card for name, card in CATALOG.items() if card.type == NOT_IN_UNITS}


def ready(card: ModelCard, table: Mapping[str, WeaponRow]) -> Model:
    """A stat line made ready for play."""
    return ListedModel(card, table)
