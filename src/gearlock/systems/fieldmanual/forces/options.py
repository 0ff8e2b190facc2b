"""Upgrades and options as a roster names them, and the offers by which they are sold: to whom, at what price."""

from __future__ import annotations

from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.muster import purchases
from gearlock.muster.purchases import UpgradeList
from gearlock.systems.fieldmanual.weapons import PACKAGE

VETERAN, ARMY_COMMAND, LEADER = "veteran", "army-command", "leader"
GROUP, RANK, MODEL = "group", "rank", "model"
"""What is bought for a whole Combat Group, what ranks a model, and what changes one."""


class Offer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may have an option, at what price, and what it changes. Nothing said is no bound."""

    rule: str
    line: int
    tv: int | None = None
    """None where the price stands in a list that this book has not."""
    armies: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    veteran: bool = False
    era: str = ""
    most: int = 0
    most_veteran: int = 0
    per_tv: int = 0
    becomes: str = ""
    keeps: bool = False
    closes: bool = False
    doubles: bool = False
    renames: str = ""
    takes: tuple[str, ...] = ()
    gives: str = ""
    then_takes: tuple[str, ...] = ()
    then_gives: str = ""
    adds: str = ""
    links: tuple[str, ...] = ()
    gains: str = ""
    loses: str = ""
    box: str = ""
    actions: int = 0
    more_actions: int = 0
    defense: int = 0
    skill: str = ""
    to: int = 0
    note: str = ""

    @property
    def arms(self) -> bool:
        """Whether weapons or skills change by it."""
        return bool(self.gives or self.adds or self.links or self.skill)


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An option by the name players call it; the first offer that fits a model counts."""

    id: str
    name: str
    kind: str = MODEL
    choice: str = ""
    aliases: dict[str, str] = {}
    rule: str = ""
    offer: tuple[Offer, ...] = ()


Purchase = purchases.Purchase[Option]


@cache
def option_list() -> UpgradeList[Option]:
    """All options, in the order in which they are carried out: swaps of models first."""
    return UpgradeList(data_records(PACKAGE, "options.toml", "option", Option))


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An army of a faction: some options are sold to some armies only."""

    name: str
    faction: str
    aliases: tuple[str, ...] = ()


@cache
def armies() -> dict[str, Army]:
    """The armies the book names, by name."""
    return {army.name: army for army in data_records(PACKAGE, "armies.toml", "army", Army)}


def find_army(text: str) -> Army | None:
    """An army by its name or another name for it, large or small letters."""
    plain = text.strip().casefold()
    return next(
        (army for army in armies().values() if plain in {each.casefold() for each in (army.name, *army.aliases)}), None
    )
