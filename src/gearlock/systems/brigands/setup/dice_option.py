"""A6: how Opposed Rolls are read in a battle, as the players agree before it."""

from __future__ import annotations

from collections.abc import Mapping

from gearlock.kernel.rulebook import heeds

STANDARD, AUGMENT = "standard", "augment"
DICE_OPTION = {
    "dice": f"{STANDARD} (default), or {AUGMENT}: no Skill Advantage, but skills say from which face on dice add",
}
"""An option of every scenario that is no introductory game."""
DICE_CHOICES = {"dice": (STANDARD, AUGMENT)}


def dice_faults(options: Mapping[str, str]) -> list[str]:
    """What is wrong with the dice asked for."""
    asked = options.get("dice", STANDARD)
    return [] if asked in (STANDARD, AUGMENT) else [f"'dice={asked}': {STANDARD} or {AUGMENT}."]


@heeds("brigands.A6")
def is_augmented(options: Mapping[str, str]) -> bool:
    """Whether the players chose the Augment option."""
    return options.get("dice") == AUGMENT
