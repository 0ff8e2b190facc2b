"""Cards altered: traits gained, raised and dropped, weapons added, chosen and changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

import msgspec

from gearlock.muster.fitting import Unfit, choose_one
from gearlock.systems.blitz.cards import ModelCard
from gearlock.systems.blitz.models import trait_name
from gearlock.systems.blitz.weapons import TraitText, Weapon, read_trait, read_weapon, weapons_table

_COPIES = re.compile(r"(\d+)x (.*)")


read = lru_cache(maxsize=2048)(read_trait)


weapon_of = lru_cache(maxsize=2048)(lambda entry: read_weapon(entry, weapons_table()))


def named(card: ModelCard, name: str) -> TraitText | None:
    """The trait of this name as the card prints it."""
    return next((trait for text in card.traits if trait_name(trait := read(text)) == name), None)


def has_trait(card: ModelCard, name: str) -> bool:
    """Whether the card has this trait, with whatever rating."""
    return named(card, name) is not None


def rating(card: ModelCard, name: str) -> int:
    """The rating of a trait; 0 if the card has it not."""
    trait = named(card, name)
    return trait.number if trait else 0


def set_trait(card: ModelCard, text: str) -> ModelCard:
    """The trait with this rating, in place of the one of the same name."""
    name = trait_name(read(text))
    kept = tuple(entry for entry in card.traits if trait_name(read(entry)) != name)
    return msgspec.structs.replace(card, traits=(*kept, text))


def drop_trait(card: ModelCard, name: str) -> ModelCard:
    """The card without it."""
    return msgspec.structs.replace(card, traits=tuple(text for text in card.traits if trait_name(read(text)) != name))


def raise_dice(card: ModelCard, name: str, dice: int = 1) -> ModelCard:
    """So many dice more of a trait; what is auxiliary stays so."""
    trait = named(card, name)
    bracket = f" ({', '.join(trait.bracket)})" if trait and trait.bracket else ""
    return set_trait(card, f"{name}:{rating(card, name) + dice:+d}D6{bracket}")


def gain_trait(card: ModelCard, text: str) -> ModelCard:
    """One more trait. Whoever has it already pays for nothing."""
    name = trait_name(read(text))
    if has_trait(card, name):
        raise Unfit(f"{card.name} has {name} already")
    return msgspec.structs.replace(card, traits=(*card.traits, text))


def single_entries(card: ModelCard) -> ModelCard:
    """The card with every weapon on an entry of its own."""
    entries: list[str] = []
    for entry in card.weapons:
        copies = _COPIES.fullmatch(entry)
        entries += [copies[2]] * int(copies[1]) if copies else [entry]
    return msgspec.structs.replace(card, weapons=tuple(entries))


def choose_weapon(card: ModelCard, choice: str, wanted: str, fits: Callable[[Weapon], bool]) -> int:
    """The place of the chosen weapon among single entries. What need not be said may be left out."""
    seen: dict[str, int] = {}
    found = []
    for place, entry in enumerate(card.weapons):
        weapon = weapon_of(entry)
        seen[weapon.code] = seen.get(weapon.code, 0) + 1
        if fits(weapon):
            found.append((place, weapon.code if seen[weapon.code] == 1 else f"{weapon.code} {seen[weapon.code]}"))
    if not choice and len({card.weapons[place] for place, _ in found}) == 1:
        found = found[:1]
    return choose_one(card.name, wanted, choice, found)


def change_weapon(card: ModelCard, place: int, entry: str) -> ModelCard:
    """The card with another entry in this place."""
    return msgspec.structs.replace(card, weapons=(*card.weapons[:place], entry, *card.weapons[place + 1 :]))


def add_weapon(card: ModelCard, entry: str) -> ModelCard:
    """One weapon more."""
    return msgspec.structs.replace(card, weapons=(*card.weapons, entry))
