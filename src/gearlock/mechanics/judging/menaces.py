"""Who could strike a figure at a place, the worst first: what players are shown before they move there."""

from __future__ import annotations

from collections.abc import Iterable

from gearlock.kernel.survey import Menace


def worst_of_each(enemies: Iterable[Iterable[Menace]]) -> tuple[Menace, ...]:
    """Of the attacks of each enemy the one that costs most on average; the first of equal ones."""
    worst = (max(attacks, key=_cost, default=None) for attacks in enemies)
    return tuple(sorted((each for each in worst if each is not None), key=_cost, reverse=True))


def _cost(menace: Menace) -> float:
    return menace.odds.mean_damage
