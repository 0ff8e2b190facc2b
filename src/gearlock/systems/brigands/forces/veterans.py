"""10.4 and 10.5: what Veteran and generic upgrades change on a model."""

from __future__ import annotations

import msgspec

from gearlock.kernel.rulebook import heeds, rule
from gearlock.systems.brigands.forces.fitting import (
    Unfit,
    gain_trait,
    has_snap,
    has_trait,
    mounted,
    raise_trait,
    with_trait,
)
from gearlock.systems.brigands.models import ModelCard

SIDEARMS = ("LHG", "LPZ")


@rule("brigands.10.4-precautions")
def fit_precautions(card: ModelCard, _choice: str) -> ModelCard:
    """Field Armor and Resist:F; a model that has one of them gets the other."""
    missing = [text for text in ("Field Armor", "Resist:F") if not has_trait(card, text)]
    if not missing:
        raise Unfit(f"{card.name} has Field Armor and Resist:F already", "Leave it out.")
    return msgspec.structs.replace(card, traits=(*card.traits, *missing))


@rule("brigands.10.4-ace-gunner")
def fit_ace_gunner(card: ModelCard, _choice: str) -> ModelCard:
    """Snap on every weapon."""
    snapping = [has_snap(weapon) for _, weapon in mounted(card)]
    if all(snapping):
        raise Unfit(f"{card.name} has no weapon without Snap", "Leave it out.")
    weapons = (
        entry if snaps else with_trait(entry, "Snap") for entry, snaps in zip(card.weapons, snapping, strict=True)
    )
    return msgspec.structs.replace(card, weapons=tuple(weapons))


@rule("brigands.10.4-ew-specialist")
def fit_ew_specialist(card: ModelCard, _choice: str) -> ModelCard:
    """ECM:1, or one better."""
    return raise_trait(card, "ECM")


@rule("brigands.10.4-weapons")
@heeds("brigands.trait.arms")
def fit_weapons(card: ModelCard, choice: str) -> ModelCard:
    """Hand grenades or panzerfausts, for models with Arms that are no Infantry."""
    if not has_trait(card, "Arms"):
        raise Unfit(f"{card.name} has no Arms to throw with", "Leave it out, or choose a model with Arms.")
    if card.type == "Infantry":
        raise Unfit(f"{card.name} is Infantry, which may not buy weapons", "Leave it out.")
    if choice not in SIDEARMS:
        raise Unfit(f"'{choice}' cannot be bought" if choice else "the weapon is not named", "Say LHG or LPZ.")
    return msgspec.structs.replace(card, weapons=(*card.weapons, choice))


@rule("brigands.10.4-melee-specialist")
def fit_melee_specialist(card: ModelCard, _choice: str) -> ModelCard:
    """Brawler:1, or one better, for a model with a melee weapon."""
    if not any(weapon.is_melee for _, weapon in mounted(card)):
        raise Unfit(f"{card.name} has no melee weapon", "Leave it out.")
    return raise_trait(card, "Brawler")


@rule("brigands.10.5-init")
def fit_init(card: ModelCard, _choice: str) -> ModelCard:
    """Init:1, or one better."""
    return raise_trait(card, "Init")


@rule("brigands.trait.vet")
def fit_vet(card: ModelCard, _choice: str) -> ModelCard:
    """The Vet trait."""
    return gain_trait(card, "Vet")
