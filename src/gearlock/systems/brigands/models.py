"""1.5: models. A stat line as data, and the same line made ready for play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.weapons import MELEE, WeaponRow, read_arsenal, read_traits
from gearlock.table.measure import INCH

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
