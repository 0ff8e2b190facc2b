"""10.4-10.6: ranks, upgrades and drones as a roster names them, and what they cost."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from gearlock.kernel.rulebook import heeds
from gearlock.muster.suggest import Suggestions

LONGEST = 80
"""Letters of an upgrade and its choice; what is longer names none."""
DUELIST_VET = 2
"""10.6 prints a flat price for a Duelist, whatever its Actions."""


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rank, an upgrade or a drone, and what of it must be chosen."""

    id: str
    name: str
    list: str
    rule: str
    tv: int = 0
    tv_per_action: int = 0
    choice: str = ""
    aliases: dict[str, str] = {}


class Purchase(msgspec.Struct, frozen=True):
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


class _Upgrades(msgspec.Struct, frozen=True):
    upgrade: tuple[Upgrade, ...]


@cache
def upgrades() -> Mapping[str, Upgrade]:
    """All upgrades by id, in the order in which they are fitted."""
    text = files("gearlock.systems.brigands").joinpath("data", "upgrades.toml").read_text(encoding="utf-8")
    return {record.id: record for record in msgspec.convert(tomllib.loads(text), _Upgrades).upgrade}


@cache
def fitting_order() -> Mapping[str, int]:
    """The place of each upgrade in that order."""
    return {id: place for place, id in enumerate(upgrades())}


@cache
def _spellings() -> Mapping[str, tuple[Upgrade, str]]:
    """Every way to write an upgrade, in small letters, with the choice it stands for."""
    found: dict[str, tuple[Upgrade, str]] = {}
    for upgrade in upgrades().values():
        found[upgrade.name.lower()] = (upgrade, "")
        found[upgrade.id] = (upgrade, "")
        found.update({alias.lower(): (upgrade, choice) for alias, choice in upgrade.aliases.items()})
    return found


@cache
def upgrade_names() -> Suggestions:
    """The names to suggest for a wrong one."""
    names = [upgrade.name for upgrade in upgrades().values()]
    return Suggestions([*names, *(alias for upgrade in upgrades().values() for alias in upgrade.aliases)])


@lru_cache(maxsize=4096)
def read_purchase(text: str) -> Purchase | None:
    """`Sabre LVB`, `2x Recon Drone`, `Panzerfaust`: the upgrade and what was chosen; None if there is none such."""
    counted = re.fullmatch(r"([1-9])\s*[xX\u00d7]\s+(.*)", text)
    times, words = (int(counted[1]), counted[2]) if counted else (1, text)
    spoken = " ".join(words.split())
    if len(spoken) > LONGEST:
        return None
    for end in range(len(spoken), 0, -1):
        if end < len(spoken) and spoken[end] != " ":
            continue
        found = _spellings().get(spoken[:end].lower())
        if found is not None:
            return _chosen(found[0], found[1], spoken[end:].strip(), times)
    return None


def _chosen(upgrade: Upgrade, preset: str, said: str, times: int) -> Purchase | None:
    if said and (preset or not upgrade.choice):
        return None
    return Purchase(upgrade, preset or said.upper(), times)


@heeds("brigands.10.4")
def price(purchase: Purchase, actions: int, duelist: bool = False) -> int:
    """What it costs one model with these Actions. Vet costs a Duelist 2, other models one more than their Actions."""
    if purchase.id == "vet" and duelist:
        return DUELIST_VET
    return purchase.times * (purchase.upgrade.tv + purchase.upgrade.tv_per_action * actions)
