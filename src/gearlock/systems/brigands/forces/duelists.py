"""10.6: the Duelist and what its upgrades change on it."""

from __future__ import annotations

import re

import msgspec

from gearlock.kernel.rulebook import rule
from gearlock.systems.brigands.forces.fitting import (
    Unfit,
    change_weapon,
    choose_weapon,
    gain_trait,
    has_snap,
    has_trait,
    is_melee,
    raise_trait,
    with_trait,
)
from gearlock.systems.brigands.models import ModelCard, weapons_table
from gearlock.systems.brigands.weapons import Weapon, read_weapon


@rule("brigands.10.6")
def fit_duelist(card: ModelCard, _choice: str) -> ModelCard:
    """The Duelist trait, for models that have it not in their list."""
    return card if has_trait(card, "Duelist") else gain_trait(card, "Duelist")


@rule("brigands.10.6-advanced-control")
def fit_advanced_control(card: ModelCard, _choice: str) -> ModelCard:
    """From one Action to two."""
    if card.actions != 1:
        raise Unfit(f"{card.name} has {card.actions} Actions; only a model with 1 may have 2 instead", "Leave it out.")
    return msgspec.structs.replace(card, actions=2)


@rule("brigands.10.6-tools")
def fit_tools(card: ModelCard, choice: str) -> ModelCard:
    """One melee weapon for another kind of the same size. What its brackets say stays with the mount."""
    kinds = [row.code for row in weapons_table().values() if "Melee" in row.categories]
    old, _, new = (part.strip() for part in re.sub(r"->|>|=|\bTO\b|\bFOR\b", "|", choice, count=1).partition("|"))
    if not new:
        old, new = "", old
    place = choose_weapon(card, old, "melee weapon", is_melee)
    weapon = read_weapon(card.weapons[place], weapons_table())
    offers = [weapon.size + kind for kind in kinds if weapon.size + kind != weapon.code and _exists(weapon.size, kind)]
    if new not in offers:
        said = f"{weapon.code} cannot become '{new}'" if new else "the new weapon is not named"
        raise Unfit(said, f"Write '{weapon.id} to {' or '.join(offers)}'.")
    return change_weapon(card, place, card.weapons[place].replace(weapon.code, new, 1))


def _exists(size: str, kind: str) -> bool:
    return size in weapons_table()[kind].penetration


@rule("brigands.10.6-gunslinger")
def fit_gunslinger(card: ModelCard, choice: str) -> ModelCard:
    """A weapon with Snap twice. What other Duelist Upgrades add to one weapon is not copied with it."""
    place = choose_weapon(card, choice, "weapon with Snap", has_snap)
    weapons = (*card.weapons[: place + 1], card.weapons[place], *card.weapons[place + 1 :])
    return msgspec.structs.replace(card, weapons=weapons)


def has_reach(weapon: Weapon) -> bool:
    """Whether it strikes farther than its kind."""
    return "Reach" in weapon.traits


@rule("brigands.10.6-sabre")
def fit_sabre(card: ModelCard, choice: str) -> ModelCard:
    """Reach:1 on a melee weapon that has none."""
    place = choose_weapon(card, choice, "melee weapon without Reach", lambda it: is_melee(it) and not has_reach(it))
    return change_weapon(card, place, with_trait(card.weapons[place], "Reach:1"))


@rule("brigands.10.6-polearm")
def fit_polearm(card: ModelCard, choice: str) -> ModelCard:
    """An inch more Reach for a melee weapon that has some; a Sabre may have given it."""
    place = choose_weapon(card, choice, "melee weapon with Reach", lambda it: is_melee(it) and has_reach(it))
    longer = read_weapon(card.weapons[place], weapons_table()).traits["Reach"] + 1
    return change_weapon(card, place, with_trait(card.weapons[place], f"Reach:{longer}"))


@rule("brigands.10.6-zapmaster")
def fit_zapmaster(card: ModelCard, choice: str) -> ModelCard:
    """Haywire on one melee weapon."""
    place = choose_weapon(card, choice, "melee weapon without Haywire", _is_harmless_to_circuits)
    return change_weapon(card, place, with_trait(card.weapons[place], "Haywire"))


def _is_harmless_to_circuits(weapon: Weapon) -> bool:
    return is_melee(weapon) and "Haywire" not in weapon.traits


@rule("brigands.10.6-shield")
def fit_shield(card: ModelCard, _choice: str) -> ModelCard:
    """Shield:1, or one better."""
    return raise_trait(card, "Shield")


@rule("brigands.10.6-weaponmaster")
def fit_weaponmaster(card: ModelCard, _choice: str) -> ModelCard:
    """Brawler:1, or one better, besides what a Melee Specialist has."""
    return raise_trait(card, "Brawler")


@rule("brigands.10.6-dancer")
def fit_dancer(card: ModelCard, _choice: str) -> ModelCard:
    """Agile."""
    return gain_trait(card, "Agile")


@rule("brigands.10.6-defender")
def fit_defender(card: ModelCard, _choice: str) -> ModelCard:
    """An anti-missile system and a machine gun in a turret; both are lost when it is Crippled."""
    armed = msgspec.structs.replace(card, weapons=(*card.weapons, "MMG (Aux, Snap, T)"))
    return gain_trait(armed, "AMS (Aux)")


@rule("brigands.10.6-quickdraw")
def fit_quickdraw(card: ModelCard, choice: str) -> ModelCard:
    """Auto on one weapon with Snap."""
    place = choose_weapon(card, choice, "weapon with Snap and without Auto", _is_quick)
    return change_weapon(card, place, with_trait(card.weapons[place], "Auto"))


def _is_quick(weapon: Weapon) -> bool:
    return has_snap(weapon) and "Auto" not in weapon.traits


@rule("brigands.10.6-shadow")
def fit_shadow(card: ModelCard, _choice: str) -> ModelCard:
    """Stealth until it is Crippled."""
    return gain_trait(card, "Stealth (Aux)")
