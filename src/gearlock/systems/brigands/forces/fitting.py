"""10.4-10.6: what upgrades change on a model: traits gained and raised, weapons chosen and altered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.muster import fitting
from gearlock.muster.fitting import Unfit, choose_one, with_trait
from gearlock.systems.brigands.forces.roster_units import read_trait
from gearlock.systems.brigands.forces.upgrades import Purchase, upgrade_list
from gearlock.systems.brigands.models import ModelCard, weapons_table
from gearlock.systems.brigands.weapons import Weapon, read_weapon

Fit = fitting.Fit[ModelCard]
SIDEARMS = ("LHG", "LPZ")


def refit(card: ModelCard, purchases: Iterable[Purchase]) -> tuple[ModelCard, list[tuple[Purchase, Unfit]]]:
    """The card as it is played, and what cannot be fitted. In the order of the list a Polearm finds the Sabre."""
    return fitting.refit(card, upgrade_list().in_order(purchases), FITS)


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
        raise Unfit(f"{card.name} has {read_trait(text).key} already, and no model has a trait twice")
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
    found = [(place, id) for place, (id, weapon) in enumerate(mounted(card)) if fits(weapon)]
    return choose_one(card.name, wanted, choice, found)


def change_weapon(card: ModelCard, place: int, *entries: str) -> ModelCard:
    """The card with other entries in this place."""
    return msgspec.structs.replace(card, weapons=(*card.weapons[:place], *entries, *card.weapons[place + 1 :]))


def has_snap(weapon: Weapon) -> bool:
    """Whether it may Snap Fire."""
    return "Snap" in weapon.traits


@rule("brigands.10.6-dancer", "brigands.10.6-shadow", "brigands.trait.vet")
def gains(trait: str) -> Fit:
    """Vet, a Dancer's Agile, a Shadow's Stealth until it is Crippled."""
    return lambda card, _choice: gain_trait(card, trait)


@rule("brigands.10.4-ew-specialist", "brigands.10.5-init", "brigands.10.6-shield", "brigands.10.6-weaponmaster")
def raises(trait: str) -> Fit:
    """Init, ECM, Shield or Brawler: 1, or one better. A Weaponmaster adds to what a Melee Specialist has."""
    return lambda card, _choice: raise_trait(card, trait)


@rule("brigands.10.6-sabre", "brigands.10.6-zapmaster", "brigands.10.6-quickdraw")
def on_weapon(wanted: str, fits: Callable[[Weapon], bool], trait: str) -> Fit:
    """A trait on one weapon: Reach:1 or Haywire on a melee weapon without it, Auto on one with Snap."""

    def fit(card: ModelCard, choice: str) -> ModelCard:
        place = choose_weapon(card, choice, wanted, fits)
        return change_weapon(card, place, with_trait(card.weapons[place], trait))

    return fit


@rule("brigands.10.4-precautions")
def fit_precautions(card: ModelCard, _choice: str) -> ModelCard:
    """Field Armor and Resist:F; a model that has one of them gets the other."""
    missing = [text for text in ("Field Armor", "Resist:F") if not has_trait(card, text)]
    if not missing:
        raise Unfit(f"{card.name} has Field Armor and Resist:F already")
    return msgspec.structs.replace(card, traits=(*card.traits, *missing))


@rule("brigands.10.4-ace-gunner")
def fit_ace_gunner(card: ModelCard, _choice: str) -> ModelCard:
    """Snap on every weapon."""
    snapping = [has_snap(weapon) for _, weapon in mounted(card)]
    if all(snapping):
        raise Unfit(f"{card.name} has no weapon without Snap")
    weapons = (
        entry if snaps else with_trait(entry, "Snap") for entry, snaps in zip(card.weapons, snapping, strict=True)
    )
    return msgspec.structs.replace(card, weapons=tuple(weapons))


@rule("brigands.10.4-weapons")
@heeds("brigands.trait.arms")
def fit_weapons(card: ModelCard, choice: str) -> ModelCard:
    """Hand grenades or panzerfausts, for models with Arms that are no Infantry."""
    if not has_trait(card, "Arms"):
        raise Unfit(f"{card.name} has no Arms to throw with", "Leave it out, or choose a model with Arms.")
    if card.type == "Infantry":
        raise Unfit(f"{card.name} is Infantry, which may not buy weapons")
    if choice not in SIDEARMS:
        raise Unfit(f"'{choice}' cannot be bought" if choice else "the weapon is not named", "Say LHG or LPZ.")
    return msgspec.structs.replace(card, weapons=(*card.weapons, choice))


@rule("brigands.10.4-melee-specialist")
def fit_melee_specialist(card: ModelCard, _choice: str) -> ModelCard:
    """Brawler:1, or one better, for a model with a melee weapon."""
    if not any(weapon.is_melee for _, weapon in mounted(card)):
        raise Unfit(f"{card.name} has no melee weapon")
    return raise_trait(card, "Brawler")


@rule("brigands.10.6")
def fit_duelist(card: ModelCard, _choice: str) -> ModelCard:
    """The Duelist trait, for models that have it not in their list."""
    return card if has_trait(card, "Duelist") else gain_trait(card, "Duelist")


@rule("brigands.10.6-advanced-control")
def fit_advanced_control(card: ModelCard, _choice: str) -> ModelCard:
    """From one Action to two."""
    if card.actions != 1:
        raise Unfit(f"{card.name} has {card.actions} Actions; only a model with 1 may have 2 instead")
    return msgspec.structs.replace(card, actions=2)


@rule("brigands.10.6-tools")
def fit_tools(card: ModelCard, choice: str) -> ModelCard:
    """One melee weapon for another kind of the same size. What its brackets say stays with the mount."""
    old, _, new = (part.strip() for part in re.sub(r"->|>|=|\bTO\b|\bFOR\b", "|", choice, count=1).partition("|"))
    if not new:
        old, new = "", old
    place = choose_weapon(card, old, "melee weapon", lambda it: it.is_melee)
    weapon = read_weapon(card.weapons[place], weapons_table())
    kinds = (row for row in weapons_table().values() if "Melee" in row.categories and weapon.size in row.penetration)
    offers = [code for row in kinds if (code := weapon.size + row.code) != weapon.code]
    if new not in offers:
        said = f"{weapon.code} cannot become '{new}'" if new else "the new weapon is not named"
        raise Unfit(said, f"Write '{weapon.id} to {' or '.join(offers)}'.")
    return change_weapon(card, place, card.weapons[place].replace(weapon.code, new, 1))


@rule("brigands.10.6-gunslinger")
def fit_gunslinger(card: ModelCard, choice: str) -> ModelCard:
    """A weapon with Snap twice. What other Duelist Upgrades add to one weapon is not copied with it."""
    place = choose_weapon(card, choice, "weapon with Snap", has_snap)
    return change_weapon(card, place, card.weapons[place], card.weapons[place])


@rule("brigands.10.6-polearm")
def fit_polearm(card: ModelCard, choice: str) -> ModelCard:
    """An inch more Reach for a melee weapon that has some; a Sabre may have given it."""
    place = choose_weapon(card, choice, "melee weapon with Reach", lambda it: it.is_melee and "Reach" in it.traits)
    longer = read_weapon(card.weapons[place], weapons_table()).traits["Reach"] + 1
    return change_weapon(card, place, with_trait(card.weapons[place], f"Reach:{longer}"))


@rule("brigands.10.6-defender")
def fit_defender(card: ModelCard, _choice: str) -> ModelCard:
    """An anti-missile system and a machine gun in a turret; both are lost when it is Crippled."""
    armed = msgspec.structs.replace(card, weapons=(*card.weapons, "MMG (Aux, Snap, T)"))
    return gain_trait(armed, "AMS (Aux)")


FITS: dict[str, Fit] = {
    "init": raises("Init"),
    "vet": gains("Vet"),
    "duelist": fit_duelist,
    "advanced-control": fit_advanced_control,
    "weapons": fit_weapons,
    "ace-gunner": fit_ace_gunner,
    "precautions": fit_precautions,
    "ew-specialist": raises("ECM"),
    "melee-specialist": fit_melee_specialist,
    "tools": fit_tools,
    "gunslinger": fit_gunslinger,
    "sabre": on_weapon("melee weapon without Reach", lambda it: it.is_melee and "Reach" not in it.traits, "Reach:1"),
    "polearm": fit_polearm,
    "zapmaster": on_weapon(
        "melee weapon without Haywire", lambda it: it.is_melee and "Haywire" not in it.traits, "Haywire"
    ),
    "shield": raises("Shield"),
    "weaponmaster": raises("Brawler"),
    "dancer": gains("Agile"),
    "defender": fit_defender,
    "quickdraw": on_weapon(
        "weapon with Snap and without Auto", lambda it: has_snap(it) and "Auto" not in it.traits, "Auto"
    ),
    "shadow": gains("Stealth (Aux)"),
}
"""Ranks and drones change no card."""
