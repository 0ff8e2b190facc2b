"""10.4-10.6: ranks, upgrades and drones as a roster names them, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from gearlock.kernel.files import data_records
from gearlock.kernel.rulebook import heeds
from gearlock.muster import purchases
from gearlock.muster.purchases import UpgradeList
from gearlock.systems.brigands.models import PACKAGE

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


Purchase = purchases.Purchase[Upgrade]


@cache
def upgrade_list() -> UpgradeList[Upgrade]:
    """All upgrades, in the order in which they are fitted."""
    return UpgradeList(data_records(PACKAGE, "upgrades.toml", "upgrade", Upgrade))


def upgrades() -> Mapping[str, Upgrade]:
    """All upgrades by id."""
    return upgrade_list().by_id


def read_purchase(text: str) -> Purchase | None:
    """`Sabre LVB`, `2x Recon Drone`, `Panzerfaust`: the upgrade and what was chosen; None if there is none such."""
    return upgrade_list().read(text)


@heeds("brigands.10.4")
def price(purchase: Purchase, actions: int, duelist: bool = False) -> int:
    """What it costs one model with these Actions. Vet costs a Duelist 2, other models one more than their Actions."""
    if purchase.id == "vet" and duelist:
        return DUELIST_VET
    return purchase.times * (purchase.upgrade.tv + purchase.upgrade.tv_per_action * actions)
