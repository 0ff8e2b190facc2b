"""What is bought for models: the upgrades a book sells, found by whatever a player calls them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from gearlock.muster.suggest import Suggestions

LONGEST = 80
"""Letters of an upgrade and its choice; what is longer names none."""


class Sold(Protocol):
    """An upgrade of a book, as far as reading it goes."""

    @property
    def id(self) -> str:
        """Unique among all upgrades."""

    @property
    def name(self) -> str:
        """As the book prints it."""

    @property
    def choice(self) -> str:
        """What must be chosen with it, in words; empty if nothing is."""

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other ways to write it, each with the choice it stands for."""


Upgrade = TypeVar("Upgrade", bound=Sold)


class Purchase(NamedTuple, Generic[Upgrade]):
    """An upgrade as somebody bought it, with what was chosen."""

    upgrade: Upgrade
    choice: str = ""
    times: int = 1

    @property
    def id(self) -> str:
        """Which upgrade."""
        return self.upgrade.id

    @property
    def title(self) -> str:
        """As a player reads it."""
        times = f"{self.times}x " if self.times > 1 else ""
        return f"{times}{self.upgrade.name}{' ' + self.choice if self.choice else ''}"


class UpgradeList(Generic[Upgrade]):
    """All upgrades of a book, in the order in which they are fitted."""

    def __init__(self, upgrades: Iterable[Upgrade]) -> None:
        self.by_id = {upgrade.id: upgrade for upgrade in upgrades}
        self.names = tuple(upgrade.name for upgrade in self.by_id.values())
        self._places = {id: place for place, id in enumerate(self.by_id)}
        self._spellings: dict[str, tuple[Upgrade, str]] = {}
        for upgrade in self.by_id.values():
            for text, choice in ((upgrade.name, ""), (upgrade.id, ""), *upgrade.aliases.items()):
                self._spellings[text.lower()] = (upgrade, choice)
        aliases = (alias for upgrade in self.by_id.values() for alias in upgrade.aliases)
        self._near = Suggestions([*self.names, *aliases])
        self.read = lru_cache(maxsize=4096)(self._read)
        """`Sabre LVB`, `2x Recon Drone`, `Panzerfaust`: the purchase; None if there is no such upgrade."""

    def read_all(self, texts: Iterable[str]) -> tuple[list[Purchase[Upgrade]], list[str]]:
        """What was bought, and what names no upgrade."""
        read = [(text, self.read(text)) for text in texts]
        return [bought for _, bought in read if bought], [text for text, bought in read if bought is None]

    def hint(self, text: str) -> str:
        """Which upgrade was perhaps meant."""
        return self._near.hint(text) or f"There are {', '.join(self.names)}."

    def in_order(self, purchases: Iterable[Purchase[Upgrade]]) -> list[Purchase[Upgrade]]:
        """As they are fitted, which is not the order in which they were typed."""
        return sorted(purchases, key=lambda bought: self._places[bought.id])

    def _read(self, text: str) -> Purchase[Upgrade] | None:
        counted = re.fullmatch(r"([1-9])\s*[xX\u00d7]\s+(.*)", text)
        times, words = (int(counted[1]), counted[2]) if counted else (1, text)
        spoken = " ".join(words.split())
        ends = (end for end in range(len(spoken), 0, -1) if end == len(spoken) or spoken[end] == " ")
        for end in ends if len(spoken) <= LONGEST else ():
            if found := self._spellings.get(spoken[:end].lower()):
                upgrade, preset = found
                said = spoken[end:].strip()
                is_moot = said and (preset or not upgrade.choice)
                return None if is_moot else Purchase(upgrade, preset or said.upper(), times)
        return None
