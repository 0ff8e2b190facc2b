"""A roster understood line by line: models found in their lists, upgrades in theirs, heads counted.

What is not found stays in its place with nothing behind it, so that one wrong word does not make ten findings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from gearlock.kernel.force import Entry
from gearlock.muster.purchases import Purchase, Upgrade
from gearlock.muster.unit_files import Card


class Names(Generic[Card]):
    """Cards by name and by id, as players write them: `key` is what two ways to write a name have in common."""

    def __init__(self, cards: Iterable[Card], key: Callable[[str], str] = str.lower) -> None:
        self._key = key
        self._cards: dict[str, list[Card]] = {}
        for card in cards:
            for word in {key(card.name), key(card.id)}:
                self._cards.setdefault(word, []).append(card)

    def all(self, text: str) -> Sequence[Card]:
        """The cards of this name, in the order of their list."""
        return self._cards.get(self._key(text), ())

    def find(self, text: str) -> Card | None:
        """The first card of this name; None if there is none."""
        return next(iter(self.all(text)), None)


@dataclass
class Line(Generic[Card, Upgrade]):
    """Equal models of one line, as far as they are understood."""

    entry: Entry
    card: Card | None
    purchases: list[Purchase[Upgrade]]
    unknown: list[str]
    """Upgrades that there are not."""

    def buys(self, *ids: str) -> bool:
        """Whether each of them has one of these upgrades."""
        return any(purchase.id in ids for purchase in self.purchases)

    @property
    def name(self) -> str:
        """As its list calls it, or as it was typed."""
        return self.card.name if self.card else self.entry.model

    @property
    def count(self) -> int:
        """How many they are."""
        return self.entry.count

    @property
    def line(self) -> int:
        """Where it stands."""
        return self.entry.line


AnyLine = TypeVar("AnyLine", bound=Line)  # type: ignore[type-arg]


def buyers(lines: Iterable[AnyLine], *ids: str) -> list[AnyLine]:
    """The lines whose models have one of these upgrades."""
    return [line for line in lines if line.buys(*ids)]


def heads(lines: Iterable[AnyLine]) -> int:
    """How many models stand on these lines."""
    return sum(line.count for line in lines)
