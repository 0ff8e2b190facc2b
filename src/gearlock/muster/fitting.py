"""Upgrades fitted to a card: the book says what each of them changes, and refuses what the model cannot have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from gearlock.muster.purchases import Purchase, Upgrade

Card = TypeVar("Card")
Fit = Callable[[Card, str], Card]
"""What an upgrade changes on a card, given what was chosen with it. Raises Unfit."""


class Unfit(Exception):
    """This model cannot be given that; says why, and what to do about it."""

    def __init__(self, message: str, fix: str = "Leave it out.") -> None:
        super().__init__(message)
        self.message, self.fix = message, fix


def refit(
    card: Card, purchases: Iterable[Purchase[Upgrade]], fits: Mapping[str, Fit[Card]]
) -> tuple[Card, list[tuple[Purchase[Upgrade], Unfit]]]:
    """The card with everything that can be fitted, in this order, and what cannot with the reason.

    An upgrade without a fit, such as a rank, changes no card.
    """
    faults: list[tuple[Purchase[Upgrade], Unfit]] = []
    for purchase in purchases:
        try:
            card = fits[purchase.id](card, purchase.choice) if purchase.id in fits else card
        except Unfit as fault:
            faults.append((purchase, fault))
    return card, faults


def choose_one(owner: str, wanted: str, choice: str, fitting: Sequence[tuple[int, str]]) -> int:
    """The place of the chosen part among those that fit, by name. What need not be said may be left out."""
    names = " or ".join(name for _, name in fitting)
    if not fitting:
        raise Unfit(f"{owner} has no {wanted}")
    if not choice and len(fitting) > 1:
        raise Unfit(f"{owner} has more than one {wanted}", f"Say which: {names}.")
    for place, name in fitting:
        if choice in ("", name):
            return place
    raise Unfit(f"'{choice}' is no {wanted} of {owner}", f"It has {names}.")


def with_trait(entry: str, trait: str) -> str:
    """An entry of a weapons column with one more trait in its brackets, in place of a rating it had there."""
    code, _, rest = entry.partition("(")
    name = trait.partition(":")[0]
    kept = [part.strip() for part in rest.rstrip(") ").split(",") if part.strip()]
    kept = [part for part in kept if part.partition(":")[0] != name]
    return f"{code.strip()} ({', '.join([*kept, trait])})"
