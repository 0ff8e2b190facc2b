"""A.2.2 to A.2.4: ranks, upgrades and drones as a roster names them, the upgrade variants of the lists among them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.muster import purchases
from gearlock.muster.purchases import UpgradeList
from gearlock.systems.blitz.cards import ModelCard, upgrade_cards
from gearlock.systems.blitz.weapons import PACKAGE

RANKS = ("co", "cgl", "xo", "2ic")
VARIANT, DRONE, UNIT, VETERAN, DUELIST, RANK, GENERIC, SPECIAL = (
    "variant", "drone", "unit", "veteran", "duelist", "rank", "generic", "special",
)  # fmt: skip


class Upgrade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rank, an upgrade or a drone; `sold` names the sub-lists that alone sell it, `buyer` who may buy it there."""

    id: str
    name: str
    list: str
    rule: str
    tv: int = 0
    tv_per_action: int = 0
    choice: str = ""
    aliases: dict[str, str] = {}
    sold: tuple[str, ...] = ()
    buyer: str = ""


Purchase = purchases.Purchase[Upgrade]


def _variants() -> Iterator[Upgrade]:
    """5.3: the lines with "(upgrade)" in their name."""
    for card in upgrade_cards().values():
        yield Upgrade(card.id, card.name, VARIANT, "blitz.5.3", card.tv)


@cache
def upgrade_list() -> UpgradeList[Upgrade]:
    """All upgrades, in the order in which they are fitted."""
    return UpgradeList([*_variants(), *data_records(PACKAGE, "upgrades.toml", "upgrade", Upgrade)])


def upgrade(id: str) -> Upgrade:
    """The upgrade of this id."""
    return upgrade_list().by_id[id]


def read_purchase(text: str) -> Purchase | None:
    """`Headhunter`, `AA LAC`, `2x Recon Drone`: the upgrade and what was chosen; None if there is none such."""
    return upgrade_list().read(text)


@cache
def variant_card(id: str) -> ModelCard | None:
    """The line of an upgrade variant."""
    return upgrade_cards().get(id)
