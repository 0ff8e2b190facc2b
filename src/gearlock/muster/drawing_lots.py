"""Drawing by lot when a force is recruited, and the cheapest unit there is when the purse is small."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from gearlock.kernel.system import Chooser

Kind = TypeVar("Kind")
TRIES = 12
"""How often a unit is begun anew that cannot be completed."""


def weighted(options: Sequence[Kind], weights: Sequence[int], chooser: Chooser) -> Kind:
    """One of these, the heavier the likelier."""
    at = chooser.randrange(0, max(1, sum(weights)))
    for option, weight in zip(options, weights, strict=True):
        at -= weight
        if at < 0:
            return option
    return options[-1]


class Bounds(NamedTuple):
    """What the models of a unit add up to, of whatever the book counts: fewest and most."""

    least: int
    most: int


def fill(
    bounds: Bounds, size: Callable[[Kind], int], draw: Callable[[list[Kind]], Kind | None], chooser: Chooser
) -> list[Kind]:
    """Models for a unit of a size drawn within its bounds; none if it could not be completed.

    `draw` is given those picked so far and picks one more, or None if there is none to be had.
    """
    for _ in range(TRIES):
        wanted = chooser.randrange(bounds.least, bounds.most + 1)
        picked: list[Kind] = []
        while sum(map(size, picked)) < wanted and (one := draw(picked)) is not None:
            picked.append(one)
        if sum(map(size, picked)) >= bounds.least:
            return picked
    return []


class Offer(NamedTuple):
    """A model as far as a cheapest unit asks: its size and price, and how many of it a unit may have."""

    size: int
    price: int
    most: int


def cheapest(bounds: Bounds, offers: Iterable[tuple[Kind, Offer]]) -> tuple[Kind, ...] | None:
    """The cheapest unit within its bounds; None if there is none."""
    best: dict[int, tuple[int, tuple[Kind, ...]]] = {0: (0, ())}
    for model, offer in offers:
        for _ in range(offer.most):
            for size, (cost, picked) in list(best.items()):
                reached = size + offer.size
                if reached <= bounds.most and (reached not in best or cost + offer.price < best[reached][0]):
                    best[reached] = (cost + offer.price, (*picked, model))
    units = [best[size] for size in range(bounds.least, bounds.most + 1) if size in best]
    return min(units, key=lambda unit: unit[0])[1] if units else None
