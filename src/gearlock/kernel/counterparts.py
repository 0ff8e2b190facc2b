"""What a system hands over so that it can be set beside others: what its models, weapons and conditions are elsewhere.

Names are matched only where they are equal, letter for letter, and only within one world: what a system does not give
a shared word for has no counterpart, and that is said.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Generic, NamedTuple, TypeVar

import msgspec

from gearlock.kernel.typed import as_typed

S = TypeVar("S")


class Alike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition of attacks in shared words, and what it is in the system's own."""

    name: str
    number: str = ""
    """The own condition that takes the same number; empty where there are words instead."""
    means: dict[str, dict[str, str]] = {}
    """The own conditions, name to value, of each shared word."""
    lacks: dict[str, str] = {}
    """Shared words for which there is nothing, each with the reason."""
    why: str = ""
    """The reason, where the whole condition has no counterpart."""


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file `counterparts.toml` of a system."""

    world: str
    """Models of one name are the same thing only in the same world."""
    models_meet: str = ""
    """The scenario in which listed models fight: its options named after the seats take `id*2,id`. Empty if none."""
    currency: str = "points"
    """What prices are counted in."""
    models: dict[str, str] = {}
    """Shared names of models that are called otherwise here, by id."""
    sizes: dict[str, str] = {}
    weapons: dict[str, str] = {}
    """Shared words for weapons: by family, or by the whole code where that says more."""
    condition: tuple[Alike, ...] = ()

    def alike(self, name: str) -> Alike | None:
        """What a shared condition is here; None if nothing is said of it."""
        return next((each for each in self.condition if each.name == name), None)


class Named(NamedTuple):
    """A model as its card calls it, and the list it stands on."""

    id: str
    name: str
    faction: str


class Carried(NamedTuple):
    """A weapon of a model: as it is named behind the colon, its whole code, its size and family."""

    id: str
    size: str
    family: str


class Fielded(NamedTuple):
    """A model in a battle: whose, what it is called on its card, what it cost, and whether it is lost."""

    seat: str
    model: str
    price: int
    lost: bool


class Losses(NamedTuple):
    """Models of one side that were destroyed, out of all it had."""

    lost: int
    of: int


@dataclass(frozen=True)
class Counterparts(Generic[S]):
    """A system beside others. Ids are those that its odds and scenarios take."""

    words: Words
    models: Callable[[], Mapping[str, str]]
    """The ids of all models by their shared names."""
    weapons: Callable[[str], Mapping[str, str]]
    """The weapons of a model by their shared words; those that have none are left out."""
    price: Callable[[str], int]
    """What a model costs."""
    card: Callable[[str], Mapping[str, str]]
    """What the card of a model says, by shared words, in the system's own notation."""
    weapon: Callable[[str, str], str]
    """What is printed of a weapon of a model."""
    fielded: Callable[[S], Mapping[str, Fielded]]
    """Every model that counts in a battle, by the id of its unit; a model of several units by the first of them."""

    def losses(self, state: S) -> dict[str, Losses]:
        """What each seat has lost in a battle so far."""
        found: dict[str, list[bool]] = {}
        for model in self.fielded(state).values():
            found.setdefault(model.seat, []).append(model.lost)
        return {seat: Losses(sum(gone), len(gone)) for seat, gone in found.items()}


def read_words(package: str) -> Words:
    """The file of a system."""
    text = (resources.files(package) / "counterparts.toml").read_text(encoding="utf-8")
    return as_typed(tomllib.loads(text), Words)


def shared_names(models: Iterable[Named], words: Words) -> dict[str, str]:
    """Ids by shared names: the name on the card, with the list where several cards have it, or what the file says."""
    known = list(models)
    often = Counter(model.name for model in known)
    return {
        words.models.get(model.id) or (f"{model.name} ({model.faction})" if often[model.name] > 1 else model.name): (
            model.id
        )
        for model in known
    }


def shared_weapons(carried: Iterable[Carried], words: Words) -> dict[str, str]:
    """The weapons of a model by shared words; the second of a kind is numbered."""
    found: dict[str, str] = {}
    for weapon in carried:
        size, family = words.sizes.get(weapon.size), words.weapons.get(weapon.family)
        word = words.weapons.get(weapon.size + weapon.family) or (size and family and f"{size} {family}")
        if word:
            copy = sum(each == word or each.startswith(f"{word} ") for each in found)
            found[f"{word} {copy + 1}" if copy else word] = weapon.id
    return found
