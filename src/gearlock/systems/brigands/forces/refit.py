"""10.4-10.6: a model's card with its upgrades fitted; the card that comes out is the one that is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from gearlock.systems.brigands.forces import duelists, veterans
from gearlock.systems.brigands.forces.fitting import Unfit
from gearlock.systems.brigands.forces.upgrades import Purchase, fitting_order
from gearlock.systems.brigands.models import ModelCard

Fit = Callable[[ModelCard, str], ModelCard]

FITS: dict[str, Fit] = {
    "init": veterans.fit_init,
    "vet": veterans.fit_vet,
    "duelist": duelists.fit_duelist,
    "advanced-control": duelists.fit_advanced_control,
    "weapons": veterans.fit_weapons,
    "ace-gunner": veterans.fit_ace_gunner,
    "precautions": veterans.fit_precautions,
    "ew-specialist": veterans.fit_ew_specialist,
    "melee-specialist": veterans.fit_melee_specialist,
    "tools": duelists.fit_tools,
    "gunslinger": duelists.fit_gunslinger,
    "sabre": duelists.fit_sabre,
    "polearm": duelists.fit_polearm,
    "zapmaster": duelists.fit_zapmaster,
    "shield": duelists.fit_shield,
    "weaponmaster": duelists.fit_weaponmaster,
    "dancer": duelists.fit_dancer,
    "defender": duelists.fit_defender,
    "quickdraw": duelists.fit_quickdraw,
    "shadow": duelists.fit_shadow,
}
"""Ranks and drones change no card."""


def refit(card: ModelCard, purchases: Iterable[Purchase]) -> tuple[ModelCard, list[tuple[Purchase, Unfit]]]:
    """The card with everything that can be fitted, and what cannot with the reason.

    Upgrades are fitted in the order of their list, not in the order they were typed, so that a Polearm finds the Sabre.
    """
    faults: list[tuple[Purchase, Unfit]] = []
    for purchase in sorted(purchases, key=lambda bought: fitting_order()[bought.id]):
        fit = FITS.get(purchase.id)
        if fit is None:
            continue
        try:
            card = fit(card, purchase.choice)
        except Unfit as fault:
            faults.append((purchase, fault))
    return card, faults
