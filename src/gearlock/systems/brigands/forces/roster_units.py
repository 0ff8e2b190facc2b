"""10.1: the model lists of the factions, with drones and fortifications, read from data/units/.

All of them but the Hunter are converted from older lists; a model's card says from which line and how.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import msgspec

from gearlock.kernel.errors import BadFile, Finding, UnknownName
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.models import Model, ModelCard, known_traits, weapons_table
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


def read_trait(text: str) -> TraitEntry:
    """Take an entry apart."""
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


def _trait_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    return (("traits", fault) for text in card.traits for fault in trait_faults(text))


def _weapon_faults(card: ModelCard) -> Iterator[tuple[str, str]]:
    return (("weapons", fault) for entry in card.weapons for fault in weapon_faults(entry))


@cache
def trait_faults(text: str) -> tuple[str, ...]:
    """What is wrong with an entry of a traits column. The lists share a hundred entries, so each is looked at once."""
    entry = read_trait(text)
    form = {"Attached": ".+", "Resist": "F", "Vuln": "[FH]"}.get(entry.name, r"(-?\d+)?")
    if entry.name not in known_traits("model"):
        return (f"there is no model trait '{text}'",)
    return () if re.fullmatch(form, entry.rating) else (f"'{entry.rating}' is no rating of {entry.name}",)


@cache
def weapon_faults(entry: str) -> tuple[str, ...]:
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
    for faults in (_figure_faults, _ua_faults, _trait_faults, _weapon_faults):
        yield from faults(card)


class UnitFile:
    """A file of models being read: its cards, and all that is wrong with it, line by line."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.lines = name, text.splitlines()
        self.cards: dict[str, ModelCard] = {}
        self.findings: list[Finding] = []
        self.places: dict[str, int] = {}
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            self.find(int(at[1]) if at else len(self.lines), f"not TOML: {error}")
            return
        for key in data:
            if key != "model":
                self.find(self.line_of(0, key), f"'{key}' means nothing here; models stand under [[model]]")
        starts = [line for line, content in enumerate(self.lines, 1) if re.match(r"\s*\[\[\s*model\s*\]\]", content)]
        tables = data.get("model", [])
        if not isinstance(tables, list) or len(tables) != len(starts):
            self.find(0, "each model stands under a [[model]] of its own")
            return
        for start, table in zip(starts, tables, strict=True):
            self._read(start, table)

    def find(self, line: int, message: str) -> None:
        """Enter something wrong."""
        self.findings.append(Finding(self.name, line, message))

    def line_of(self, start: int, key: str) -> int:
        """Where a key stands in the record that starts there; the record's first line if it is missing."""
        for line in range(start, len(self.lines)):
            content = self.lines[line]
            if content.startswith("[["):
                break
            if content.partition("=")[0].strip() == key:
                return line + 1
        return start

    def _read(self, start: int, table: object) -> None:
        try:
            card = msgspec.convert(table, ModelCard)
        except msgspec.ValidationError as error:
            at = re.search(r"\$\.(\w+)", str(error))
            self.find(self.line_of(start, at[1]) if at else start, str(error))
            return
        if card.id in self.cards:
            self.find(self.line_of(start, "id"), f"there are two models '{card.id}'")
        self.places[card.id] = self.line_of(start, "id")
        for key, message in card_faults(card):
            self.find(self.line_of(start, key), f"{card.id}: {message}")
        self.cards[card.id] = card


def read_unit_files(texts: Mapping[str, str]) -> dict[str, ModelCard]:
    """All cards of some files by id; BadFile names everything wrong in all of them."""
    cards: dict[str, ModelCard] = {}
    findings: list[Finding] = []
    for name, text in texts.items():
        file = UnitFile(name, text)
        findings += sorted(file.findings, key=lambda finding: finding.line)
        twice = [id for id in file.cards if id in cards]
        findings += [Finding(name, file.places[id], f"'{id}' stands in another file too") for id in twice]
        cards.update(file.cards)
    if findings:
        raise BadFile(findings)
    return cards


@cache
def unit_cards() -> Mapping[str, ModelCard]:
    """Every stat line of every list by id, lists by name, models in the order of their list."""
    folder = files("gearlock.systems.brigands").joinpath("data", "units")
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=lambda entry: entry.name)
    return read_unit_files({f"units/{entry.name}": entry.read_text(encoding="utf-8") for entry in found})


@cache
def load_units() -> Mapping[str, Model]:
    """Every model of every list by id, ready for play."""
    table = weapons_table()
    return {id: ListedModel(card, table) for id, card in unit_cards().items()}
