"""10.4-10.6: how a model's card is changed: traits gained and raised, weapons chosen and altered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.forces.roster_units import TraitEntry
from gearlock.systems.brigands.forces.roster_units import read_trait as read_trait_anew
from gearlock.systems.brigands.models import ModelCard, weapons_table
from gearlock.systems.brigands.weapons import Weapon, read_weapon

read_trait: Callable[[str], TraitEntry] = lru_cache(maxsize=1024)(read_trait_anew)
"""The lists share a hundred entries, and a check asks for them thousands of times."""


class Unfit(Exception):
    """This model cannot be given that; says why, and what to do about it."""

    def __init__(self, message: str, fix: str = "") -> None:
        super().__init__(message)
        self.message, self.fix = message, fix


def has_trait(card: ModelCard, name: str) -> bool:
    """Whether the card has this trait, with whatever rating."""
    return any(read_trait(text).key == name for text in card.traits)


def trait_rating(card: ModelCard, name: str) -> int:
    """The rating of a trait; 0 if the card has it not."""
    return next((entry.number for text in card.traits if (entry := read_trait(text)).key == name), 0)


@rule("brigands.A1.1")
def gain_trait(card: ModelCard, text: str) -> ModelCard:
    """One more trait. No model has a trait twice."""
    if has_trait(card, read_trait(text).key):
        raise Unfit(f"{card.name} has {read_trait(text).key} already, and no model has a trait twice", "Leave it out.")
    return msgspec.structs.replace(card, traits=(*card.traits, text))


def raise_trait(card: ModelCard, name: str) -> ModelCard:
    """A rating one better; 1 for a model that had none. What is auxiliary stays so."""
    if not has_trait(card, name):
        return gain_trait(card, f"{name}:1")
    better = f"{name}:{trait_rating(card, name) + 1}"
    traits = (
        (better + (" (Aux)" if entry.auxiliary else "")) if (entry := read_trait(text)).key == name else text
        for text in card.traits
    )
    return msgspec.structs.replace(card, traits=tuple(traits))


def mounted(card: ModelCard) -> Iterator[tuple[str, Weapon]]:
    """The weapons of a card under the names a player calls them by: LVB, and LVB 2 for the second."""
    seen: dict[str, int] = {}
    for entry in card.weapons:
        code = entry.split("(")[0].strip()
        seen[code] = seen.get(code, 0) + 1
        weapon = read_weapon(entry, weapons_table(), seen[code])
        yield weapon.id, weapon


def choose_weapon(card: ModelCard, choice: str, wanted: str, fits: Callable[[Weapon], bool]) -> int:
    """The place of the chosen weapon in the card's list. What need not be said may be left out."""
    fitting = [(place, id) for place, (id, weapon) in enumerate(mounted(card)) if fits(weapon)]
    names = " or ".join(id for _, id in fitting)
    if not fitting:
        raise Unfit(f"{card.name} has no {wanted}", "Leave it out.")
    if not choice and len(fitting) > 1:
        raise Unfit(f"{card.name} has more than one {wanted}", f"Say which: {names}.")
    for place, id in fitting:
        if choice in ("", id):
            return place
    raise Unfit(f"'{choice}' is no {wanted} of {card.name}", f"It has {names}.")


def with_trait(entry: str, trait: str) -> str:
    """An entry of a weapons column with one more trait in its brackets, in place of a rating it had there."""
    code, _, rest = entry.partition("(")
    name = trait.partition(":")[0]
    kept = [part.strip() for part in rest.rstrip(") ").split(",") if part.strip()]
    kept = [part for part in kept if part.partition(":")[0] != name]
    return f"{code.strip()} ({', '.join([*kept, trait])})"


def change_weapon(card: ModelCard, place: int, entry: str) -> ModelCard:
    """The card with another entry in this place."""
    weapons = (*card.weapons[:place], entry, *card.weapons[place + 1 :])
    return msgspec.structs.replace(card, weapons=weapons)


def is_melee(weapon: Weapon) -> bool:
    """Whether it strikes at arm's length."""
    return weapon.is_melee


def has_snap(weapon: Weapon) -> bool:
    """Whether it may Snap Fire."""
    return "Snap" in weapon.traits
